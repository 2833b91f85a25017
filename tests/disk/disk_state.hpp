// The state of the failing disk: files as they were last synced, names that are not yet durable,
// the calls so far. Used only by failing_disk.cpp and interposed_calls.cpp.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/disk/failing_disk.hpp"

namespace stator::disk {

// The smallest unit that a disk writes as a whole.
inline constexpr std::size_t kPageBytes = 512;

// The kernel's own calls, which bypass the definitions below.
inline int raw_open(const char* path, int flags, mode_t mode = 0) {
    return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

inline ssize_t raw_pread(int file, void* bytes, std::size_t count, off_t place) {
    return ::syscall(SYS_pread64, file, bytes, count, place);
}

inline ssize_t raw_pwrite(int file, const void* bytes, std::size_t count, off_t place) {
    return ::syscall(SYS_pwrite64, file, bytes, count, place);
}

inline void raw_link(const std::string& from, const std::string& to) {
    ::syscall(SYS_linkat, AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), 0);
}

inline void raw_rename(const std::string& from, const std::string& to) {
    ::syscall(SYS_renameat2, AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), 0U);
}

inline void raw_unlink(const std::string& path) {
    ::syscall(SYS_unlinkat, AT_FDCWD, path.c_str(), 0);
}

// A file, under any name: its contents at the last sync, where they differ from the current ones.
struct File {
    int handle = -1;  // opened by this class
    std::optional<off_t> synced_size;
    // The size that the file was cut to since then.
    std::optional<off_t> cut_to;
    std::map<std::uint64_t, std::string> synced_pages;
    // Pages that a failed sync has lost: no sync keeps them, only writing them again does.
    std::map<std::uint64_t, std::string> lost_pages;

    off_t size() const {
        struct stat status {};

        return ::fstat(handle, &status) == 0 ? status.st_size : 0;
    }

    // Before [place, place + count) is written, or cut off.
    void note(off_t place, std::size_t count) {
        if (!synced_size) synced_size = size();
        const auto first = static_cast<std::uint64_t>(place) / kPageBytes;
        const auto end = (static_cast<std::uint64_t>(place) + count + kPageBytes - 1) / kPageBytes;
        for (std::uint64_t page = first; page < end; ++page) {
            if (auto lost = lost_pages.extract(page)) synced_pages.insert(std::move(lost));
            if (synced_pages.contains(page)) continue;
            std::string bytes(kPageBytes, '\0');
            const ssize_t got = raw_pread(
                handle, bytes.data(), bytes.size(), static_cast<off_t>(page * kPageBytes)
            );
            bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
            synced_pages.emplace(page, std::move(bytes));
        }
    }

    void sync() {
        synced_pages.clear();
        synced_size.reset();
        cut_to.reset();
    }

    void lose() {
        lost_pages.merge(synced_pages);
        sync();
    }

    // Restores the contents that the disk has after a power failure.
    void cut(std::mt19937_64* choice) {
        const auto goes = [&] { return choice == nullptr || ((*choice)() & 1U) != 0; };
        // A file system cuts off the whole end of a file or nothing: if it cut off nothing, nothing
        // was written there since.
        if (cut_to && goes()) {
            for (const auto& [page, bytes] : synced_pages) restore(page, bytes);
            static_cast<void>(::syscall(SYS_ftruncate, handle, *synced_size));
            sync();
        }
        for (auto* pages : {&lost_pages, &synced_pages}) {
            for (const auto& [page, bytes] : *pages) {
                if (!goes()) continue;
                const bool is_cut_off = cut_to && static_cast<off_t>(page * kPageBytes) >= *cut_to;
                restore(page, is_cut_off ? std::string() : bytes);
            }
        }
        // A size that grew may be durable although the pages are not.
        if (cut_to) synced_size = cut_to;
        if (synced_size && goes()) {
            static_cast<void>(::syscall(SYS_ftruncate, handle, *synced_size));
        }
    }

    // Not beyond the end of the page's bytes and of the file.
    void restore(std::uint64_t page, const std::string& bytes) {
        std::string whole = bytes;
        whole.resize(kPageBytes);
        const auto place = static_cast<off_t>(page * kPageBytes);
        const auto room = std::max<off_t>(size() - place, 0);
        const auto count = std::min<std::size_t>(
            std::max<std::size_t>(bytes.size(), static_cast<std::size_t>(room)), kPageBytes
        );
        static_cast<void>(raw_pwrite(handle, whole.data(), count, place));
    }
};

// A change of a directory that is not yet durable and can be undone.
struct NameChange {
    enum class Kind : unsigned char { Made, Moved, Gone };
    Kind kind;
    std::string path;       // the current one
    std::string was = {};   // Moved: the name before
    std::string kept = {};  // a second name of the file that was replaced or removed
};

