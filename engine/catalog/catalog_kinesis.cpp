// The catalog's part in Kinesis streaming destinations.
#include <utility>

#include "engine/catalog/catalog.hpp"

namespace stator::engine::catalog {

using protocol::Result;
using protocol::model::TableDescription;
using protocol::operations::settings::ChangedKinesis;
using protocol::operations::settings::DescribedKinesis;

Result<ChangedKinesis> Catalog::change_kinesis(
    std::string_view name, std::string_view operation, const KinesisChange& change, Instant now
) {
    const WriterLock lock(mutex_);
    STATOR_TRY(const Entry* found, find_restored(name, operation));
    TableDescription description = found->table->snapshot()->description;
    STATOR_TRY(auto destination, change(description));
    ChangedKinesis changed{description.name, std::move(destination)};
    Entry* entry = find(description.name);
    install(*entry, std::move(description), now);
    return changed;
}

Result<DescribedKinesis> Catalog::kinesis_destinations(std::string_view name) const {
    const ReaderLock lock(mutex_);
    STATOR_TRY(const Entry* entry, find_restored(name, "DescribeKinesisStreamingDestination"));
    const TableDescription& table = entry->table->snapshot()->description;
    return DescribedKinesis{table.name, table.kinesis_destinations};
}

}  // namespace stator::engine::catalog
