// Reading: the context in which a request's JSON is decoded.
#pragma once

#include "protocol/errors/regions.hpp"
#include "protocol/expression/analysis/parsed_expressions.hpp"

namespace stator::protocol::operations {

// A value with borrowed pointers. Decode functions take it if their result depends on the region or
// if they parse expressions.
struct Reading {
    errors::Region region = {};
    // Cache of parsed expressions. Null: each expression is parsed again. Not thread-safe.
    expression::analysis::ParsedExpressions* expressions = nullptr;
};

}  // namespace stator::protocol::operations
