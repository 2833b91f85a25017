#include "emulator/server/server.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <vector>

#include "emulator/server/http_session.hpp"
#include "emulator/server/log.hpp"
#include "emulator/server/worker.hpp"

namespace stator::emulator::server {
namespace asio = boost::asio;

namespace {

using asio::ip::tcp;

using SignalSet = asio::basic_signal_set<http::Executor>;

// A port to claim, and the option that names it.
struct WantedPort {
    std::uint16_t number;
    std::string option;
};

std::string listen_sentence(
    const std::string& host, const WantedPort& port, const http::ErrorCode& error
) {
    const std::string place = "port " + std::to_string(port.number) + " of " + host;
    if (error == asio::error::address_in_use) {
        return place + " is in use: stop the program that listens there, or choose another with " +
               port.option + " (0 for any free port).";
    }
    if (error == asio::error::access_denied) {
        return place + " needs privileges this user lacks: choose one above 1023 with " +
               port.option + ".";
    }
    return place + " cannot be used (" + error.message() +
           "): choose an address of this machine with --host, such as 127.0.0.1.";
}

// The address to listen on, IPv4 before IPv6 because that is what clients try without being told.
std::optional<tcp::endpoint> resolve(
    asio::io_context& context, const std::string& host, std::uint16_t port
) {
    http::ErrorCode error;
    tcp::resolver resolver(context);
    const auto found = resolver.resolve(host, std::to_string(port), tcp::resolver::passive, error);
    if (error || found.empty()) return std::nullopt;
    for (const auto& entry : found) {
        if (entry.endpoint().protocol() == tcp::v4()) return entry.endpoint();
    }
    return found.begin()->endpoint();
}

// A socket that accepts connections.
struct Listener {
    Listener(asio::io_context& context, http::Door its_door)
        : acceptor(context), pause(context), door(its_door) {}

    void close() {
        http::ErrorCode ignored;
        acceptor.close(ignored);
        pause.cancel();
    }

    http::Acceptor acceptor;
    http::SteadyTimer pause;
    const http::Door door;
    std::uint64_t accepted = 0;
};

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

    std::uint16_t port() const { return main_.acceptor.local_endpoint().port(); }

    std::optional<std::uint16_t> admin_port() const {
        if (!admin_) return std::nullopt;
        return admin_->acceptor.local_endpoint().port();
    }

    void serve(
        Dispatcher& dispatcher,
        engine::persistence::Journal* journal,
        const std::function<void()>& on_ready
    );

    void stop() {
        asio::post(first().context(), [this] { begin_stop(); });
    }

private:
    Worker& first() { return *workers_.front(); }

    Worker& next_worker() { return *workers_[accepted_++ % workers_.size()]; }

    std::optional<std::string> open(Listener& listener, const WantedPort& port);
    void accept(Listener& listener, const SessionServices& services);
    void accept_later(Listener& listener, const SessionServices& services);
    void await_signal();
    void drive_engine(Dispatcher& dispatcher);
    void begin_stop();

    const ServerOptions options_;
    const engine::Clock& clock_;
    std::vector<std::unique_ptr<Worker>> workers_;
    Listener main_;
    std::optional<Listener> admin_;
    http::SteadyTimer engine_timer_;
    SignalSet signals_;
    std::unique_ptr<DurabilityGate> gate_;
    std::size_t accepted_ = 0;
    bool is_stopping_ = false;
};

namespace {

std::vector<std::unique_ptr<Worker>> make_workers(const ServerOptions& options) {
    std::vector<std::unique_ptr<Worker>> workers;
    for (std::size_t number = 0; number < std::max(1U, options.threads); ++number) {
        const Worker::Limits limits{options.idle_limit, options.request_limit, options.grace};
        workers.push_back(std::make_unique<Worker>(number, limits, options.seed));
    }
    return workers;
}

}  // namespace

Server::Impl::Impl(ServerOptions options, const engine::Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      workers_(make_workers(options_)),
      main_(first().context(), http::Door::Main),
      engine_timer_(first().context()),
      signals_(first().context()) {
    if (options_.admin_port) admin_.emplace(first().context(), http::Door::Admin);
}

std::optional<std::string> Server::Impl::listen() {
    if (auto problem = open(main_, {options_.port, "--port"})) return problem;
    if (!admin_) return std::nullopt;
    return open(*admin_, {*options_.admin_port, "--admin-port"});
}

std::optional<std::string> Server::Impl::open(Listener& listener, const WantedPort& port) {
    const auto endpoint = resolve(first().context(), options_.host, port.number);
    if (!endpoint) {
        return "host " + options_.host +
               " is unknown: give --host an address of this machine, such as 127.0.0.1.";
    }
    http::Acceptor& acceptor = listener.acceptor;
    http::ErrorCode error;
    acceptor.open(endpoint->protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(*endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) return listen_sentence(options_.host, port, error);
    return std::nullopt;
}

void Server::Impl::serve(
    Dispatcher& dispatcher,
    engine::persistence::Journal* journal,
    const std::function<void()>& on_ready
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
    accept(main_, services);
    if (admin_) accept(*admin_, services);
    drive_engine(dispatcher);
    if (on_ready) on_ready();
    first().run();
    for (std::thread& thread : threads) thread.join();
}

void Server::Impl::accept(Listener& listener, const SessionServices& services) {
    Worker& worker = next_worker();
    listener.acceptor.async_accept(
        worker.context(),
        [this, &listener, &services, &worker](http::ErrorCode error, http::Socket socket) {
            if (is_stopping_) return;
            if (error) return accept_later(listener, services);
            asio::co_spawn(
                worker.context(),
                run_session(
                    std::move(socket), services, worker, {listener.door, ++listener.accepted}
                ),
                [](const std::exception_ptr& lost) { log_lost_session(lost); }
            );
            accept(listener, services);
        }
    );
}

// Most likely the process has no file descriptor left; some connection will end.
void Server::Impl::accept_later(Listener& listener, const SessionServices& services) {
    log_warning("a connection could not be accepted: is the limit on open files (ulimit -n) low?");
    listener.pause.expires_after(std::chrono::milliseconds(100));
    listener.pause.async_wait([this, &listener, &services](http::ErrorCode error) {
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

void Server::Impl::drive_engine(Dispatcher& dispatcher) {
    if (is_stopping_) return;
    engine_timer_.expires_after(dispatcher.run_due());
    engine_timer_.async_wait([this, &dispatcher](http::ErrorCode error) {
        if (!error) drive_engine(dispatcher);
    });
}

void Server::Impl::begin_stop() {
    if (is_stopping_) return;
    is_stopping_ = true;
    log_debug("stopping");
    main_.close();
    if (admin_) admin_->close();
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

std::optional<std::uint16_t> Server::admin_port() const {
    return impl_->admin_port();
}

void Server::serve(
    Dispatcher& dispatcher,
    engine::persistence::Journal* journal,
    const std::function<void()>& on_ready
) {
    impl_->serve(dispatcher, journal, on_ready);
}

void Server::stop() {
    impl_->stop();
}

}  // namespace stator::emulator::server
