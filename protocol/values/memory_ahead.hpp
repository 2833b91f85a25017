// Memory that is about to be filled, before it is needed. Thread-safe: each thread provides for
// itself.
#pragma once

#include <cstddef>

namespace stator::protocol::values {

// Makes the system provide memory for what this thread allocates next, and returns for how many
// bytes of it nobody's help is needed any more. What it has provided is free memory that malloc
// hands out next. It must be the memory of pieces smaller than 120 KB.
std::size_t provide_memory_ahead();

}  // namespace stator::protocol::values
