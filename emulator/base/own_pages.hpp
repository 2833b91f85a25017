// OwnPages: an allocator for data that lives longer than the allocations around it and is often
// much larger than later ones, for example the bodies in the request log. In malloc's memory, such
// data would leave gaps that fit nothing else. Here, a large allocation has its own pages, which
// return to the system when it is freed. Thread-safe.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <new>

namespace stator::emulator {

// Smaller allocations use malloc, because the system limits the number of mappings per process.
inline constexpr std::size_t kOwnPagesBytes = std::size_t{32} << 10U;

// Total size of all large allocations in bytes. malloc does not know of them.
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
