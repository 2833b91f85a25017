// The C library's calls for files, replaced in this program. SQLite and the standard library also
// call these, because a program's own functions take precedence over those of libraries.
#include <dlfcn.h>

#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <string_view>

#include "tests/disk/disk_state.hpp"

#define STATOR_INTERPOSED extern "C" __attribute__((visibility("default"), used))

namespace {

namespace sd = stator::disk;

// The machine was started at another time than for the test that checks the files afterwards.
constexpr std::string_view kBootId = "/proc/sys/kernel/random/boot_id";

int opened(const char* path, int flags, mode_t mode) {
    if (sd::disk().concerns(path)) return sd::disk().open(path, flags, mode);
    if (sd::disk().loses_power() && path == kBootId) path = "/proc/sys/kernel/ostype";
    const int handle = sd::raw_open(path, flags, mode);
    sd::disk().forget(handle);
    return handle;
}

int opened_at(int folder, const char* name, int flags, mode_t mode) {
    const std::string path = sd::disk().path_in(folder, name);
    if (!path.empty()) return sd::disk().open(path.c_str(), flags, mode);
    const int handle = static_cast<int>(::syscall(SYS_openat, folder, name, flags, mode));
    sd::disk().forget(handle);
    return handle;
}

std::FILE* opened_stream(const char* name, const char* path, const char* mode) {
    using Open = std::FILE* (*)(const char*, const char*);
    const auto real = reinterpret_cast<Open>(::dlsym(RTLD_NEXT, name));
    if (!sd::disk().concerns(path)) return real(path, mode);
    if (sd::disk().fails_to_open()) return nullptr;
    std::FILE* const stream = real(path, mode);
    if (stream != nullptr) sd::disk().adopt(::fileno(stream), path);
    return stream;
}

// The mode follows the flags if a file may be created.
#define STATOR_MODE(flags)                                  \
    mode_t mode = 0;                                        \
    if (((flags)&O_CREAT) != 0) {                           \
        std::va_list arguments;                             \
        va_start(arguments, flags);                         \
        mode = static_cast<mode_t>(va_arg(arguments, int)); \
        va_end(arguments);                                  \
    }

}  // namespace

STATOR_INTERPOSED int open(const char* path, int flags, ...) {
    STATOR_MODE(flags)
    return opened(path, flags, mode);
}

STATOR_INTERPOSED int open64(const char* path, int flags, ...) {
    STATOR_MODE(flags)
    return opened(path, flags, mode);
}

STATOR_INTERPOSED int openat(int folder, const char* name, int flags, ...) {
    STATOR_MODE(flags)
    return opened_at(folder, name, flags, mode);
}

STATOR_INTERPOSED int openat64(int folder, const char* name, int flags, ...) {
    STATOR_MODE(flags)
    return opened_at(folder, name, flags, mode);
}

STATOR_INTERPOSED std::FILE* fopen(const char* path, const char* mode) {
    return opened_stream("fopen", path, mode);
}

STATOR_INTERPOSED std::FILE* fopen64(const char* path, const char* mode) {
    return opened_stream("fopen64", path, mode);
}

STATOR_INTERPOSED int fclose(std::FILE* stream) {
    using Close = int (*)(std::FILE*);
    static const auto real = reinterpret_cast<Close>(::dlsym(RTLD_NEXT, "fclose"));
    sd::disk().forget(::fileno(stream));
    return real(stream);
}

STATOR_INTERPOSED int close(int handle) {
    sd::disk().forget(handle);
    return static_cast<int>(::syscall(SYS_close, handle));
}

STATOR_INTERPOSED ssize_t write(int handle, const void* bytes, std::size_t count) {
    if (sd::disk().is_ours(handle)) return sd::disk().write(handle, bytes, count, std::nullopt);
    return ::syscall(SYS_write, handle, bytes, count);
}

STATOR_INTERPOSED ssize_t pwrite(int handle, const void* bytes, std::size_t count, off_t place) {
    if (sd::disk().is_ours(handle)) return sd::disk().write(handle, bytes, count, place);
    return sd::raw_pwrite(handle, bytes, count, place);
}

STATOR_INTERPOSED ssize_t
pwrite64(int handle, const void* bytes, std::size_t count, off64_t place) {
    return ::pwrite(handle, bytes, count, place);
}

STATOR_INTERPOSED ssize_t read(int handle, void* bytes, std::size_t count) {
    if (sd::disk().is_ours(handle)) return sd::disk().read(handle, bytes, count, std::nullopt);
    return ::syscall(SYS_read, handle, bytes, count);
}

STATOR_INTERPOSED ssize_t pread(int handle, void* bytes, std::size_t count, off_t place) {
    if (sd::disk().is_ours(handle)) return sd::disk().read(handle, bytes, count, place);
    return sd::raw_pread(handle, bytes, count, place);
}

STATOR_INTERPOSED ssize_t pread64(int handle, void* bytes, std::size_t count, off64_t place) {
    return ::pread(handle, bytes, count, place);
}

STATOR_INTERPOSED int fsync(int handle) {
    if (sd::disk().is_ours(handle)) return sd::disk().sync(handle);
    return static_cast<int>(::syscall(SYS_fsync, handle));
}

STATOR_INTERPOSED int fdatasync(int handle) {
    if (sd::disk().is_ours(handle)) return sd::disk().sync(handle);
    return static_cast<int>(::syscall(SYS_fdatasync, handle));
}

STATOR_INTERPOSED int ftruncate(int handle, off_t size) noexcept {
    if (sd::disk().is_ours(handle)) return sd::disk().truncate(handle, size);
    return static_cast<int>(::syscall(SYS_ftruncate, handle, size));
}

STATOR_INTERPOSED int ftruncate64(int handle, off64_t size) noexcept {
    return ::ftruncate(handle, size);
}

STATOR_INTERPOSED int rename(const char* from, const char* to) noexcept {
    if (sd::disk().concerns(from)) return sd::disk().rename(from, to);
    return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0U));
}

STATOR_INTERPOSED int renameat(
    int old_folder, const char* from, int folder, const char* to
) noexcept {
    const std::string path = sd::disk().path_in(old_folder, from);
    if (!path.empty()) return sd::disk().rename(path, sd::disk().path_in(folder, to));
    return static_cast<int>(::syscall(SYS_renameat2, old_folder, from, folder, to, 0U));
}

STATOR_INTERPOSED int unlink(const char* path) noexcept {
    if (sd::disk().concerns(path)) return sd::disk().unlink(path);
    return static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

STATOR_INTERPOSED int remove(const char* path) noexcept {
    const int result = ::unlink(path);
    if (result == 0 || errno != EISDIR) return result;
    return static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR));
}
