// WriteWatch: accompanies one write: checks the throughput of the table and its indexes, and
// reports the cost to meters. Costs two loads while nothing is metered.
//
// Must not outlive the locks of its write. Deletions by time to live are free.
#pragma once

#include "engine/base/request_context.hpp"
#include "engine/capacity/throughput.hpp"
#include "engine/write/intent.hpp"
#include "engine/write/preparation.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/consumed_capacity.hpp"

namespace stator::engine::write {

class WriteWatch {
public:
    WriteWatch(
        capacity::Throughput& throughput, const RequestContext& context, const WriteIntent& intent
    )
        : throughput_(throughput), context_(context), intent_(intent) {}

    // Called before the condition is evaluated. Error: the table or its partition has no capacity
    // left.
    protocol::Result<void> admit() const {
        if (!throttles()) return {};
        return admit_table();
    }

    // Error: an index that the write changes has no capacity left, which refuses the write.
    protocol::Result<void> admit(const table::IndexEffects& effects) const {
        if (!throttles() || effects.empty()) return {};
        return admit_indexes(effects);
    }

    // Reports the cost of the write. In a transaction the table's cost is multiplied by
    // `table_factor`.
    void note(const PreparedWrite& write, double table_factor = 1) const {
        if (is_watched()) tell(write, table_factor);
    }

    // True when the cost is metered.
    bool is_watched() const { return context_.meter != nullptr || throttles(); }

    // Reports a write whose condition was false.
    // AWS: a failed conditional write consumes by the existing item, at least one unit.
    // [doc developerguide/WorkingWithItems ConditionalUpdate]
    void note_refusal(
        const protocol::ApiError& error, const protocol::values::ItemImagePtr& old_image
    ) const {
        if (error.type != protocol::ErrorType::ConditionalCheckFailedException) return;
        if (is_watched()) tell_refusal(old_image);
    }

private:
    bool throttles() const {
        return throughput_.is_watching() && intent_.cause == WriteCause::Request;
    }

    protocol::Result<void> admit_table() const;
    protocol::Result<void> admit_indexes(const table::IndexEffects& effects) const;
    void tell(const PreparedWrite& write, double table_factor) const;
    void tell_refusal(const protocol::values::ItemImagePtr& old_image) const;
    void tell_table(const table::TableSnapshot& snapshot, double units) const;

    capacity::Throughput& throughput_;
    const RequestContext& context_;
    const WriteIntent& intent_;
};

}  // namespace stator::engine::write
