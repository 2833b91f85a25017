// The ReturnValues of a write.
#pragma once

#include <string_view>

namespace stator::protocol::values {

enum class ReturnValues : unsigned char { None, AllOld, UpdatedOld, AllNew, UpdatedNew };

// "ALL_OLD" and so on; None for any other text.
ReturnValues return_values(std::string_view text);

}  // namespace stator::protocol::values
