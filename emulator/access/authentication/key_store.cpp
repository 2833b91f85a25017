#include "emulator/access/authentication/key_store.hpp"

#include <system_error>
#include <utility>

#include "emulator/base/file_text.hpp"
#include "emulator/base/json_text.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::access::authentication {

KeyStore::Versions KeyStore::versions(const std::vector<std::filesystem::path>& files) {
    Versions versions;
    for (const auto& file : files) {
        std::error_code ignored;
        Version version;
        version.time = std::filesystem::last_write_time(file, ignored);
        version.bytes = std::filesystem::file_size(file, ignored);
        versions.push_back(version);
    }
    return versions;
}

Accepted<void> KeyStore::load() {
    if (file_.empty()) return {};
    std::vector<std::filesystem::path> files{file_};
    // Versions are taken before reading, so that a file that changes while it is read is read
    // again.
    Versions read = versions(files);
    {
        const engine::WriterLock lock(mutex_);
        read_versions_ = versions(watched_);
    }
    STATOR_TRY(const std::string text, file_text(file_, "The credentials file"));
    STATOR_TRY(const auto document, parse_file(file_, text));
    const auto folder = std::filesystem::path(file_).parent_path();
    auto keys = KeyRing::read(document.root(), "the file", folder);
    if (keys.has_error()) {
        return placed(file_, text, document.root(), std::move(keys).error());
    }
    const Versions of_policies = versions(keys->files());
    read.insert(read.end(), of_policies.begin(), of_policies.end());
    files.insert(files.end(), keys->files().begin(), keys->files().end());
    replace(*std::move(keys));
    const engine::WriterLock lock(mutex_);
    watched_ = std::move(files);
    read_versions_ = std::move(read);
    return {};
}

void KeyStore::refresh() {
    if (file_.empty()) return;
    {
        const engine::ReaderLock lock(mutex_);
        if (read_versions_ == versions(watched_)) return;
    }
    const auto loaded = load();
    if (!log_) return;
    log_(
        loaded.has_error() ? loaded.error().sentence + " The keys stay as they were."
                           : "The credentials file '" + file_ + "' was read again."
    );
}

void KeyStore::replace(KeyRing keys) {
    auto fresh = std::make_shared<const KeyRing>(std::move(keys));
    const engine::WriterLock lock(mutex_);
    keys_.swap(fresh);
}

std::shared_ptr<const KeyRing> KeyStore::keys() const {
    const engine::ReaderLock lock(mutex_);
    return keys_;
}

}  // namespace stator::emulator::access::authentication
