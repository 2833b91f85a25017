// FormerLog: the content of SQLite's write-ahead log at one moment, to get it back later.
#pragma once

#include <optional>
#include <string>

namespace stator::engine::persistence::sqlite {

class FormerLog {
public:
    // Reads the file, which may be missing. Throws std::system_error if it cannot be read.
    explicit FormerLog(std::string path);

    // Gives the file its former content, if SQLite has only appended to it since and has closed it.
    // A process that is killed meanwhile leaves a log with the same valid changes. If the disk
    // refuses it, the later changes stay.
    void restore() const;

private:
    const std::string path_;
    std::optional<std::string> content_;  // not set if the file is missing or empty
};

}  // namespace stator::engine::persistence::sqlite
