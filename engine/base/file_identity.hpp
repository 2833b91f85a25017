// FileIdentity: detects that a file in use was removed, renamed or replaced.
#pragma once

#include <sys/types.h>

#include <string>

namespace stator::engine {

class FileIdentity {
public:
    // Remembers the file that is at the path now, if any.
    explicit FileIdentity(std::string path);

    const std::string& path() const { return path_; }

    // True if no file is at the path, or a different file than the remembered one. False if that
    // cannot be determined, or if no file was remembered. Opens no file. Thread-safe.
    bool has_vanished() const;

private:
    std::string path_;
    dev_t device_ = 0;
    ino_t file_ = 0;
};

}  // namespace stator::engine
