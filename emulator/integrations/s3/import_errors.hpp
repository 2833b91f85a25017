// ImportErrors: the error logs of imports, for which AWS uses CloudWatch. Writes one file for each
// import, aws-dynamodb-imports/{import id}/error.json in the directory of the buckets. Thread-safe.
#pragma once

#include <string>

namespace stator::emulator::integrations::s3 {

class ImportErrors {
public:
    explicit ImportErrors(std::string directory) : directory_(std::move(directory)) {}

    // Appends a line to the import's log. Ignores failures.
    void operator()(const std::string& id, const std::string& line) const;

private:
    std::string directory_;
};

}  // namespace stator::emulator::integrations::s3
