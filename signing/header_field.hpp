// HeaderField: a line of a request's head. A value with views into storage that it does not own.
#pragma once

#include <string_view>

namespace stator::signing {

struct HeaderField {
    std::string_view name;   // in any case
    std::string_view value;  // as received, without the line break
};

}  // namespace stator::signing
