// Names of machines as the headers Host and Origin give them. Pure functions.
#pragma once

#include <string_view>

namespace stator::emulator::admin::guard {

// "localhost:8000" → "localhost"; "[::1]:8000" → "::1". The text itself when it has no port.
std::string_view host_without_port(std::string_view host);

// "http://localhost:5173" → "localhost:5173"; "" for what is no origin of a page, such as "null".
std::string_view host_of_origin(std::string_view origin);

// Whether a browser gets to this machine by that name, whatever DNS says: localhost, names below
// it, 127.0.0.0/8 and ::1.
bool is_loopback(std::string_view name);

}  // namespace stator::emulator::admin::guard
