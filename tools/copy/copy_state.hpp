// CopyState: the progress of a copy, in a file that is complete at every moment, so that the same
// command resumes after the process was killed. Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/base/accepted.hpp"

namespace stator::tools::copy {

struct SegmentState {
    std::string next = {};  // last copied key, as JSON; "" for the start
    bool is_done = false;
    std::uint64_t items = 0;  // certainly at the target
};

struct TableState {
    std::string name;
    bool is_ours = false;  // created by this copy
    bool is_finished = false;
    std::vector<SegmentState> segments = {};

    // Number of items of all segments.
    std::uint64_t items() const;
};

class CopyState {
public:
    // `subject` identifies the copy: "http://a (eu-west-1) to http://b (us-east-1)". Errors: the
    // file is not a copy's state, or it belongs to another copy.
    static emulator::Accepted<std::unique_ptr<CopyState>> open(
        std::string path, std::string subject
    );

    // Whether the file existed.
    bool has_begun() const { return has_begun_; }

    // Returns a copy of the present state.
    std::vector<TableState> tables() const;

    // Changes the tables and saves them as one atomic step. Error: the file cannot be written.
    emulator::Accepted<void> change(const std::function<void(std::vector<TableState>&)>& make);

    // Deletes the file, because the copy is complete.
    void remove();

private:
    CopyState(std::string path, std::string subject)
        : path_(std::move(path)), subject_(std::move(subject)) {}

    emulator::Accepted<void> read(std::string_view text);

    const std::string path_;
    const std::string subject_;
    bool has_begun_ = false;
    mutable std::mutex mutex_;
    std::vector<TableState> tables_;
};

}  // namespace stator::tools::copy
