// TargetTable: the table of an operation, as of the moment when the operation looked it up.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/catalog/catalog.hpp"
#include "engine/table/table.hpp"
#include "protocol/base/result.hpp"

namespace stator::engine::catalog {

struct TargetTable {
    std::shared_ptr<table::Table> table;
    std::shared_ptr<const table::TableSnapshot> snapshot;

    const schema::TableSchema& schema() const { return snapshot->schema; }
};

// Errors: those of Catalog::active_table().
inline Result<TargetTable> find_target(const Catalog& catalog, std::string_view name) {
    STATOR_TRY(auto table, catalog.active_table(name));
    auto snapshot = table->snapshot();
    return TargetTable{std::move(table), std::move(snapshot)};
}

// The tables named by the parts of a request, in order. Errors: those of Catalog::active_table()
// for the first part that has one.
template <class Parts>
Result<std::vector<TargetTable>> find_targets(const Catalog& catalog, const Parts& parts) {
    std::vector<TargetTable> targets;
    targets.reserve(parts.size());
    for (const auto& part : parts) {
        STATOR_TRY(TargetTable target, find_target(catalog, part.table_name));
        targets.push_back(std::move(target));
    }
    return targets;
}

}  // namespace stator::engine::catalog
