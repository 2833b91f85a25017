// The list of all operations that Stator supports, for code that treats operations by their
// properties (faults, throttling, reports, `stator mcp`) instead of keeping lists of names. Pure
// data; thread-safe.
#pragma once

#include <span>
#include <string_view>

#include "protocol/operations/operation_traits.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::requests {

// An OperationSpec without its functions. Valid for the lifetime of the process.
struct ListedOperation {
    OperationTraits traits;
    const wire::Shape* shape = nullptr;
};

// Operations on items come first, in order of frequency of use.
std::span<const ListedOperation> all_operations();

// Returns the operation with that name, or null. Names are case-sensitive.
const ListedOperation* find_operation(std::string_view name);

const OperationTraits* find_operation_traits(std::string_view name);

bool is_operation(std::string_view name);
bool is_transaction(std::string_view name);

}  // namespace stator::protocol::operations::requests
