// KeyStore: the access keys that requests may be signed with: those of a credentials file, which is
// read again when it changes, or those that the admin API was given last. Thread-safe.
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
    // Gets a line for the operator.
    using Log = std::function<void(const std::string& line)>;

    // `file` may be "", for keys that the admin API is given.
    explicit KeyStore(std::string file) : file_(std::move(file)) {}

    KeyStore(const KeyStore&) = delete;
    KeyStore& operator=(const KeyStore&) = delete;

    // Reads the file, if there is one. Error: it cannot be read, or has a mistake, whose line and
    // column the sentence begins with; the keys stay as they are.
    Accepted<void> load();

    // Reads the file again if it has changed since it was read, or a file of policies has. What is
    // wrong with it is logged, and the keys stay as they are.
    void refresh();

    // Puts these in the place of all keys, until the file changes.
    void replace(KeyRing keys);

    // Never null.
    std::shared_ptr<const KeyRing> keys() const;

    const std::string& file() const { return file_; }

    // Set it before there are requests.
    void set_log(Log log) { log_ = std::move(log); }

private:
    // When a file was changed, and how long it was then.
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
    // The file, and those of policies, as they were when they were read.
    std::vector<std::filesystem::path> watched_ STATOR_GUARDED_BY(mutex_){file_};
    Versions read_versions_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::emulator::access::authentication
