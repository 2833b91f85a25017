// Copy: tables of one endpoint of DynamoDB's API, copied to another.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "emulator/copying/copy_state.hpp"
#include "emulator/copying/crew.hpp"
#include "emulator/copying/progress.hpp"
#include "emulator/copying/rate_limit.hpp"
#include "emulator/copying/table_items.hpp"
#include "emulator/copying/table_plan.hpp"
#include "emulator/forms/accepted.hpp"
#include "emulator/moves/api_client.hpp"
#include "engine/base/clock.hpp"

namespace stator::emulator::copying {

struct CopyOptions {
    std::string state_path = "stator-copy.state";
    std::vector<std::string> tables;  // all when empty
    std::size_t segments = 8;
    double read_units = 0;  // a second; 0 is no limit
    double write_units = 0;
    bool takes_existing = false;      // fills tables that the target has already
    bool leaves_definitions = false;  // makes no tables
    bool is_dry = false;
    bool verifies = false;
    std::string rules_path = {};  // of anonymisation; "" for none
};

// Where a copy tells of itself. Borrows both streams.
struct CopyAudience {
    std::ostream& out;  // what a dry run finds
    std::ostream& err;  // how far it is
    bool is_terminal = false;
};

class Copy {
public:
    Copy(
        CopyOptions options,
        const moves::ApiSettings& from,
        const moves::ApiSettings& to,
        const engine::Clock& clock,
        CopyAudience audience
    );

    // Copies, or goes on with what the state file says. Error: one sentence, which says how far it
    // came.
    forms::Accepted<void> run();

private:
    forms::Accepted<void> copy_all();
    forms::Accepted<std::vector<TablePlan>> plan();
    forms::Accepted<void> check(const TablePlan& plan, bool is_ours) const;
    forms::Accepted<void> copy_table(std::size_t number, const TablePlan& plan);
    forms::Accepted<void> verify(const TablePlan& plan, std::size_t segments);
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
    std::unique_ptr<anonymising::Anonymiser> anonymiser_;
    std::unique_ptr<CopyState> state_;
    std::unique_ptr<CopyTools> tools_;
};

}  // namespace stator::emulator::copying
