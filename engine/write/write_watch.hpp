// WriteWatch: what stands beside one write: whether the throughput of the table and its indexes
// admits it, and who is told what it cost. Costs two loads while nobody watches.
//
// Lives under the locks of the write it is about. What the time to live deletes is free.
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

    // Before the condition is looked at. Error: the table or its partition has no capacity left.
    protocol::Result<void> admit() const {
        if (!throttles()) return {};
        return admit_table();
    }

    // Error: an index that the write changes has no capacity left, which refuses the write.
    protocol::Result<void> admit(const table::IndexEffects& effects) const {
        if (!throttles() || effects.empty()) return {};
        return admit_indexes(effects);
    }

    // Tells what the write cost. In a transaction its table costs `table_factor` times as much.
    void note(const PreparedWrite& write, double table_factor = 1) const {
        if (is_watched()) tell(write, table_factor);
    }

    // True when anybody wants to know.
    bool is_watched() const { return context_.meter != nullptr || throttles(); }

    // A condition that was false costs what the item in place does.
    // AWS: a failed conditional write consumes by the item that is there, one unit at least.
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
