// Memory that is about to be filled, before it is needed. Thread-safe: each thread provides for
// itself.
#pragma once

#include <cstddef>

namespace stator::protocol::values {

// While one lives, its thread makes many images one behind another and keeps them, as an import
// does: once it has filled 16 MB its memory comes in pages of 2 MB. That can stop it for a
// millisecond and leaves it some free megabytes, so threads that answer requests have none. May be
// nested.
class ManyImages {
public:
    ManyImages();
    ~ManyImages();
    ManyImages(const ManyImages&) = delete;
    ManyImages& operator=(const ManyImages&) = delete;
};

// Makes the system provide memory for what this thread allocates next, and returns for how many
// bytes of it nobody's help is needed any more. What it has provided is free memory that malloc
// hands out next. It must be the memory of pieces smaller than 120 KB.
std::size_t provide_memory_ahead();

}  // namespace stator::protocol::values
