// KeyStore: the access keys that requests may be signed with. They come from a credentials file,
// which is read again when it changes, or from the latest request to the admin API that replaced
// them. Thread-safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "emulator/access/authentication/key_ring.hpp"
#include "emulator/base/accepted.hpp"
#include "engine/base/mutex.hpp"

namespace stator::emulator::access::authentication {

class KeyStore {
public:
    // Receives a message for the operator.
    using Log = std::function<void(const std::string& line)>;

    // `file` may be "" if all keys are set through the admin API.
    explicit KeyStore(std::string file) : file_(std::move(file)) {}

    KeyStore(const KeyStore&) = delete;
    KeyStore& operator=(const KeyStore&) = delete;

    // Reads the file, if one is configured. Fails if the file cannot be read, or has a mistake;
    // then the message begins with its line and column. On failure the keys do not change.
    Accepted<void> load();

    // Reads the file again if it or one of the policy files has changed since the last time. Logs
    // mistakes in the files, and then keeps the current keys.
    void refresh();

    // Replaces all keys, until the file changes.
    void replace(KeyRing keys);

    // Never null.
    std::shared_ptr<const KeyRing> keys() const;

    const std::string& file() const { return file_; }

    // Must be called before the first request.
    void set_log(Log log) { log_ = std::move(log); }

private:
    // The time of a file's last change, and its size at that time.
    struct Version {
        std::filesystem::file_time_type time = {};
        std::uintmax_t bytes = 0;

        bool operator==(const Version&) const = default;
    };

    using Versions = std::vector<Version>;

    static Versions versions(const std::vector<std::filesystem::path>& files);

    const std::string file_;
    Log log_;
    mutable engine::SharedMutex mutex_;
    std::shared_ptr<const KeyRing> keys_ STATOR_GUARDED_BY(mutex_
    ) = std::make_shared<const KeyRing>();
    // The credentials file and the policy files that were read.
    std::vector<std::filesystem::path> watched_ STATOR_GUARDED_BY(mutex_){file_};
    Versions read_versions_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::emulator::access::authentication
