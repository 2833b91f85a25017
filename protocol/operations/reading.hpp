// Reading: the surroundings in which a request's JSON is decoded.
#pragma once

#include "protocol/errors/regions.hpp"
#include "protocol/expression/analysis/parsed_expressions.hpp"

namespace stator::protocol::operations {

// A value that borrows. Decode functions take it when their result depends on the region, or when
// they parse expressions.
struct Reading {
    errors::Region region = {};
    // The expressions that were parsed before; null parses each one anew. Not thread-safe.
    expression::analysis::ParsedExpressions* expressions = nullptr;
};

}  // namespace stator::protocol::operations
