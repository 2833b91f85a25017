#include "emulator/auth/key_store.hpp"

#include <system_error>
#include <utility>

#include "emulator/forms/file_text.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::auth {

KeyStore::Version KeyStore::version() const {
    std::error_code ignored;
    Version version;
    version.time = std::filesystem::last_write_time(file_, ignored);
    version.bytes = std::filesystem::file_size(file_, ignored);
    return version;
}

forms::Accepted<void> KeyStore::load() {
    if (file_.empty()) return {};
    {
        const engine::WriterLock lock(mutex_);
        read_version_ = version();
    }
    STATOR_TRY(std::string text, forms::file_text(file_, "The credentials file"));
    const std::string the_file = "The credentials file '" + file_ + "' ";
    const auto document = protocol::wire::JsonDocument::parse(std::move(text));
    if (!document) {
        return forms::Refusal{
            the_file +
            "is not JSON; it has the form {\"account\":\"123456789012\",\"users\":{…}}."};
    }
    auto keys = KeyRing::read(document->root(), "the file");
    if (keys.has_error()) {
        return forms::Refusal{the_file + "has a mistake: " + keys.error().sentence};
    }
    replace(*std::move(keys));
    return {};
}

void KeyStore::refresh() {
    if (file_.empty()) return;
    {
        const engine::ReaderLock lock(mutex_);
        if (read_version_ == version()) return;
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

}  // namespace stator::emulator::auth
