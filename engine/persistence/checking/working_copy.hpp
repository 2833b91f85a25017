// WorkingCopy: a copy of a data file and its change log in a temporary directory, where a check may
// open, migrate and fold it. The original is only read. No other Stator can use the original while
// it is copied.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "engine/persistence/checking/report.hpp"
#include "engine/persistence/data_file.hpp"

namespace stator::engine::persistence::checking {

class WorkingCopy {
public:
    // Copies a data directory or a single data file. Parts that the disk cannot read become zeros
    // and a problem in the report. The error is a message for the user: the path does not exist,
    // the data file is in use, it may not be read, or the copy cannot be written.
    static std::variant<std::unique_ptr<WorkingCopy>, DataFileError> make(
        const std::string& path, Report& report
    );

    WorkingCopy(const WorkingCopy&) = delete;
    WorkingCopy& operator=(const WorkingCopy&) = delete;
    ~WorkingCopy();

    const std::string& directory() const { return directory_; }

    std::string file() const { return directory_ + "/stator.db"; }

private:
    explicit WorkingCopy(std::string directory) : directory_(std::move(directory)) {}

    const std::string directory_;
};

}  // namespace stator::engine::persistence::checking
