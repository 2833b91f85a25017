// Committer: the only code that changes items.
//
// lock → find the old image → check → next image → derive effects → install → journal. Thread-safe;
// takes partition locks in ascending order, those of a table before those of its indexes.
#pragma once

#include "engine/consistency.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/plan.hpp"
#include "engine/request_context.hpp"
#include "engine/storage/partition.hpp"
#include "engine/write/effects.hpp"
#include "protocol/operations/consumed_capacity.hpp"
#include "protocol/result.hpp"

namespace stator::engine {

// What a write did.
struct WriteOutcome {
    protocol::ItemImagePtr old_image;  // null when there was no item
    protocol::ItemImagePtr new_image;  // null when there is none now
    protocol::Consumption consumption;
};

class Committer {
public:
    // `journal` may be null: nothing is made durable then.
    Committer(Consistency& consistency, Journal* journal)
        : consistency_(consistency), journal_(journal) {}

    // Applies the intent, or nothing at all. Sets the context's journal ticket.
    // Errors: index key checks, ConditionalCheckFailedException, run-time update errors, item
    // size; InternalServerError while the disk refuses writes.
    protocol::Result<WriteOutcome> apply(const WriteIntent& intent, RequestContext& context);

    // While loading a data file: installs an item, whose keys are bound, and its index entries.
    static void load(Table& table, const protocol::MutableItemImagePtr& image);

private:
    // A checked intent, ready to be installed under the locks it was checked under.
    struct Prepared {
        protocol::ItemImagePtr old_image;
        protocol::MutableItemImagePtr changed;  // the image to install, null to delete
        protocol::ItemImagePtr new_image;
        bool changes = false;
        IndexEffects effects;
    };

    protocol::Result<Prepared> prepare(
        const WriteIntent& intent, const TableSchema& schema, Partition& partition
    ) const;
    void install(
        const WriteIntent& intent, Prepared& prepared, Partition& partition, RequestContext& context
    );

    Consistency& consistency_;
    Journal* journal_;
};

}  // namespace stator::engine
