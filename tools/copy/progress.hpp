// Progress: shows a user the progress of a copy. On a terminal it is one line that is overwritten;
// elsewhere it is one line every ten seconds. add() may be called by any thread, the other
// functions only by one.
#pragma once

#include <atomic>
#include <cstdint>
#include <iosfwd>
#include <string>

#include "engine/base/clock.hpp"

namespace stator::tools::copy {

struct ProgressFigures {
    std::string what;  // "Orders"
    std::uint64_t items = 0;
    std::uint64_t expected = 0;   // 0: unknown
    std::uint64_t items_now = 0;  // the part of `items` since begin()
    std::int64_t elapsed_ms = 0;
};

// Returns "Orders: 120000 of about 500000 items, 24 %, 31200 a second, 12 s to go".
std::string progress_text(const ProgressFigures& figures);

// Returns "12 s", "3 min 20 s" or "2 h 5 min".
std::string duration_text(std::int64_t milliseconds);

class Progress {
public:
    Progress(std::ostream& out, bool is_terminal, const engine::Clock& clock)
        : out_(out), is_terminal_(is_terminal), clock_(clock) {}

    // Begins a piece of work with `already` finished items.
    void begin(std::string what, std::uint64_t expected, std::uint64_t already);

    void add(std::uint64_t items) { items_ += items; }

    // Must be called regularly; writes when a line is due.
    void tick();
    // Writes a line that is not overwritten.
    void say(const std::string& line);

private:
    std::ostream& out_;
    const bool is_terminal_;
    const engine::Clock& clock_;
    std::string what_;
    std::uint64_t expected_ = 0;
    std::uint64_t already_ = 0;
    std::atomic<std::uint64_t> items_{0};
    engine::Instant began_;
    engine::Instant next_line_;
    bool has_line_ = false;
};

}  // namespace stator::tools::copy
