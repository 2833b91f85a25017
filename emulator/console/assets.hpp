// The console's files, compressed with gzip. The texts live as long as the program.
#pragma once

#include <string_view>

namespace stator::emulator::console {

std::string_view packed_page();
std::string_view packed_script();
std::string_view packed_style();
// The documentation, which the page loads on demand.
std::string_view packed_pages();

}  // namespace stator::emulator::console
