#include "engine/base/file_identity.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <utility>

namespace stator::engine {

FileIdentity::FileIdentity(std::string path) : path_(std::move(path)) {
    struct stat status {};

    if (::stat(path_.c_str(), &status) != 0) return;
    device_ = status.st_dev;
    file_ = status.st_ino;
}

bool FileIdentity::has_vanished() const {
    if (file_ == 0) return false;

    struct stat status {};

    if (::stat(path_.c_str(), &status) != 0) return errno == ENOENT || errno == ENOTDIR;
    return status.st_dev != device_ || status.st_ino != file_;
}

}  // namespace stator::engine
