// UniverseListeners: the listeners of the ports of universes. Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "emulator/base/universe_ports.hpp"
#include "emulator/server/listener.hpp"
#include "engine/base/mutex.hpp"

namespace stator::emulator::server {

class UniverseListeners final : public UniversePorts {
public:
    // Accepts and closes listeners on the thread of `context`, which must outlive this object.
    UniverseListeners(asio::io_context& context, std::string host)
        : context_(context), host_(std::move(host)) {}

    // Called on the context's thread for each new listener. Ports cannot be opened before start().
    using Accept = std::function<void(std::shared_ptr<Listener> listener)>;

    // Allows open() to open ports.
    void start(Accept accept);

    // Closes all ports permanently. Must be called on the context's thread.
    void stop();

    Accepted<std::uint16_t> open(const std::string& universe, std::optional<std::uint16_t> port)
        override;
    std::size_t close(const std::string& universe, std::optional<std::uint16_t> port) override;
    std::vector<std::uint16_t> of(const std::string& universe) const override;

private:
    using Listeners = std::map<std::uint16_t, std::shared_ptr<Listener>>;

    // Returns the universe's listener at that port, or any of the universe's listeners if `port` is
    // nullopt.
    std::shared_ptr<Listener> find(const std::string& universe, std::optional<std::uint16_t> port)
        const STATOR_REQUIRES(mutex_);
    // Closes the listener on the context's thread, and waits for that.
    void close_there(const std::shared_ptr<Listener>& listener);

    asio::io_context& context_;
    const std::string host_;
    mutable engine::Mutex mutex_;
    Accept accept_ STATOR_GUARDED_BY(mutex_);
    Listeners listeners_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::emulator::server
