// The terms that describe a table's Kinesis streaming destinations. Values.
#pragma once

#include <optional>
#include <string_view>

namespace stator::protocol::values {

enum class DestinationStatus : unsigned char {
    Enabling,
    Active,
    Updating,
    Disabling,
    Disabled,
    EnableFailed,
};

// How exactly a record says when its change was made.
enum class TimePrecision : unsigned char { Millisecond, Microsecond };

std::string_view status_text(DestinationStatus status);         // "ENABLING" …
std::string_view time_precision_text(TimePrecision precision);  // "MILLISECOND", "MICROSECOND"

// The reverse of the above; nothing for a text that DynamoDB does not know.
std::optional<DestinationStatus> destination_status_from(std::string_view text);
std::optional<TimePrecision> time_precision_from(std::string_view text);

}  // namespace stator::protocol::values
