// Run: consecutive values of an ordered set, in one block of memory. Not thread-safe, except for
// its count of owners.
#pragma once

#include <atomic>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

namespace stator::engine::storage {

// A value is moved as bytes: it must not know its own address.
template <class Value>
class Run {
public:
    using Pointer = boost::intrusive_ptr<Run>;

    static Pointer create(std::size_t capacity) {
        static_assert(alignof(Value) <= alignof(Run));
        void* const memory = std::malloc(sizeof(Run) + capacity * sizeof(Value));
        if (memory == nullptr) throw std::bad_alloc();
        return Pointer(new (memory) Run(capacity));
    }

    // A copy; the copy constructor of the values is called.
    Pointer copy() const {
        Pointer copied = create(capacity_);
        std::uninitialized_copy(begin(), end(), copied->begin());
        copied->size_ = size_;
        return copied;
    }

    // Moves the values to a new run of that capacity; this run is empty afterwards.
    Pointer move_to(std::size_t capacity) {
        Pointer moved = create(capacity);
        move_tail(begin(), *moved);
        return moved;
    }

    std::size_t size() const { return size_; }

    std::size_t capacity() const { return capacity_; }

    bool is_empty() const { return size_ == 0; }

    const Value* begin() const { return reinterpret_cast<const Value*>(this + 1); }

    const Value* end() const { return begin() + size_; }

    Value* begin() { return reinterpret_cast<Value*>(this + 1); }

    Value* end() { return begin() + size_; }

    // Precondition: size() < capacity().
    void insert(Value* at, Value value) {
        assert(size_ < capacity_);
        move_bytes(at + 1, at, static_cast<std::size_t>(end() - at));
        new (at) Value(std::move(value));
        ++size_;
    }

    void erase(Value* at) {
        std::destroy_at(at);
        move_bytes(at, at + 1, static_cast<std::size_t>(end() - at) - 1);
        --size_;
    }

    // Moves `first` and all values after it to an empty run that has room for them.
    void move_tail(Value* first, Run& tail) {
        const auto count = static_cast<std::size_t>(end() - first);
        assert(tail.is_empty() && tail.capacity() >= count);
        move_bytes(tail.begin(), first, count);
        tail.size_ = static_cast<std::uint32_t>(count);
        size_ -= static_cast<std::uint32_t>(count);
    }

    // True while several sets share the run. When it returns false, the reads by former owners
    // happened before the caller's next step.
    bool is_shared() const { return owners_.load(std::memory_order_acquire) != 1; }

private:
    explicit Run(std::size_t capacity) : capacity_(static_cast<std::uint32_t>(capacity)) {}

    static void move_bytes(Value* to, const Value* from, std::size_t count) {
        std::memmove(static_cast<void*>(to), static_cast<const void*>(from), count * sizeof(Value));
    }

    friend void intrusive_ptr_add_ref(Run* run) {
        run->owners_.fetch_add(1, std::memory_order_relaxed);
    }

    friend void intrusive_ptr_release(Run* run) {
        if (run->owners_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
        std::destroy(run->begin(), run->end());
        std::destroy_at(run);
        std::free(run);
    }

    alignas(std::max_align_t) std::atomic<std::uint32_t> owners_{0};
    std::uint32_t size_ = 0;
    std::uint32_t capacity_;
};

}  // namespace stator::engine::storage
