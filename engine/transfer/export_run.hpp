// Writes an export's objects, which takes long. Holds one DataObject in memory, about 15 MB at
// most.
#pragma once

#include <atomic>
#include <optional>

#include "engine/transfer/export_source.hpp"
#include "engine/transfer/object_store.hpp"
#include "protocol/errors/transfers.hpp"
#include "protocol/formats/transfer/export.hpp"

namespace stator::engine::transfer {

// The environment of an export run.
struct Surroundings {
    ObjectStore* store = nullptr;  // null if S3 is not configured
    // Set by another thread to abandon the export.
    const std::atomic<bool>& is_left;
};

// Returns the final description, with `end` as its end time: COMPLETED, or FAILED with the reason.
// Returns nullopt if the export was abandoned.
std::optional<protocol::formats::transfer::ExportDescription> run_export(
    const Surroundings& surroundings,
    protocol::formats::transfer::ExportDescription description,
    const ExportSource& source,
    Instant end
);

// The failure to report if a store error ends the export or import with that ARN.
errors::S3Failure failure_of(const StoreError& error, std::string_view arn);

void fail(
    protocol::formats::transfer::ExportDescription& description,
    errors::S3Failure failure,
    Instant end
);

}  // namespace stator::engine::transfer
