// The account whose tables these are, where nobody asks for another one.
#pragma once

#include <string_view>

namespace stator::engine {

inline constexpr std::string_view kUsualAccount = "123456789012";

}  // namespace stator::engine
