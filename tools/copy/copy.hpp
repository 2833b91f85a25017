// Copy: copies tables from one endpoint with DynamoDB's API to another.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "engine/base/clock.hpp"
#include "tools/client/api_client.hpp"
#include "tools/copy/copy_state.hpp"
#include "tools/copy/crew.hpp"
#include "tools/copy/progress.hpp"
#include "tools/copy/rate_limit.hpp"
#include "tools/copy/table_items.hpp"
#include "tools/copy/table_plan.hpp"

namespace stator::tools::copy {

struct CopyOptions {
    std::string state_path = "stator-copy.state";
    std::vector<std::string> tables;  // all if empty
    std::size_t segments = 8;
    double read_units = 0;  // per second; 0 means no limit
    double write_units = 0;
    bool takes_existing = false;      // fills tables that exist at the target
    bool leaves_definitions = false;  // creates no tables
    bool is_dry = false;
    bool verifies = false;
    std::string rules_path = {};  // of anonymisation; "" for none
};

// Where a copy reports. Borrows both streams.
struct CopyAudience {
    std::ostream& out;  // the findings of a dry run
    std::ostream& err;  // progress
    bool is_terminal = false;
};

class Copy {
public:
    Copy(
        CopyOptions options,
        const client::ApiSettings& from,
        const client::ApiSettings& to,
        const engine::Clock& clock,
        CopyAudience audience
    );

    // Copies the tables, or resumes from the state file. Error: one sentence that reports the
    // progress.
    emulator::Accepted<void> run();

private:
    emulator::Accepted<void> copy_all();
    emulator::Accepted<std::vector<TablePlan>> plan();
    emulator::Accepted<void> check(const TablePlan& plan, bool is_ours) const;
    emulator::Accepted<void> copy_table(std::size_t number, const TablePlan& plan);
    emulator::Accepted<void> verify(const TablePlan& plan, std::size_t segments);
    void tell(const std::vector<TablePlan>& plans) const;
    std::uint64_t copied_items() const;

    const CopyOptions options_;
    std::string subject_;
    const engine::Clock& clock_;
    const CopyAudience audience_;
    Pause pause_;
    RateLimit reads_;
    RateLimit writes_;
    Progress progress_;
    std::vector<std::unique_ptr<Link>> links_;
    std::unique_ptr<anonymise::Anonymiser> anonymiser_;
    std::unique_ptr<CopyState> state_;
    std::unique_ptr<CopyTools> tools_;
};

}  // namespace stator::tools::copy
