// The ReturnValues of a write.
#pragma once

#include "protocol/values/terms.hpp"

namespace stator::protocol::values {

enum class ReturnValues : unsigned char { None, AllOld, UpdatedOld, AllNew, UpdatedNew };

constexpr TextsTo<ReturnValues::UpdatedNew> texts_of(ReturnValues) {
    return {"NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"};
}

}  // namespace stator::protocol::values
