// ReportWriter: writes the report of a bulk operation: the items that could not be put, and why.
// Holds one DataObject per kind of line, about 15 MB each at most. Not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "engine/base/vocabulary.hpp"
#include "engine/transfer/data_object.hpp"
#include "engine/transfer/object_store.hpp"
#include "protocol/formats/transfer/bulk_operation.hpp"
#include "protocol/formats/transfer/bulk_report.hpp"

namespace stator::engine::transfer {

class ReportWriter {
public:
    // Reports of the same operation use the same object names, so that a restarted operation leaves
    // no other objects behind.
    ReportWriter(
        ObjectStore& store, const protocol::formats::transfer::BulkDescription& description
    );

    // Writes a first object, which shows that the bucket is writable.
    Stored<> begin();

    // These do nothing if the report does not include such lines.
    Stored<> add_error(
        const protocol::formats::transfer::BulkPointer& pointer, std::string_view message
    );
    Stored<> add_condition_failure(
        const protocol::formats::transfer::BulkPointer& pointer,
        const values::ItemImage& item,
        const values::ItemImagePtr& existing
    );

    // Completes the report with the final description. Must be the last call.
    Stored<> finish(const protocol::formats::transfer::BulkDescription& description);

private:
    using Type = protocol::formats::transfer::BulkOutputType;

    // The object that receives the next line of that kind.
    Stored<DataObject*> object(Type type);
    Stored<> put_with_digest(const std::string& name, std::string_view bytes);

    ObjectStore& store_;
    const std::string arn_;
    const protocol::formats::transfer::BulkOutput output_;
    const std::string folder_;
    std::array<std::unique_ptr<DataObject>, 2> objects_;  // by type; null before the first line
};

}  // namespace stator::engine::transfer
