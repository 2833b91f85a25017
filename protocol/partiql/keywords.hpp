// The words of PartiQL that no bare identifier may be.
#pragma once

#include <string_view>

namespace stator::protocol::partiql {

// `word` in lower case.
bool is_keyword(std::string_view word);

}  // namespace stator::protocol::partiql
