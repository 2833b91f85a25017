// ReportWriter: writes the report of a bulk operation, what could not be put and why. Holds some
// 100 KB for each kind of line. Not thread-safe.
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
    // The same operation's reports have the same objects, so that one that is begun anew leaves
    // nothing behind.
    ReportWriter(
        ObjectStore& store, const protocol::formats::transfer::BulkDescription& description
    );

    // Shows that the bucket can be written to.
    Stored<> begin();

    // Each does nothing where the report has no such lines.
    Stored<> add_error(
        const protocol::formats::transfer::BulkPointer& pointer, std::string_view message
    );
    Stored<> add_condition_failure(
        const protocol::formats::transfer::BulkPointer& pointer,
        const values::ItemImage& item,
        const values::ItemImagePtr& existing
    );

    // The last call. The description is that of the end.
    Stored<> finish(const protocol::formats::transfer::BulkDescription& description);

private:
    using Type = protocol::formats::transfer::BulkOutputType;

    // Where the next line of that kind goes.
    Stored<DataObject*> object(Type type);
    Stored<> put_with_digest(const std::string& name, std::string_view bytes);

    ObjectStore& store_;
    const std::string arn_;
    const protocol::formats::transfer::BulkOutput output_;
    const std::string folder_;
    std::array<std::unique_ptr<DataObject>, 2> objects_;  // by type; null before the first line
};

}  // namespace stator::engine::transfer
