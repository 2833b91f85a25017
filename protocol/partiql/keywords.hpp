// The words of PartiQL that cannot be used as bare identifiers.
#pragma once

#include <string_view>

namespace stator::protocol::partiql {

// `word` must be in lower case.
bool is_keyword(std::string_view word);

}  // namespace stator::protocol::partiql
