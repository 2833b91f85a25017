#include "emulator/server.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <vector>

#include "emulator/http_session.hpp"
#include "emulator/log.hpp"
#include "emulator/worker.hpp"

namespace stator::emulator {
namespace {

using asio::ip::tcp;

using SignalSet = asio::basic_signal_set<Executor>;

std::string listen_sentence(const ServerOptions& options, const ErrorCode& error) {
    const std::string place = "port " + std::to_string(options.port) + " of " + options.host;
    if (error == asio::error::address_in_use) {
        return place +
               " is in use: stop the program that listens there, or choose another with "
               "--port (0 for any free port).";
    }
    if (error == asio::error::access_denied) {
        return place + " needs privileges this user lacks: choose one above 1023 with --port.";
    }
    return place + " cannot be used (" + error.message() +
           "): choose an address of this machine with --host, such as 127.0.0.1.";
}

// The address to listen on, IPv4 before IPv6 because that is what clients try without being told.
std::optional<tcp::endpoint> resolve(asio::io_context& context, const ServerOptions& options) {
    ErrorCode error;
    tcp::resolver resolver(context);
    const auto found =
        resolver.resolve(options.host, std::to_string(options.port), tcp::resolver::passive, error);
    if (error || found.empty()) return std::nullopt;
    for (const auto& entry : found) {
        if (entry.endpoint().protocol() == tcp::v4()) return entry.endpoint();
    }
    return found.begin()->endpoint();
}

// For the second signal: no more patience.
extern "C" void exit_at_once(int) {
    std::_Exit(1);
}

void log_lost_session(const std::exception_ptr& lost) {
    if (!lost) return;
    try {
        std::rethrow_exception(lost);
    } catch (const std::exception& exception) {
        log_error(std::string("connection ended by a bug of Stator's: ") + exception.what());
    }
}

}  // namespace

class Server::Impl {
public:
    Impl(ServerOptions options, const engine::Clock& clock);

    std::optional<std::string> listen();

    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

    void serve(
        Dispatcher& dispatcher, engine::Journal* journal, const std::function<void()>& on_ready
    );

    void stop() {
        asio::post(first().context(), [this] { begin_stop(); });
    }

private:
    Worker& first() { return *workers_.front(); }

    Worker& next_worker() { return *workers_[accepted_++ % workers_.size()]; }

    void accept(const SessionServices& services);
    void accept_later(const SessionServices& services);
    void await_signal();
    void drive_engine(Dispatcher& dispatcher);
    void begin_stop();

    const ServerOptions options_;
    const engine::Clock& clock_;
    std::vector<std::unique_ptr<Worker>> workers_;
    Acceptor acceptor_;
    SteadyTimer accept_pause_;
    SteadyTimer engine_timer_;
    SignalSet signals_;
    std::unique_ptr<DurabilityGate> gate_;
    std::size_t accepted_ = 0;
    bool is_stopping_ = false;
};

namespace {

std::vector<std::unique_ptr<Worker>> make_workers(const ServerOptions& options) {
    std::vector<std::unique_ptr<Worker>> workers;
    for (std::size_t number = 0; number < std::max(1U, options.threads); ++number) {
        const Worker::Limits limits{options.idle_limit, options.grace};
        workers.push_back(std::make_unique<Worker>(number, limits));
    }
    return workers;
}

}  // namespace

Server::Impl::Impl(ServerOptions options, const engine::Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      workers_(make_workers(options_)),
      acceptor_(first().context()),
      accept_pause_(first().context()),
      engine_timer_(first().context()),
      signals_(first().context()) {}

std::optional<std::string> Server::Impl::listen() {
    const auto endpoint = resolve(first().context(), options_);
    if (!endpoint) {
        return "host " + options_.host +
               " is unknown: give --host an address of this machine, such as 127.0.0.1.";
    }
    ErrorCode error;
    acceptor_.open(endpoint->protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(*endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) return listen_sentence(options_, error);
    return std::nullopt;
}

void Server::Impl::serve(
    Dispatcher& dispatcher, engine::Journal* journal, const std::function<void()>& on_ready
) {
    if (journal) {
        std::vector<asio::io_context*> contexts;
        for (const auto& worker : workers_) contexts.push_back(&worker->context());
        gate_ = std::make_unique<DurabilityGate>(*journal, contexts);
    }
    const SessionServices services{dispatcher, gate_.get(), clock_};
    std::vector<std::thread> threads;
    for (std::size_t number = 1; number < workers_.size(); ++number) {
        threads.emplace_back([worker = workers_[number].get()] { worker->run(); });
    }
    if (options_.stops_on_signals) await_signal();
    accept(services);
    drive_engine(dispatcher);
    if (on_ready) on_ready();
    first().run();
    for (std::thread& thread : threads) thread.join();
}

void Server::Impl::accept(const SessionServices& services) {
    Worker& worker = next_worker();
    acceptor_.async_accept(
        worker.context(),
        [this, &services, &worker](ErrorCode error, Socket socket) {
            if (is_stopping_) return;
            if (error) return accept_later(services);
            asio::co_spawn(
                worker.context(),
                run_session(std::move(socket), services, worker),
                [](const std::exception_ptr& lost) { log_lost_session(lost); }
            );
            accept(services);
        }
    );
}

// Most likely the process has no file descriptor left; some connection will end.
void Server::Impl::accept_later(const SessionServices& services) {
    log_warning("a connection could not be accepted: is the limit on open files (ulimit -n) low?");
    accept_pause_.expires_after(std::chrono::milliseconds(100));
    accept_pause_.async_wait([this, &services](ErrorCode error) {
        if (!error && !is_stopping_) accept(services);
    });
}

void Server::Impl::await_signal() {
    signals_.add(SIGTERM);
    signals_.add(SIGINT);
    signals_.async_wait([this](ErrorCode error, int) {
        if (!error) begin_stop();
    });
}

void Server::Impl::drive_engine(Dispatcher& dispatcher) {
    if (is_stopping_) return;
    engine_timer_.expires_after(dispatcher.run_due());
    engine_timer_.async_wait([this, &dispatcher](ErrorCode error) {
        if (!error) drive_engine(dispatcher);
    });
}

void Server::Impl::begin_stop() {
    if (is_stopping_) return;
    is_stopping_ = true;
    log_debug("stopping");
    ErrorCode ignored;
    acceptor_.close(ignored);
    accept_pause_.cancel();
    engine_timer_.cancel();
    signals_.clear();
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

void Server::serve(
    Dispatcher& dispatcher, engine::Journal* journal, const std::function<void()>& on_ready
) {
    impl_->serve(dispatcher, journal, on_ready);
}

void Server::stop() {
    impl_->stop();
}

}  // namespace stator::emulator
