// What the engine asks of Linux that other systems do not have, or have under other names. A port
// to one of those begins here; everything else in the engine is POSIX.
#pragma once

#include <cstddef>
#include <string>
#include <system_error>

namespace stator::engine {

// Lets other threads run before this one where processors are scarce.
void lower_priority_of_this_thread();

// Has the memory be of huge pages where there are any; otherwise does nothing. It begins and ends
// where a huge page may.
void prefer_huge_pages(void* memory, std::size_t bytes);

// Makes the bytes of an open file durable, and of what the file system notes about it only the
// size. False with errno set when that fails.
bool sync_data(int descriptor);

// Text that differs after each start of the machine; empty if the system does not tell.
std::string boot_id();

// Exchanges two directories in one step, so that both names exist at every moment. `not_supported`
// where the file system cannot do that; nothing has changed then.
std::error_code exchange_directories(const std::string& one, const std::string& other);

}  // namespace stator::engine