class Disk {
public:
    void arm(const Plan& plan) {
        const std::lock_guard lock(mutex_);
        plan_ = plan;
        choice_.seed(plan.seed);
        shadow_ = plan.directory + ".shadow";
        ::syscall(SYS_mkdirat, AT_FDCWD, shadow_.c_str(), 0777);
        is_armed_ = true;
    }

    std::vector<Call> calls() {
        const std::lock_guard lock(mutex_);
        return calls_;
    }

    bool loses_power() const { return is_armed_ && plan_.loses_power; }

    bool concerns(const char* path) const {
        return is_armed_ && path != nullptr && std::string(path).starts_with(plan_.directory);
    }

    // The path below the directory; "" if it is not below it.
    std::string path_in(int folder, const char* name) {
        if (!is_armed_) return {};
        if (name[0] == '/') return concerns(name) ? name : std::string();
        const std::lock_guard lock(mutex_);
        const auto known = directories_.find(folder);
        return known == directories_.end() ? std::string() : known->second + "/" + name;
    }

    // The fault of this call; errno is set.
    Fault count(Call call) {
        calls_.push_back(call);
        // Threads may overtake each other: the first call that can fail, starting with that number.
        if (is_met_ || calls_.size() < plan_.at || !is_possible(plan_.fault, call)) {
            return Fault::None;
        }
        is_met_ = true;
        switch (plan_.fault) {
            case Fault::Kill: ::_exit(kKilled);
            case Fault::PowerCut: cut(false);
            case Fault::PowerMixed: cut(true);
            case Fault::Error:
            case Fault::Torn:
            case Fault::Lost: errno = EIO; break;
            case Fault::Full: errno = ENOSPC; break;
            case Fault::Short:
            case Fault::None: break;
        }
        return plan_.fault;
    }

    int open(const char* path, int flags, mode_t mode) {
        const std::lock_guard lock(mutex_);

        struct stat status {};

        const bool is_there = ::lstat(path, &status) == 0;
        const bool is_made = (flags & O_CREAT) != 0 && !is_there;
        if (is_there && S_ISDIR(status.st_mode)) return open_directory(path, flags, mode);
        if (count(is_made ? Call::Create : Call::Open) != Fault::None) return -1;
        const bool is_emptied = (flags & O_TRUNC) != 0 && is_there;
        if (is_emptied) file_of(path).note(0, static_cast<std::size_t>(status.st_size));
        const int handle = raw_open(path, flags, mode);
        if (handle < 0) return handle;
        if (is_made) names_.push_back({NameChange::Kind::Made, path});
        handles_[handle] = identity_of(handle);
        file_of(path);
        return handle;
    }

    bool fails_to_open() {
        const std::lock_guard lock(mutex_);
        return count(Call::Open) != Fault::None;
    }

    // Starts tracking a stream that is read.
    void adopt(int handle, const char* path) {
        const std::lock_guard lock(mutex_);
        handles_[handle] = identity_of(handle);
        file_of(path);
    }

    void forget(int handle) {
        if (!is_armed_) return;
        const std::lock_guard lock(mutex_);
        handles_.erase(handle);
        directories_.erase(handle);
    }

    bool is_ours(int handle) {
        if (!is_armed_) return false;
        const std::lock_guard lock(mutex_);
        return handles_.contains(handle) || directories_.contains(handle);
    }

    ssize_t write(int handle, const void* bytes, std::size_t size, std::optional<off_t> place) {
        const std::lock_guard lock(mutex_);
        const Fault fault = count(Call::Write);
        if (fault == Fault::Error || fault == Fault::Full) return -1;
        const bool is_half = fault == Fault::Torn || fault == Fault::Short;
        const std::size_t done = is_half ? std::max<std::size_t>(size / 2, 1) : size;
        File& file = file_of_handle(handle);
        off_t start = 0;
        if (place) {
            start = *place;
        } else {
            const bool appends = (::fcntl(handle, F_GETFL) & O_APPEND) != 0;
            start = appends ? file.size() : ::lseek(handle, 0, SEEK_CUR);
        }
        file.note(start, done);
        const ssize_t written = place ? raw_pwrite(handle, bytes, done, *place)
                                      : ::syscall(SYS_write, handle, bytes, done);
        if (fault != Fault::Torn) return written;
        errno = EIO;
        return -1;
    }

    ssize_t read(int handle, void* bytes, std::size_t size, std::optional<off_t> place) {
        const std::lock_guard lock(mutex_);
        const Fault fault = count(Call::Read);
        if (fault == Fault::Error) return -1;
        const std::size_t wanted =
            fault == Fault::Short ? std::max<std::size_t>(size / 2, 1) : size;
        return place ? raw_pread(handle, bytes, wanted, *place)
                     : ::syscall(SYS_read, handle, bytes, wanted);
    }

