// Writes an export's objects: what takes long of it. Holds no more of it than some 100 KB.
#pragma once

#include <atomic>
#include <optional>

#include "engine/transfer/export_source.hpp"
#include "engine/transfer/object_store.hpp"
#include "protocol/errors/transfers.hpp"
#include "protocol/formats/transfer/export.hpp"

namespace stator::engine::transfer {

// Where an export is run.
struct Surroundings {
    ObjectStore* store = nullptr;  // without one there are no buckets
    // Set by another thread when it is to be left as it is.
    const std::atomic<bool>& is_left;
};

// The description as it is at the end, at `end`: COMPLETED, or FAILED with the reason. Nothing when
// it was left.
std::optional<protocol::formats::transfer::ExportDescription> run_export(
    const Surroundings& surroundings,
    protocol::formats::transfer::ExportDescription description,
    const ExportSource& source,
    Instant end
);

// What is told when a store's error ends an export or import of that ARN.
errors::S3Failure failure_of(const StoreError& error, std::string_view arn);

void fail(
    protocol::formats::transfer::ExportDescription& description,
    errors::S3Failure failure,
    Instant end
);

}  // namespace stator::engine::transfer
