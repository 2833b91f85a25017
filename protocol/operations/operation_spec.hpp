// OperationSpec: all that protocol knows of one operation, in one row beside the family that it
// belongs to.
#pragma once

#include <string>

#include "protocol/operations/operation_traits.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations {

// Decode makes the request of a JSON object, or an error. Encode writes the reply's JSON from the
// request and the reply, or from the one of them that it needs.
template <auto Decode, auto Encode>
struct OperationSpec {
    OperationTraits traits;
    // The form of a request in JSON; a structure.
    const wire::Shape* shape;

    static constexpr auto decode = Decode;
    static constexpr auto encode = Encode;
};

// The Encode of an operation that answers with no body.
inline constexpr auto encode_nothing = [](const auto&) { return std::string(); };

}  // namespace stator::protocol::operations
