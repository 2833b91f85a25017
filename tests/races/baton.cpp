#include "tests/races/baton.hpp"

#include <thread>

namespace stator::races {
namespace {

// An actor keeps the baton at three of four locks, so that some of its work stays together.
constexpr std::uint64_t kPassOneOf = 4;

thread_local Baton* baton_of_thread = nullptr;

}  // namespace

Baton* Baton::of_this_thread() {
    return baton_of_thread;
}

void Baton::run(const std::vector<std::function<void()>>& actors) {
    has_ended_.assign(actors.size(), false);
    std::vector<std::thread> threads;
    for (std::size_t actor = 0; actor < actors.size(); ++actor) {
        threads.emplace_back([this, actor, &work = actors[actor]] {
            const auto own = static_cast<std::uint32_t>(actor + 1);
            for (std::uint32_t seen = turn_.load(); seen != own; seen = turn_.load()) {
                turn_.wait(seen);
            }
            baton_of_thread = this;
            work();
            baton_of_thread = nullptr;
            end();
        });
    }
    holder_ = random_() % actors.size();
    turn_.store(static_cast<std::uint32_t>(holder_ + 1));
    turn_.notify_all();
    for (std::thread& thread : threads) thread.join();
}

void Baton::pass() {
    if (random_() % kPassOneOf == 0) give(draw_other());
}

bool Baton::wait() {
    const std::size_t other = draw_other();
    if (other == holder_) return false;
    ++collisions_;
    give(other);
    return true;
}

std::size_t Baton::draw_other() {
    std::vector<std::size_t> others;
    for (std::size_t actor = 0; actor < has_ended_.size(); ++actor) {
        if (actor != holder_ && !has_ended_[actor]) others.push_back(actor);
    }
    return others.empty() ? holder_ : others[random_() % others.size()];
}

void Baton::give(std::size_t actor) {
    if (actor == holder_) return;
    const auto own = static_cast<std::uint32_t>(holder_ + 1);
    holder_ = actor;
    turn_.store(static_cast<std::uint32_t>(actor + 1));
    turn_.notify_all();
    for (std::uint32_t seen = turn_.load(); seen != own; seen = turn_.load()) turn_.wait(seen);
}

void Baton::end() {
    has_ended_[holder_] = true;
    const std::size_t next = draw_other();
    if (next == holder_) return;
    holder_ = next;
    turn_.store(static_cast<std::uint32_t>(next + 1));
    turn_.notify_all();
}

}  // namespace stator::races
