#include "emulator/server/server.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <vector>

#include "emulator/background/helpers.hpp"
#include "emulator/base/log.hpp"
#include "emulator/dispatch/due_thread.hpp"
#include "emulator/overload/memory.hpp"
#include "emulator/server/connection_life.hpp"
#include "emulator/server/lifeline.hpp"
#include "emulator/server/listener.hpp"
#include "emulator/server/socket_listener.hpp"
#include "emulator/server/universe_listeners.hpp"
#include "emulator/server/worker.hpp"

namespace stator::emulator::server {
namespace asio = boost::asio;

namespace {

using SignalSet = asio::basic_signal_set<http::Executor>;

// Handles the second signal: exits without waiting.
extern "C" void exit_at_once(int) {
    std::_Exit(1);
}

constexpr std::chrono::milliseconds kAcceptPause{100};

}  // namespace

class Server::Impl {
public:
    Impl(ServerOptions options, const engine::Clock& clock);

    std::optional<std::string> listen();

    std::uint16_t port() const { return main_->port(); }

    std::optional<std::uint16_t> admin_port() const {
        return admin_ ? std::optional(admin_->port()) : std::nullopt;
    }

    // Both ports are of the same host.
    bool is_reachable_from_elsewhere() const {
        return !main_->acceptor.local_endpoint().address().is_loopback();
    }

    UniversePorts& universe_ports() { return universes_; }

    overload::Load& load() { return load_; }

    void serve(
        dispatch::Dispatcher& dispatcher,
        engine::persistence::Journal* journal,
        const std::function<void()>& on_ready
    );

    void stop() {
        asio::post(first().context(), [this] { begin_stop(); });
    }

private:
    Worker& first() { return *workers_.front(); }

    // Returns the worker for the next connection. Connections at ::1 have their own turn counter.
    // With a shared one, pending accepts at ::1 would make 127.0.0.1 skip a worker and give another
    // worker two connections.
    Worker& next_worker(bool is_ipv6_loopback) {
        std::size_t& turn = is_ipv6_loopback ? ipv6_turn_ : turn_;
        Worker& worker = *workers_[turn++ % workers_.size()];
        worker.expect_connection();
        return worker;
    }

    using ListenerPtr = std::shared_ptr<Listener>;

    // Accepts at both addresses, if the listener has two.
    void accept_all(const ListenerPtr& listener, const SessionServices& services);
    void accept(const ListenerPtr& listener, const SessionServices& services);
    void accept_later(const ListenerPtr& listener, const SessionServices& services);
    void accept_at_socket(const SessionServices& services);
    void log_lost_connection();
    void begin_session(
        http::Socket socket, Worker& worker, SessionOrigin origin, const SessionServices& services
    );
    void await_signal();
    void begin_stop();

