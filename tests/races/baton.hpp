// Baton: threads that run one at a time, in an order that a seed draws at every lock.
//
// The test program has its own pthread_mutex_lock() and pthread_rwlock_*lock()
// (interposed_locks.cpp), which hand the baton on before they lock. Other threads are not affected.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

namespace stator::races {

class Baton {
public:
    explicit Baton(std::uint64_t seed) : random_(seed) {}

    Baton(const Baton&) = delete;
    Baton& operator=(const Baton&) = delete;

    // Runs each actor on a thread of its own; returns when all have ended. An actor must not wait
    // for another one but by a lock.
    void run(const std::vector<std::function<void()>>& actors);

    // The number of times that an actor had to wait for a lock of another one.
    std::uint64_t collisions() const { return collisions_; }

    // The baton of the calling thread; null for other threads.
    static Baton* of_this_thread();

    // Before a lock: may give the baton to another actor.
    void pass();

    // The lock is held: gives the baton to another actor. Returns false if all others have ended.
    bool wait();

private:
    // Gives the baton to that actor, and waits until it comes back.
    void give(std::size_t actor);
    // Another actor than this one that has not ended; this one if there is none.
    std::size_t draw_other();
    void end();

    std::mt19937_64 random_;
    std::vector<bool> has_ended_;
    std::size_t holder_ = 0;
    std::uint64_t collisions_ = 0;
    std::atomic<std::uint32_t> turn_{0};  // the holder's number, plus 1
};

}  // namespace stator::races
