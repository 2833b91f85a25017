// Memory for the images of items, which the system provides before it is needed. Thread-safe: each
// thread has memory of its own provided.
#pragma once

#include <cstddef>

namespace stator::engine::storage {

// While one lives, its thread makes many images one after another and keeps them, as an import
// does: once it has filled 16 MB, its memory comes in pages of 2 MB. A page can stop the thread for
// a millisecond, and some free megabytes remain, so threads that answer requests have none. May be
// nested.
class ManyImages {
public:
    ManyImages();
    ~ManyImages();
    ManyImages(const ManyImages&) = delete;
    ManyImages& operator=(const ManyImages&) = delete;
};

// Makes the system provide memory for the next allocations of this thread, and returns the number
// of bytes that it has provided: free memory that malloc hands out next. Pieces that are allocated
// from it must be smaller than 120 KB.
std::size_t provide_memory_ahead();

// Like malloc(), but a thread that has filled 240 KB with images gets its memory provided ahead.
// An ImageMemory (protocol/values/item_image.hpp): the engine sets it.
void* allocate_image(std::size_t bytes);

}  // namespace stator::engine::storage
