// The catalog's part in how many partitions a table has.

#include <algorithm>

#include "engine/catalog/catalog.hpp"

namespace stator::engine::catalog {

using protocol::values::IndexStatus;

bool Catalog::split_partitions(
    std::string_view table, std::string_view index, std::size_t count, Instant now
) {
    const WriterLock lock(mutex_);
    Entry* entry = find(table);
    if (entry == nullptr) return false;
    protocol::model::TableDescription description = entry->table->snapshot()->description;
    std::int64_t* partitions = &description.partitions;
    if (!index.empty()) {
        auto* global = protocol::model::find_global_index(description, index);
        // One that is still being made begins with as many.
        const bool is_going = global != nullptr && global->status == IndexStatus::Deleting;
        if (global == nullptr || is_going) return false;
        partitions = &global->partitions;
    }
    *partitions = std::max(*partitions, static_cast<std::int64_t>(count));
    amend(*entry, std::move(description), now);
    return true;
}

}  // namespace stator::engine::catalog
