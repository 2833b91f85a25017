// KeyRing: the access keys of a credentials file and their owners. Immutable. Many threads can read
// it at the same time.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/access/authentication/principal.hpp"
#include "emulator/access/iam/evaluation.hpp"
#include "emulator/base/accepted.hpp"
#include "protocol/base/instant.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::authentication {

struct AccessKey {
    std::string id;
    std::string secret;
    std::string token = {};  // of a session, whose requests must send it; "" for other keys
    protocol::Instant expires = protocol::kNever;
    bool is_active = true;
    // Allowed everything that no resource-based policy denies.
    bool is_admin = false;
    std::shared_ptr<const Principal> principal = nullptr;
    iam::Caller caller = {};  // the principal, as policies see it
};

class KeyRing {
public:
    using Keys = std::map<std::string, AccessKey, std::less<>>;

    // Reads the credentials of one account, or an array with the credentials of several accounts.
    // `place` names the document in error messages. `folder` is the directory of the policy files
    // that the document names; if it is nullopt, the document must not name policy files.
    static Accepted<KeyRing> read(
        protocol::wire::JsonView document,
        std::string place,
        const std::optional<std::filesystem::path>& folder = std::nullopt
    );

    // Null if no principal has that key.
    const AccessKey* find(std::string_view id) const {
        const auto found = keys_.find(id);
        return found == keys_.end() ? nullptr : &found->second;
    }

    // Sorted by id.
    const Keys& keys() const { return keys_; }

    // The policy files that were read.
    const std::vector<std::filesystem::path>& files() const { return files_; }

private:
    friend class KeyRingReader;

    Keys keys_;
    std::vector<std::filesystem::path> files_;
};

}  // namespace stator::emulator::access::authentication
