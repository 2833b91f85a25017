#include "emulator/integrations/s3/folder_store.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "engine/base/descriptor.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::integrations::s3 {
namespace {

using engine::Descriptor;

using engine::transfer::ObjectInfo;
using engine::transfer::ObjectReader;
using engine::transfer::ObjectWriter;
using engine::transfer::Stored;
using engine::transfer::StoreError;
using engine::transfer::StoreFault;

// The prefix of the names of unfinished files; a number follows.
constexpr std::string_view kUnfinished = ".stator-unfinished-";
constexpr mode_t kFolderMode = 0777;
constexpr mode_t kFileMode = 0666;

StoreError failed(const std::string& what) {
    const int reason = errno;
    const bool is_refused = reason == EACCES || reason == EPERM || reason == EROFS ||
                            reason == ELOOP || reason == ENOTDIR || reason == EISDIR;
    return {
        is_refused ? StoreFault::AccessDenied : StoreFault::Broken,
        what + ": " + std::strerror(reason)};
}

// The parts of a key between its slashes; nullopt if no file can have that name.
std::optional<std::vector<std::string>> parts_of(const std::string& key) {
    std::vector<std::string> parts;
    for (std::size_t start = 0;;) {
        const std::size_t end = std::min(key.find('/', start), key.size());
        parts.push_back(key.substr(start, end - start));
        const std::string& part = parts.back();
        const bool is_name = !part.empty() && part != "." && part != ".." &&
                             part.find('\0') == std::string::npos && !part.starts_with(kUnfinished);
        if (!is_name) return std::nullopt;
        if (end == key.size()) return parts;
        start = end + 1;
    }
}

StoreError no_such_name(const std::string& key) {
    return {StoreFault::AccessDenied, "no file can have the key '" + key + "'"};
}

bool is_bucket_name(const std::string& bucket) {
    const auto parts = parts_of(bucket);
    return parts && parts->size() == 1;
}

Stored<Descriptor> open_bucket(const std::string& directory, const std::string& bucket) {
    const StoreError missing{
        StoreFault::NoSuchBucket, "there is no folder '" + bucket + "' in '" + directory + "'"};
    if (!is_bucket_name(bucket)) return missing;
    const std::string path = directory + "/" + bucket;
    Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.is_open()) return folder;
    if (errno == ENOENT || errno == ENOTDIR) return missing;
    return failed(path);
}

// Opens the folder that contains the object, below the bucket's folder.
Stored<Descriptor> open_parent(
    Descriptor folder, const std::vector<std::string>& parts, const std::string& key, bool makes
) {
    for (std::size_t at = 0; at + 1 < parts.size(); ++at) {
        const char* const name = parts[at].c_str();
        constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
        Descriptor next(::openat(folder.get(), name, kFlags));
        if (!next.is_open() && errno == ENOENT && makes) {
            if (::mkdirat(folder.get(), name, kFolderMode) != 0 && errno != EEXIST) {
                return failed(key);
            }
            next = Descriptor(::openat(folder.get(), name, kFlags));
        }
        if (!next.is_open()) {
            if (errno == ENOENT) return StoreError{StoreFault::NoSuchKey, "no object " + key};
            return failed(key);
        }
        folder = std::move(next);
    }
    return folder;
}

class FileWriter final : public ObjectWriter {
public:
    FileWriter(Descriptor folder, std::string name, std::string key)
        : folder_(std::move(folder)), name_(std::move(name)), key_(std::move(key)) {}

    ~FileWriter() override {
        if (file_.is_open()) ::unlinkat(folder_.get(), temporary_.c_str(), 0);
    }

    Stored<> begin() {
        static std::atomic<std::uint64_t> number{0};
        temporary_ =
            std::string(kUnfinished) + std::to_string(::getpid()) + "-" + std::to_string(++number);
        file_ = Descriptor(::openat(
            folder_.get(),
            temporary_.c_str(),
            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
            kFileMode
        ));
        if (!file_.is_open()) return failed(key_);
        return {};
    }

