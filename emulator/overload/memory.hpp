// The memory that this process uses. Thread-safe.
#pragma once

#include <cstddef>

namespace stator::emulator::overload {

// Returns the memory of the process in bytes, without files and memory shared with other processes;
// 0 if the system does not report it.
std::size_t resident_bytes();

// Returns the memory that the program has allocated, in bytes; 0 if the system does not report it.
// Freed memory is not counted, although it may still belong to the process. Takes some milliseconds
// for each 100,000 pieces of free memory.
std::size_t allocated_bytes();

// Returns unused memory to the system. Takes as long as allocated_bytes(), plus about 100 us. The
// memory that each thread freed last, up to 4 MB, is returned only if share_free_memory() has been
// called.
void return_free_memory();

// Makes large blocks return to the system as soon as they are freed, for the rest of the process:
// by default, the C library keeps 32 MB for each thread after one body of 16 MB. Must be called
// before other threads exist.
void keep_little_free_memory();

// Makes threads beyond `threads` share malloc's free memory: by default, it has eight arenas for
// each processor, whose freed memory no other thread can use. Must be called before other threads
// exist.
void share_free_memory(unsigned threads);

// Raises the limit on open descriptors to `wanted`, as far as the system allows, and returns the
// present limit. Never lowers the limit.
std::size_t allow_descriptors(std::size_t wanted);

}  // namespace stator::emulator::overload