    // Nothing is synced on the real disk: the machine does not lose its power.
    int sync(int handle) {
        const std::lock_guard lock(mutex_);
        const Fault fault = count(Call::Sync);
        const bool is_directory = directories_.contains(handle);
        if (fault == Fault::Lost && !is_directory) file_of_handle(handle).lose();
        if (fault != Fault::None) return -1;
        if (is_directory) {
            names_.clear();
        } else {
            file_of_handle(handle).sync();
        }
        return 0;
    }

    int truncate(int handle, off_t size) {
        const std::lock_guard lock(mutex_);
        if (count(Call::Truncate) != Fault::None) return -1;
        File& file = file_of_handle(handle);
        const off_t before = file.size();
        if (!file.synced_size) file.synced_size = before;
        if (size < before) {
            file.note(size, static_cast<std::size_t>(before - size));
            file.cut_to = std::min(size, file.cut_to.value_or(size));
        }
        return static_cast<int>(::syscall(SYS_ftruncate, handle, size));
    }

    int rename(const std::string& from, const std::string& to) {
        const std::lock_guard lock(mutex_);
        if (count(Call::Rename) != Fault::None) return -1;
        const std::string kept = keep(to);
        const long result =
            ::syscall(SYS_renameat2, AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), 0U);
        if (result == 0) names_.push_back({NameChange::Kind::Moved, to, from, kept});
        return static_cast<int>(result);
    }

    int unlink(const std::string& path) {
        const std::lock_guard lock(mutex_);
        if (::access(path.c_str(), F_OK) != 0) return -1;
        if (count(Call::Remove) != Fault::None) return -1;
        const std::string kept = keep(path);
        const long result = ::syscall(SYS_unlinkat, AT_FDCWD, path.c_str(), 0);
        if (result == 0) names_.push_back({NameChange::Kind::Gone, path, {}, kept});
        return static_cast<int>(result);
    }

    [[noreturn]] void cut_power(bool is_mixed) {
        const std::lock_guard lock(mutex_);
        cut(is_mixed);
    }

private:
    using Identity = std::pair<dev_t, ino_t>;

    static Identity identity_of(int handle) {
        struct stat status {};

        ::fstat(handle, &status);
        return {status.st_dev, status.st_ino};
    }

    int open_directory(const char* path, int flags, mode_t mode) {
        if (count(Call::Open) != Fault::None) return -1;
        const int handle = raw_open(path, flags, mode);
        if (handle >= 0) directories_[handle] = path;
        return handle;
    }

    File& file_of(const char* path) {
        const int handle = raw_open(path, O_RDWR | O_CLOEXEC);
        const Identity identity = identity_of(handle);
        auto& file = files_[identity];
        if (file.handle < 0) {
            file.handle = handle;
        } else {
            ::syscall(SYS_close, handle);
        }
        return file;
    }

    File& file_of_handle(int handle) { return files_.at(handles_.at(handle)); }

    // Gives the file a second name, and returns it; "" if the file does not exist.
    std::string keep(const std::string& path) {
        if (::access(path.c_str(), F_OK) != 0) return {};
        const std::string kept = shadow_ + "/" + std::to_string(++kept_);
        raw_link(path, kept);
        return kept;
    }

    // Undoes the changes of names: all, or the latest ones.
    void undo_names(bool is_mixed) {
        const std::size_t kept = is_mixed && !names_.empty() ? choice_() % (names_.size() + 1) : 0;
        while (names_.size() > kept) {
            const NameChange change = std::move(names_.back());
            names_.pop_back();
            if (change.kind == NameChange::Kind::Made) raw_unlink(change.path);
            if (change.kind == NameChange::Kind::Moved) raw_rename(change.path, change.was);
            if (!change.kept.empty()) raw_rename(change.kept, change.path);
        }
    }

    [[noreturn]] void cut(bool is_mixed) {
        for (auto& [identity, file] : files_) file.cut(is_mixed ? &choice_ : nullptr);
        undo_names(is_mixed);
        ::_exit(kKilled);
    }

    std::mutex mutex_;
    bool is_armed_ = false;
    bool is_met_ = false;
    Plan plan_;
    std::mt19937_64 choice_;
    std::string shadow_;
    std::uint64_t kept_ = 0;
    std::vector<Call> calls_;
    std::map<int, Identity> handles_;
    std::map<int, std::string> directories_;
    std::map<Identity, File> files_;
    std::vector<NameChange> names_;  // that are not durable, in order
};

// The disk of this process. Never destroyed: files are closed until the process has ended.
Disk& disk();

}  // namespace stator::disk
