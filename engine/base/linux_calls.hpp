// Linux functions that other systems lack or name differently. A port to another system starts
// here; everything else in the engine is POSIX.
#pragma once

#include <cstddef>
#include <string>
#include <system_error>

namespace stator::engine {

// Gives other threads priority over this one if processors are scarce.
void lower_priority_of_this_thread();

// Requests huge pages for the memory if the system supports them; otherwise does nothing. The
// memory must begin and end at boundaries of huge pages.
void prefer_huge_pages(void* memory, std::size_t bytes);

// Makes the contents of an open file durable, and of its metadata only the size. Returns false with
// errno set if that fails.
bool sync_data(int descriptor);

// Returns a text that is different after each boot of the machine; empty if it is not available.
std::string boot_id();

// Exchanges two directories atomically, so that both names exist at all times. Returns
// `not_supported` if the file system cannot do that; in that case nothing has changed.
std::error_code exchange_directories(const std::string& one, const std::string& other);

}  // namespace stator::engine
