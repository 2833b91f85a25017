// What this process takes of the machine's memory. Thread-safe.
#pragma once

#include <cstddef>

namespace stator::emulator::overload {

// The memory that the process has, in bytes, without files and what is shared with others; 0 where
// the system does not tell.
std::size_t resident_bytes();

// What the program has allocated, in bytes; 0 where the system does not tell. What it has freed
// among that is not counted, though it may still be the process's. Takes some milliseconds for each
// 100,000 pieces of free memory.
std::size_t allocated_bytes();

// Gives the system back what the process no longer uses. Takes as long, and some 100 us. What
// threads have freed last, up to 4 MB each, goes back only if share_free_memory() has been called.
void return_free_memory();

// Has large blocks go back to the system as soon as they are freed, for the rest of the process:
// by itself the C library comes to keep 32 MB for each thread after one body of 16 MB. Call it
// before there are threads.
void keep_little_free_memory();

// Has the threads beyond so many share what malloc keeps: by itself it lets eight for each
// processor keep freed memory that no other thread can use. Call it before there are threads.
void share_free_memory(unsigned threads);

// Lets this process have that many descriptors open, as far as the system allows, and returns how
// many it may have now. Never lowers the limit.
std::size_t allow_descriptors(std::size_t wanted);

}  // namespace stator::emulator::overload
