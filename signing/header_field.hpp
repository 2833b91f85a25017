// HeaderField: a line of a request's head. A value that points into someone else's storage.
#pragma once

#include <string_view>

namespace stator::signing {

struct HeaderField {
    std::string_view name;   // in any case
    std::string_view value;  // as it came, without the end of its line
};

}  // namespace stator::signing
