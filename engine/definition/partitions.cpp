#include "engine/definition/partitions.hpp"

#include <algorithm>
#include <utility>

#include "protocol/errors/query.hpp"

namespace stator::engine::definition {

using model::TableDescription;
using values::IndexStatus;

TableEdit partitions_edit(std::string index, std::size_t count) {
    using Next = std::optional<TableDescription>;
    return [index = std::move(index), count](const EditedTable& table) -> Result<Next> {
        TableDescription next = table.description;
        std::int64_t* partitions = &next.partitions;
        if (!index.empty()) {
            auto* global = model::find_global_index(next, index);
            // An index that is still being created starts with that number.
            const bool is_leaving = global != nullptr && global->status == IndexStatus::Deleting;
            if (global == nullptr || is_leaving) return errors::no_such_index(index);
            partitions = &global->partitions;
        }
        *partitions = std::max(*partitions, static_cast<std::int64_t>(count));
        return Next(std::move(next));
    };
}

}  // namespace stator::engine::definition
