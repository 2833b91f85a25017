// WorkingCopy: a data file with its change log, copied into a temporary directory of its own, where
// a check may open, migrate and fold it. The original is only read. No other Stator can use it
// during the copy.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "engine/persistence/checking/report.hpp"
#include "engine/persistence/data_file.hpp"

namespace stator::engine::persistence::checking {

class WorkingCopy {
public:
    // Of a data directory, or of a single data file. What the disk does not give back becomes zeros
    // and a problem. The error is a sentence: nothing is there, it is in use, it may not be read,
    // or there is no room for the copy.
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
