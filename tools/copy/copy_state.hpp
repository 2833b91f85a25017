// CopyState: how far a copy has come, in a file that is whole at every moment, so that the same
// command goes on where the last one was killed. Thread-safe.
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
    std::string next = {};  // the key behind which it goes on, as JSON; "" from the start
    bool is_done = false;
    std::uint64_t items = 0;  // that are there for certain
};

struct TableState {
    std::string name;
    bool is_ours = false;  // this copy makes the table
    bool is_finished = false;
    std::vector<SegmentState> segments = {};

    std::uint64_t items() const;
};

class CopyState {
public:
    // `subject` says which copy it is: "http://a (eu-west-1) to http://b (us-east-1)". Errors: the
    // file is no state of a copy, or that of another one.
    static emulator::Accepted<std::unique_ptr<CopyState>> open(
        std::string path, std::string subject
    );

    // Whether the file was there.
    bool has_begun() const { return has_begun_; }

    std::vector<TableState> tables() const;

    // Changes the tables and saves them, before anybody else does. Error: the file cannot be
    // written.
    emulator::Accepted<void> change(const std::function<void(std::vector<TableState>&)>& make);

    // The copy is done: the file goes.
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