    Stored<> write(std::string_view bytes) override {
        while (!bytes.empty()) {
            const ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return failed(key_);
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
        return {};
    }

    // Some file systems report a full disk only on close.
    Stored<> finish() override {
        const bool is_closed = ::close(file_.release()) == 0;
        const char* const from = temporary_.c_str();
        if (is_closed && ::renameat(folder_.get(), from, folder_.get(), name_.c_str()) == 0) {
            return {};
        }
        StoreError error = failed(key_);
        ::unlinkat(folder_.get(), from, 0);
        return error;
    }

private:
    const Descriptor folder_;
    const std::string name_;
    const std::string key_;
    std::string temporary_;
    Descriptor file_;
};

class FileReader final : public ObjectReader {
public:
    FileReader(Descriptor file, std::string key) : file_(std::move(file)), key_(std::move(key)) {}

    Stored<std::size_t> read(std::span<char> buffer) override {
        for (;;) {
            const ssize_t got = ::read(file_.get(), buffer.data(), buffer.size());
            if (got >= 0) return static_cast<std::size_t>(got);
            if (errno != EINTR) return failed(key_);
        }
    }

private:
    const Descriptor file_;
    const std::string key_;
};

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

// Adds the objects of a folder whose keys begin with the prefix. `path` precedes their names. Skips
// folders in which no key can begin with it.
Stored<> add_objects(
    Descriptor folder,
    const std::string& path,
    const std::string& prefix,
    std::vector<ObjectInfo>& found
) {
    const int number = folder.get();
    const std::unique_ptr<DIR, CloseFolder> entries(::fdopendir(number));
    if (entries == nullptr) return failed(path);
    folder.release();
    while (const dirent* entry = ::readdir(entries.get())) {
        const std::string name = entry->d_name;
        if (name == "." || name == ".." || name.starts_with(kUnfinished)) continue;

        struct stat status {};

        if (::fstatat(number, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
        if (S_ISREG(status.st_mode) && (path + name).starts_with(prefix)) {
            found.push_back({path + name, static_cast<std::uint64_t>(status.st_size)});
        }
        const std::string inner = path + name + "/";
        const bool can_match = inner.starts_with(prefix) || prefix.starts_with(inner);
        if (!S_ISDIR(status.st_mode) || !can_match) continue;
        Descriptor next(
            ::openat(number, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        );
        if (!next.is_open()) return failed(inner);
        STATOR_CHECK(add_objects(std::move(next), inner, prefix, found));
    }
    return {};
}

}  // namespace

Stored<std::unique_ptr<ObjectWriter>> FolderStore::create(
    const std::string& bucket, const std::string& key
) {
    STATOR_TRY(Descriptor folder, open_bucket(directory_, bucket));
    const auto parts = parts_of(key);
    if (!parts) return no_such_name(key);
    STATOR_TRY(Descriptor parent, open_parent(std::move(folder), *parts, key, true));
    auto writer = std::make_unique<FileWriter>(std::move(parent), parts->back(), key);
    STATOR_CHECK(writer->begin());
    return std::unique_ptr<ObjectWriter>(std::move(writer));
}

Stored<std::unique_ptr<ObjectReader>> FolderStore::open(
    const std::string& bucket, const std::string& key
) {
    STATOR_TRY(Descriptor folder, open_bucket(directory_, bucket));
    const auto parts = parts_of(key);
    if (!parts) return no_such_name(key);
    STATOR_TRY(Descriptor parent, open_parent(std::move(folder), *parts, key, false));
    constexpr int kFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    Descriptor file(::openat(parent.get(), parts->back().c_str(), kFlags));
    if (!file.is_open()) {
        if (errno == ENOENT) return StoreError{StoreFault::NoSuchKey, "no object " + key};
        return failed(key);
    }
    return std::unique_ptr<ObjectReader>(std::make_unique<FileReader>(std::move(file), key));
}

Stored<std::vector<ObjectInfo>> FolderStore::list(
    const std::string& bucket, const std::string& prefix
) {
    STATOR_TRY(Descriptor folder, open_bucket(directory_, bucket));
    std::vector<ObjectInfo> found;
    STATOR_CHECK(add_objects(std::move(folder), "", prefix, found));
    std::ranges::sort(found, {}, &ObjectInfo::key);
    return found;
}

}  // namespace stator::emulator::integrations::s3
