// The account that owns the tables, unless a request names another account.
#pragma once

#include <string_view>

namespace stator::engine {

inline constexpr std::string_view kUsualAccount = "123456789012";

}  // namespace stator::engine
