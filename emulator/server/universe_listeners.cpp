#include "emulator/server/universe_listeners.hpp"

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <future>
#include <utility>
#include <vector>

#include "emulator/base/universe_name.hpp"

namespace stator::emulator::server {
namespace {

constexpr int kConflict = 409;

// A context that has just stopped closes nothing; in this case, the process is about to end.
constexpr std::chrono::seconds kPatience{1};

}  // namespace

void UniverseListeners::start(Accept accept) {
    const engine::MutexLock lock(mutex_);
    accept_ = std::move(accept);
}

void UniverseListeners::stop() {
    Listeners all;
    {
        const engine::MutexLock lock(mutex_);
        accept_ = {};
        all = std::exchange(listeners_, {});
    }
    for (const auto& [port, listener] : all) listener->close();
}

std::shared_ptr<Listener> UniverseListeners::find(
    const std::string& universe, std::optional<std::uint16_t> port
) const {
    const std::string name = shown_universe(universe);
    for (const auto& [number, listener] : listeners_) {
        const bool is_asked = !port || *port == number;
        if (is_asked && listener->universe->universe == name) return listener;
    }
    return nullptr;
}

Accepted<std::uint16_t> UniverseListeners::open(
    const std::string& universe, std::optional<std::uint16_t> port
) {
    if (port == std::uint16_t{0}) port.reset();
    const engine::MutexLock lock(mutex_);
    if (!accept_) return Refusal{"the server is not serving; try again.", kConflict};
    if (const auto known = find(universe, port)) return known->port();
    auto listener = std::make_shared<Listener>(context_, http::Door::Main);
    listener->universe = std::make_shared<UniverseDoor>(shown_universe(universe));
    const auto failed = open_listener(*listener, context_, {host_, port.value_or(0), "'port'"});
    if (failed) return Refusal{*failed, kConflict};
    const std::uint16_t opened = listener->port();
    listeners_[opened] = listener;
    asio::post(context_, [accept = accept_, listener] { accept(listener); });
    return opened;
}

std::size_t UniverseListeners::close(
    const std::string& universe, std::optional<std::uint16_t> port
) {
    std::size_t closed = 0;
    while (true) {
        std::shared_ptr<Listener> listener;
        {
            const engine::MutexLock lock(mutex_);
            listener = find(universe, port);
            if (listener == nullptr) return closed;
            listeners_.erase(listener->port());
        }
        close_there(listener);
        ++closed;
    }
}

void UniverseListeners::close_there(const std::shared_ptr<Listener>& listener) {
    // The connections of this port end with their next request.
    listener->universe->is_open.store(false);
    const auto done = std::make_shared<std::promise<void>>();
    asio::dispatch(context_, [listener, done] {
        listener->close();
        done->set_value();
    });
    done->get_future().wait_for(kPatience);
}

std::vector<std::uint16_t> UniverseListeners::of(const std::string& universe) const {
    const std::string name = shown_universe(universe);
    std::vector<std::uint16_t> ports;
    const engine::MutexLock lock(mutex_);
    for (const auto& [port, listener] : listeners_) {
        if (listener->universe->universe == name) ports.push_back(port);
    }
    return ports;
}

}  // namespace stator::emulator::server
