// The token for access to the admin API and the console from other machines.
#pragma once

#include <string>

#include "emulator/base/accepted.hpp"

namespace stator::emulator::admin::guard {

// Generates 32 characters from A-Z, a-z, 0-9, "-" and "_" with 192 random bits. Throws
// std::runtime_error if the machine has no source of randomness.
std::string new_token();

// True if the text can be sent in a header and be part of a link: printable ASCII without spaces.
bool is_token(const std::string& text);

// Reads the first line of the file. Error: the file cannot be read, or contains no token.
Accepted<std::string> read_token(const std::string& file_name);

}  // namespace stator::emulator::admin::guard