    const ServerOptions options_;
    const engine::Clock& clock_;
    overload::Load load_;
    std::vector<std::unique_ptr<Worker>> workers_;
    const ListenerPtr main_;
    const ListenerPtr admin_;                 // null if not requested
    std::unique_ptr<SocketListener> socket_;  // null if not requested
    UniverseListeners universes_;
    background::Helpers helpers_;
    std::optional<dispatch::DueThread> due_;  // empty before serve()
    SignalSet signals_;
    std::optional<Lifeline> lifeline_;
    std::unique_ptr<DurabilityGate> gate_;
    std::size_t turn_ = 0;
    std::size_t ipv6_turn_ = 0;
    std::uint64_t connections_ = 0;
    bool is_stopping_ = false;
};

namespace {

// Descriptors for files, including the data file, and for connections that are accepted only to be
// rejected.
constexpr std::size_t kOtherDescriptors = 128;

// Limits the number of connections to the available descriptors.
overload::LoadLimits possible(overload::LoadLimits limits) {
    const std::size_t allowed = overload::allow_descriptors(limits.connections + kOtherDescriptors);
    const std::size_t room = allowed > 2 * kOtherDescriptors
                                 ? allowed - kOtherDescriptors
                                 : std::max(allowed / 2, std::size_t{1});
    limits.connections = std::min(limits.connections, room);
    return limits;
}

std::vector<std::unique_ptr<Worker>> make_workers(
    const ServerOptions& options, overload::Load& load
) {
    std::vector<std::unique_ptr<Worker>> workers;
    for (std::size_t number = 0; number < std::max(1U, options.threads); ++number) {
        const Worker::Limits limits{
            options.idle_limit, options.head_limit, options.request_limit, options.grace};
        workers.push_back(std::make_unique<Worker>(number, limits, load));
    }
    return workers;
}

}  // namespace

Server::Impl::Impl(ServerOptions options, const engine::Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      load_(possible(options_.load)),
      workers_(make_workers(options_, load_)),
      main_(std::make_shared<Listener>(first().context(), http::Door::Main)),
      admin_(
          options_.admin_port ? std::make_shared<Listener>(first().context(), http::Door::Admin)
                              : nullptr
      ),
      socket_(
          options_.socket_path.empty()
              ? nullptr
              : std::make_unique<SocketListener>(first().context(), options_.socket_path)
      ),
      universes_(first().context(), options_.host),
      signals_(first().context()) {}

std::optional<std::string> Server::Impl::listen() {
    asio::io_context& context = first().context();
    const std::string& host = options_.host;
    if (auto problem = open_listener(*main_, context, {host, options_.port, "--port"})) {
        return problem;
    }
    if (admin_) {
        auto problem =
            open_listener(*admin_, context, {host, *options_.admin_port, "--admin-port"});
        if (problem) return problem;
    }
    return socket_ ? socket_->open() : std::nullopt;
}

void Server::Impl::serve(
    dispatch::Dispatcher& dispatcher,
    engine::persistence::Journal* journal,
    const std::function<void()>& on_ready
) {
    if (journal) {
        std::vector<asio::io_context*> contexts;
        for (const auto& worker : workers_) contexts.push_back(&worker->context());
        gate_ = std::make_unique<DurabilityGate>(*journal, contexts);
    }
    const SessionServices services{dispatcher, gate_.get(), clock_, helpers_, options_.tls};
    std::vector<std::thread> threads;
    for (std::size_t number = 1; number < workers_.size(); ++number) {
        threads.emplace_back([worker = workers_[number].get()] { worker->run(); });
    }
    if (options_.stops_on_signals) await_signal();
    if (options_.lifeline) {
        lifeline_.emplace(first().context(), *options_.lifeline);
        lifeline_->watch([this] { begin_stop(); });
    }
    accept_all(main_, services);
    if (admin_) accept_all(admin_, services);
    if (socket_) accept_at_socket(services);
    universes_.start([this, &services](const ListenerPtr& opened) { accept_all(opened, services); }
    );
    due_.emplace(dispatcher);
    if (on_ready) on_ready();
    first().run();
    for (std::thread& thread : threads) thread.join();
    due_->stop();
}

void Server::Impl::accept_all(const ListenerPtr& listener, const SessionServices& services) {
    accept(listener, services);
    if (listener->ipv6_loopback) accept(listener->ipv6_loopback, services);
}

void Server::Impl::accept(const ListenerPtr& listener, const SessionServices& services) {
    Worker& worker = next_worker(listener->is_ipv6_loopback);
    listener->acceptor.async_accept(
        worker.context(),
        [this, listener, &services, &worker](http::ErrorCode error, http::Socket socket) {
            if (is_stopping_ || !listener->acceptor.is_open()) return;
            if (error) return accept_later(listener, services);
            begin_session(
                std::move(socket),
                worker,
                {listener->door, ++connections_, listener->universe},
                services
            );
            accept(listener, services);
        }
    );
}

void Server::Impl::accept_at_socket(const SessionServices& services) {
    Worker& worker = next_worker(false);
    socket_->acceptor().async_accept(
        worker.context(),
        [this, &services, &worker](http::ErrorCode error, http::Socket socket) {
            if (is_stopping_ || !socket_->acceptor().is_open()) return;
            if (!error) {
                const SessionOrigin origin{http::Door::Main, ++connections_, nullptr, true};
                begin_session(std::move(socket), worker, origin, services);
                return accept_at_socket(services);
            }
            log_lost_connection();
            socket_->pause().expires_after(kAcceptPause);
            socket_->pause().async_wait([this, &services](http::ErrorCode cancelled) {
                if (!cancelled && !is_stopping_) accept_at_socket(services);
            });
        }
    );
}

void Server::Impl::begin_session(
    http::Socket socket, Worker& worker, SessionOrigin origin, const SessionServices& services
) {
    start_connection(std::move(socket), services, worker, std::move(origin));
}

void Server::Impl::log_lost_connection() {
    if (!load_.should_tell(std::chrono::steady_clock::now())) return;
    log_warning("a connection could not be accepted: is the limit on open files (ulimit -n) low?");
}

// The process has probably run out of file descriptors; retries after other connections may have
// ended.
void Server::Impl::accept_later(const ListenerPtr& listener, const SessionServices& services) {
    log_lost_connection();
    listener->pause.expires_after(kAcceptPause);
    listener->pause.async_wait([this, listener, &services](http::ErrorCode error) {
        if (!error && !is_stopping_) accept(listener, services);
    });
}

void Server::Impl::await_signal() {
    signals_.add(SIGTERM);
    signals_.add(SIGINT);
    signals_.async_wait([this](http::ErrorCode error, int) {
        if (!error) begin_stop();
    });
}

void Server::Impl::begin_stop() {
    if (is_stopping_) return;
    is_stopping_ = true;
    log_debug("stopping");
    main_->close();
    if (admin_) admin_->close();
    if (socket_) socket_->close();
    universes_.stop();
    // A stop without a signal leaves a pending wait for a signal, which would keep the thread
    // running.
    signals_.cancel();
    signals_.clear();
    if (lifeline_) lifeline_->cancel();
    if (options_.stops_on_signals) {
        std::signal(SIGTERM, exit_at_once);
        std::signal(SIGINT, exit_at_once);
    }
    for (const auto& worker : workers_) worker->stop();
}

Server::Server(ServerOptions options, const engine::Clock& clock)
    : impl_(std::make_unique<Impl>(std::move(options), clock)) {}

Server::~Server() = default;

std::optional<std::string> Server::listen() {
    return impl_->listen();
}

std::uint16_t Server::port() const {
    return impl_->port();
}

std::optional<std::uint16_t> Server::admin_port() const {
    return impl_->admin_port();
}

bool Server::is_reachable_from_elsewhere() const {
    return impl_->is_reachable_from_elsewhere();
}

UniversePorts& Server::universe_ports() {
    return impl_->universe_ports();
}

overload::Load& Server::load() {
    return impl_->load();
}

void Server::serve(
    dispatch::Dispatcher& dispatcher,
    engine::persistence::Journal* journal,
    const std::function<void()>& on_ready
) {
    impl_->serve(dispatcher, journal, on_ready);
}

void Server::stop() {
    impl_->stop();
}

}  // namespace stator::emulator::server
