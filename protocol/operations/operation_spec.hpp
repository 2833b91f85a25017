// OperationSpec: everything that `protocol` knows about one operation, as one row in the header of
// the operation's family.
#pragma once

#include <string>

#include "protocol/operations/operation_traits.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations {

// Decode converts a JSON object into the request, or returns an error. Encode writes the reply's
// JSON. Its arguments are the request and the reply, or only one of them.
template <auto Decode, auto Encode>
struct OperationSpec {
    OperationTraits traits;
    // The shape of the request's JSON; a structure.
    const wire::Shape* shape;

    static constexpr auto decode = Decode;
    static constexpr auto encode = Encode;
};

// The Encode of an operation whose reply has no body.
inline constexpr auto encode_nothing = [](const auto&) { return std::string(); };

}  // namespace stator::protocol::operations
