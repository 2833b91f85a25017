// Background: work that no request waits for. Thread-safe.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <utility>

namespace stator::engine {

class Background {
public:
    // Does a part of the work, for less than a millisecond. Returns true if more work is left.
    using Step = std::function<bool()>;
    // Calls the step on another thread until it returns false. The pauses between the calls are
    // long enough for other threads to take the locks that the step needs.
    using Run = std::function<void(Step step)>;

    // If `run` is empty, there is no other thread.
    explicit Background(Run run = {}) : run_(std::move(run)) {}

    // False if the caller must do the work itself: there is no other thread, or it has ended.
    bool has_thread() const { return run_ != nullptr && !is_ended_; }

    // Adds work. Precondition: has_thread() has just returned true. The step must check has_ended()
    // in each call.
    void add(Step step) const { run_(std::move(step)); }

    // Drops the reference to the object, on the other thread if there is one.
    void release(std::shared_ptr<const void> object) const {
        if (object == nullptr || !has_thread()) return;
        run_([released = std::move(object)]() mutable {
            released.reset();
            return false;
        });
    }

    // Returns a pointer to the same object. Its last owner does not destroy the object, but passes
    // it to release().
    template <class Object>
    std::shared_ptr<Object> released_last(std::shared_ptr<Object> object) const {
        Object* const address = object.get();
        return {address, [this, owner = std::move(object)](Object*) mutable {
                    release(std::move(owner));
                }};
    }

    // Ends background work. Unfinished work is abandoned.
    void end() { is_ended_ = true; }

    bool has_ended() const { return is_ended_; }

private:
    const Run run_;
    std::atomic<bool> is_ended_{false};
};

}  // namespace stator::engine
