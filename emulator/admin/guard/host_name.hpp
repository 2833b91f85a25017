// Host names in the headers Host and Origin. Pure functions.
#pragma once

#include <string_view>

namespace stator::emulator::admin::guard {

// "localhost:8000" → "localhost"; "[::1]:8000" → "::1". Returns a text without a port unchanged.
std::string_view host_without_port(std::string_view host);

// "http://localhost:5173" → "localhost:5173"; "" if the text is not the origin of a page, such as
// "null".
std::string_view host_of_origin(std::string_view origin);

// True if browsers resolve the name to this machine regardless of DNS: localhost, names below it,
// 127.0.0.0/8 and ::1.
bool is_loopback(std::string_view name);

}  // namespace stator::emulator::admin::guard
