// OwnPages: an allocator for what outlives everything that was allocated with it and is often much
// larger than what comes next, such as the bodies that the journal keeps. In malloc's memory it
// would leave gaps that nothing fits into; here a large piece has pages of its own, which go back
// to the system with it. Thread-safe.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <new>

namespace stator::emulator {

// Smaller pieces are malloc's: the system can tell only so many pieces of a process apart.
inline constexpr std::size_t kOwnPagesBytes = std::size_t{32} << 10U;

// What all large pieces have together, in bytes, which malloc knows nothing of.
inline std::atomic<std::size_t> own_pages_bytes{0};

template <class T>
class OwnPages {
public:
    using value_type = T;

    OwnPages() = default;

    template <class U>
    OwnPages(const OwnPages<U>&) {}  // NOLINT(*-explicit-*): as every allocator

    T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < kOwnPagesBytes) return static_cast<T*>(::operator new(bytes));
        constexpr int kUse = PROT_READ | PROT_WRITE;
        void* const pages = ::mmap(nullptr, bytes, kUse, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) throw std::bad_alloc();
        own_pages_bytes.fetch_add(bytes, std::memory_order_relaxed);
        return static_cast<T*>(pages);
    }

    void deallocate(T* memory, std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < kOwnPagesBytes) return ::operator delete(memory);
        own_pages_bytes.fetch_sub(bytes, std::memory_order_relaxed);
        ::munmap(memory, bytes);
    }

    friend bool operator==(const OwnPages&, const OwnPages&) = default;
};

}  // namespace stator::emulator
