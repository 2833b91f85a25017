// Result<T>: a value, or the ApiError that DynamoDB would return.
//
// Ordinary failures are values. An exception means a bug in Stator or a lack of memory. The order
// in which a function checks for errors is part of DynamoDB's behaviour, so checks are written in
// that order, top to bottom.
#pragma once

#include <boost/system/result.hpp>

#include "protocol/base/api_error.hpp"

namespace stator::protocol {

template <class T = void>
class [[nodiscard]] Result : public boost::system::result<T, ApiError> {
public:
    using boost::system::result<T, ApiError>::result;
};

}  // namespace stator::protocol

#define STATOR_CONCAT_INNER(a, b) a##b
#define STATOR_CONCAT(a, b) STATOR_CONCAT_INNER(a, b)

// Declares `target` from the value of a Result, or returns its error. Use at most one per line.
#define STATOR_TRY_INNER(result, target, ...)                 \
    auto result = __VA_ARGS__;                                \
    if (result.has_error()) return std::move(result).error(); \
    target = std::move(result).value()
#define STATOR_TRY(target, ...) \
    STATOR_TRY_INNER(STATOR_CONCAT(stator_result_, __COUNTER__), target, __VA_ARGS__)

// Returns the error of a Result<void>, if it has one. Can be used like a statement.
#define STATOR_CHECK(...)                                                       \
    do {                                                                        \
        auto stator_result = __VA_ARGS__;                                       \
        if (stator_result.has_error()) return std::move(stator_result).error(); \
    } while (false)
