// The bulk operations of a universe's tables.
#pragma once

#include <memory>

#include "engine/transfer/bulk_run.hpp"
#include "engine/transfer/transfer_log.hpp"
#include "protocol/formats/transfer/bulk_operation.hpp"

namespace stator::engine::transfer {

struct BulkKind {
    using Description = protocol::formats::transfer::BulkDescription;

    // All other input is in the buckets.
    struct Source {
        std::shared_ptr<BulkRun> run = {};  // null before the first turn
        bool is_new = false;                // accepted by this process
    };

    static constexpr std::string_view kSection = "bulk_operations";
    static constexpr std::string_view kArn = protocol::formats::transfer::kBulkOperation;

    static Instant time_of_id(const Description& description) { return description.start; }

    static std::int64_t items_of(const Description& description) {
        return description.counts.put_items;
    }

    // AWS: quotas exist, but their values are not known.
    static Result<void> admit(std::int64_t) { return {}; }

    static void copy_progress(Description& description, const Description& so_far) {
        description.counts = so_far.counts;
        description.usage = so_far.usage;
    }

    static std::string encode(const Description& description) {
        return protocol::formats::transfer::encode_bulk_operation(description);
    }

    static std::optional<Description> decode(std::string text) {
        return protocol::formats::transfer::decode_bulk_operation(std::move(text));
    }
};

using BulkOperations = TransferLog<BulkKind>;

}  // namespace stator::engine::transfer
