// FormerLog: remembers the content of SQLite's write-ahead log, to restore it later.
#pragma once

#include <optional>
#include <string>

namespace stator::engine::persistence::sqlite {

class FormerLog {
public:
    // Reads the file, which may be missing. Throws std::system_error if it cannot be read.
    explicit FormerLog(std::string path);

    // Restores the file's former content. Precondition: SQLite has since only appended to the file,
    // and has closed it. If the process is killed during this call, the log has the same valid
    // changes. If the disk refuses, the later changes stay.
    void restore() const;

private:
    const std::string path_;
    std::optional<std::string> content_;  // not set if the file is missing or empty
};

}  // namespace stator::engine::persistence::sqlite
