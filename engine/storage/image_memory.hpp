// Memory for the images of items, which the system provides before it is needed. Thread-safe:
// memory is provided for each thread separately.
#pragma once

#include <cstddef>

namespace stator::engine::storage {

// While an object of this class exists, its thread declares that it makes and keeps many images, as
// an import does: once it has filled 16 MB, its memory comes in pages of 2 MB. A page can stop the
// thread for a millisecond, and some megabytes remain unused, so threads that answer requests must
// not have one. May be nested.
class ManyImages {
public:
    ManyImages();
    ~ManyImages();
    ManyImages(const ManyImages&) = delete;
    ManyImages& operator=(const ManyImages&) = delete;
};

// Makes the system provide memory for the next allocations of this thread. Returns the number of
// provided bytes: free memory that malloc returns next. If the system provides nothing, returns the
// largest number, so that the caller never asks again. Pieces that are allocated from this memory
// must be smaller than 120 KB.
std::size_t provide_memory_ahead();

// Like malloc(), but a thread that has filled 240 KB with images gets its memory provided ahead. It
// is an ImageMemory (protocol/values/item_image.hpp), which the engine sets.
void* allocate_image(std::size_t bytes);

}  // namespace stator::engine::storage
