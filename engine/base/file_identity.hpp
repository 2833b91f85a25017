// FileIdentity: notices when a file that is in use loses its name.
#pragma once

#include <sys/types.h>

#include <string>

namespace stator::engine {

class FileIdentity {
public:
    // Remembers the file that has the path now, if any.
    explicit FileIdentity(std::string path);

    const std::string& path() const { return path_; }

    // True if the path names no file, or another one than was remembered. False if that cannot be
    // determined, or if there was no file to remember. Opens no file. Thread-safe.
    bool has_vanished() const;

private:
    std::string path_;
    dev_t device_ = 0;
    ino_t file_ = 0;
};

}  // namespace stator::engine
