// Transfers: the exports, imports and bulk operations of a universe.
#pragma once

#include <string>

#include "engine/transfer/bulk_operations.hpp"
#include "engine/transfer/exports.hpp"
#include "engine/transfer/imports.hpp"

namespace stator::engine::transfer {

struct Transfers {
    Transfers(const std::string& universe, const std::string& account)
        : exports(universe, account),
          imports(universe, account),
          bulk_operations(universe, account) {}

    Exports exports;
    Imports imports;
    BulkOperations bulk_operations;
};

}  // namespace stator::engine::transfer
