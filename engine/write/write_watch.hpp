// WriteWatch: checks the throughput of the table and its indexes for one write, and reports the
// cost to meters. Costs two loads if nothing is metered.
//
// It must not outlive the locks of its write. Deletions by time to live are free.
#pragma once

#include "engine/base/request_context.hpp"
#include "engine/capacity/throughput.hpp"
#include "engine/faults/rare_answers.hpp"
#include "engine/faults/watched_context.hpp"
#include "engine/write/intent.hpp"
#include "engine/write/preparation.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/consumed_capacity.hpp"

namespace stator::engine::write {

class WriteWatch {
public:
    // `meets_rare_throttle` is false for an action of a transaction in which another action is
    // throttled.
    WriteWatch(
        capacity::Throughput& throughput,
        const faults::WatchedContext& context,
        const WriteIntent& intent,
        bool meets_rare_throttle = true
    )
        : throughput_(throughput),
          context_(context),
          intent_(intent),
          meets_rare_throttle_(meets_rare_throttle && intent.meets_rare_throttle) {}

    // Called before the condition is evaluated.
    // Error: the table or its partition has no capacity left, or a rare answer throttles the write.
    Result<void> admit() const {
        if (throttles_rarely()) STATOR_CHECK(throttle_table_rarely());
        if (!throttles()) return {};
        return admit_table();
    }

    // Error: an index that the write changes has no capacity left, or a rare answer throttles the
    // index.
    Result<void> admit(const table::IndexEffects& effects) const {
        if (throttles_rarely()) return throttle_rarely(effects);
        if (!throttles() || effects.empty()) return {};
        return admit_indexes(effects);
    }

    // Reports the cost of the write. In a transaction the table's cost is multiplied by
    // `table_factor`.
    void note(const PreparedWrite& write, double table_factor = 1) const {
        if (is_watched()) tell(write, table_factor);
    }

    // True if the cost is metered.
    bool is_watched() const { return context_.meter != nullptr || throttles(); }

    // Reports a write whose condition was false.
    // AWS: a failed conditional write consumes units by the size of the existing item, at least one
    // unit. [doc developerguide/WorkingWithItems ConditionalUpdate]
    void note_refusal(const ApiError& error, const values::ItemImagePtr& old_image) const {
        if (error.type != protocol::ErrorType::ConditionalCheckFailedException) return;
        if (is_watched()) tell_refusal(old_image);
    }

private:
    bool throttles() const {
        return throughput_.is_watching() && !context_.is_observer &&
               intent_.cause == WriteCause::Request;
    }

    bool throttles_rarely() const {
        return context_.rare_answers != nullptr && intent_.cause == WriteCause::Request &&
               context_.rare_answers->throttle.has_value() && meets_rare_throttle_;
    }

    Result<void> throttle_table_rarely() const;
    Result<void> throttle_rarely(const table::IndexEffects& effects) const;
    // `effect` is null for the table.
    ApiError rare_refusal(const table::IndexEffect* effect) const;
    Result<void> admit_table() const;
    Result<void> admit_indexes(const table::IndexEffects& effects) const;
    void tell(const PreparedWrite& write, double table_factor) const;
    void tell_refusal(const values::ItemImagePtr& old_image) const;
    void tell_table(const table::TableSnapshot& snapshot, double units) const;

    capacity::Throughput& throughput_;
    const faults::WatchedContext& context_;
    const WriteIntent& intent_;
    const bool meets_rare_throttle_;
};

}  // namespace stator::engine::write
