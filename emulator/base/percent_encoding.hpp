// Percent-encoding of URLs, shared with the client side.
#pragma once

#include "transport/percent_encoding.hpp"

namespace stator::emulator {

using transport::percent_decoded;
using transport::percent_decoded_where_possible;
using transport::percent_encoded;
using transport::percent_encoded_path;

}  // namespace stator::emulator
