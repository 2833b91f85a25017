// KeyRing: the access keys of a credentials file, and whose they are. Immutable, and read by many
// threads at once.
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
    std::string token = {};  // of a session, whose requests must bring it along; "" for none
    protocol::Instant expires = protocol::kNever;
    bool is_active = true;
    // Allowed everything that no resource policy denies.
    bool is_admin = false;
    std::shared_ptr<const Principal> principal = nullptr;
    iam::Caller caller = {};  // the principal, as policies see it
};

class KeyRing {
public:
    using Keys = std::map<std::string, AccessKey, std::less<>>;

    // Reads one account's credentials, or an array of several accounts'. `place` names the document
    // in error sentences. `folder` is where files of policies lie that it names; without one it may
    // name none.
    static Accepted<KeyRing> read(
        protocol::wire::JsonView document,
        std::string place,
        const std::optional<std::filesystem::path>& folder = std::nullopt
    );

    // Null when nobody has that key.
    const AccessKey* find(std::string_view id) const {
        const auto found = keys_.find(id);
        return found == keys_.end() ? nullptr : &found->second;
    }

    // In the order of their ids.
    const Keys& keys() const { return keys_; }

    // Of policies that were read.
    const std::vector<std::filesystem::path>& files() const { return files_; }

private:
    friend class KeyRingReader;

    Keys keys_;
    std::vector<std::filesystem::path> files_;
};

}  // namespace stator::emulator::access::authentication
