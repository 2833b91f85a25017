// The token by which the admin API and the console are used from other machines.
#pragma once

#include <string>

#include "emulator/base/accepted.hpp"

namespace stator::emulator::admin::guard {

// 32 characters of A-Z, a-z, 0-9, "-" and "_" with 192 bits of chance. Throws std::runtime_error
// when the machine has no randomness.
std::string new_token();

// Whether it can be sent in a header and be part of a link: printable ASCII, without blanks.
bool is_token(const std::string& text);

// The first line of the file. Error: the file cannot be read, or there is no token.
Accepted<std::string> read_token(const std::string& file_name);

}  // namespace stator::emulator::admin::guard
