// System: the engine under test, below HTTP, with a clock and a disk in the simulation's hands.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/clock.hpp"
#include "engine/engine.hpp"
#include "tests/simulation/lossy_data_file.hpp"
#include "tests/simulation/operations/requests.hpp"

namespace stator::simulation {

struct SystemOptions {
    std::int64_t time_to_live_delay_ms = 0;
    std::int64_t table_delay_ms = 0;
    bool is_persistent = false;
    JournalFault journal_fault = JournalFault::None;
};

// What an operation answered.
struct Answer {
    std::string error;                 // the type, "" for success
    std::vector<std::string> reasons;  // codes, of a cancelled transaction
    std::string text;                  // the reply, or the error's message
};

class System {
public:
    // Creates the tables; what is persistent lies in a temporary directory of its own.
    explicit System(const SystemOptions& options);
    ~System();
    System(const System&) = delete;
    System& operator=(const System&) = delete;

    Answer run(const Request& request);

    // Does what is due now, as every request does first.
    void run_due() { universe().run_due_if_needed(); }

    void advance(std::int64_t milliseconds) { clock_.advance(milliseconds); }

    std::int64_t now_ms() const { return clock_.now().unix_ms(); }

    // Splits a partition of the table and of each of its global indexes.
    void split(std::size_t table, std::uint64_t hash);

    std::shared_ptr<engine::table::Table> table(std::size_t table);

    engine::Universe& universe() { return engine_->default_universe(); }

    engine::RequestContext context() const;

    bool is_persistent() const { return options_.is_persistent; }

    // Null in memory.
    LossyJournal* journal();

    // Closes cleanly and opens again. Persistent only.
    void restart();
    // Loses what was not synced but the next `kept` batches, and opens again; the last ticket that
    // was saved. Persistent only.
    std::uint64_t crash(std::size_t kept);

private:
    void open();

    const SystemOptions options_;
    std::string directory_;
    engine::ManualClock clock_{engine::Instant(1'750'000'000'000)};
    std::unique_ptr<engine::Engine> engine_;
};

}  // namespace stator::simulation
