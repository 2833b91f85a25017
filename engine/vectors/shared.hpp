// Shared: a value that several owners share until one of them changes it, which copies it first.
//
// Each owner is used by one thread at a time; owners of the same value may be used by several.
#pragma once

#include <atomic>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <cstdint>
#include <utility>

namespace stator::engine::vectors {

template <class Value>
class Shared {
public:
    Shared() : held_(new Held) {}

    explicit Shared(Value value) : held_(new Held{0, std::move(value)}) {}

    const Value& operator*() const { return held_->value; }

    const Value* operator->() const { return &held_->value; }

    // The value for modification; copies it first if it is shared. Reads by owners that have
    // dropped their share happen before this returns.
    Value& own() {
        if (held_->owners.load(std::memory_order_acquire) != 1) {
            held_ = boost::intrusive_ptr<Held>(new Held{0, held_->value});
        }
        return held_->value;
    }

private:
    struct Held {
        std::atomic<std::uint32_t> owners = 0;
        Value value = {};

        friend void intrusive_ptr_add_ref(Held* held) {
            held->owners.fetch_add(1, std::memory_order_relaxed);
        }

        friend void intrusive_ptr_release(Held* held) {
            if (held->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete held;
        }
    };

    boost::intrusive_ptr<Held> held_;
};

}  // namespace stator::engine::vectors
