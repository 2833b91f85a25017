// The terms that describe a table's Kinesis streaming destinations. Values.
#pragma once

#include "protocol/values/terms.hpp"

namespace stator::protocol::values {

enum class DestinationStatus : unsigned char {
    Enabling,
    Active,
    Updating,
    Disabling,
    Disabled,
    EnableFailed,
};

constexpr TextsTo<DestinationStatus::EnableFailed> texts_of(DestinationStatus) {
    return {"ENABLING", "ACTIVE", "UPDATING", "DISABLING", "DISABLED", "ENABLE_FAILED"};
}

// The precision of a record's creation time.
enum class TimePrecision : unsigned char { Millisecond, Microsecond };

constexpr TextsTo<TimePrecision::Microsecond> texts_of(TimePrecision) {
    return {"MILLISECOND", "MICROSECOND"};
}

}  // namespace stator::protocol::values
