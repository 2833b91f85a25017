// BodyText: the body of a request or a reply, for as long as the journal keeps it.
//
// It lives longer than whatever was allocated for the request, and is often much larger than what
// comes next. In malloc's memory it would leave gaps that nothing fits into, so a large one has
// pages of its own, which go back to the system with it.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <string>

namespace stator::emulator::observe {

// Shorter ones are malloc's: the system can tell only so many pieces of a process apart.
inline constexpr std::size_t kOwnPagesBytes = std::size_t{32} << 10U;

template <class T>
class BodyAllocator {
public:
    using value_type = T;

    BodyAllocator() = default;

    template <class U>
    BodyAllocator(const BodyAllocator<U>&) {}  // NOLINT(*-explicit-*): as every allocator

    T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < kOwnPagesBytes) return static_cast<T*>(::operator new(bytes));
        constexpr int kUse = PROT_READ | PROT_WRITE;
        void* const pages = ::mmap(nullptr, bytes, kUse, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) throw std::bad_alloc();
        return static_cast<T*>(pages);
    }

    void deallocate(T* memory, std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < kOwnPagesBytes) return ::operator delete(memory);
        ::munmap(memory, bytes);
    }

    friend bool operator==(const BodyAllocator&, const BodyAllocator&) = default;
};

using BodyText = std::basic_string<char, std::char_traits<char>, BodyAllocator<char>>;

}  // namespace stator::emulator::observe
