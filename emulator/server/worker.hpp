// Worker: one io_context, the thread that runs it, and the connections that live there.
//
// Everything except stop() and the constructor runs on the worker's own thread.
#pragma once

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/intrusive/list.hpp>
#include <chrono>
#include <cstdint>

#include "emulator/http/network.hpp"
#include "emulator/http/response.hpp"

namespace stator::emulator::server {
namespace asio = boost::asio;

class Worker;

// What a worker must know about a connection to end it. The session keeps its phase up to date.
class Connection : public boost::intrusive::list_base_hook<> {
public:
    enum class Phase : unsigned char {
        Idle,       // between two requests
        Receiving,  // part of a request has arrived
        Working,    // a request is being answered, perhaps waiting for the disk
        Sending,    // the client does not accept the whole reply at once
    };

    Connection(http::Socket socket, Worker& worker);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    http::Socket& socket() { return socket_; }

    void enter(Phase phase) {
        if (phase != phase_) sweeps_in_phase_ = 0;
        phase_ = phase;
        quiet_sweeps_ = 0;
    }

private:
    friend class Worker;

    http::Socket socket_;
    Worker& worker_;
    Phase phase_ = Phase::Idle;
    unsigned quiet_sweeps_ = 0;
    unsigned sweeps_in_phase_ = 0;
};

class Worker {
public:
    struct Limits {
        std::chrono::milliseconds idle;     // for a client that neither sends nor receives anything
        std::chrono::milliseconds request;  // for a whole request, from its first byte to its last
        std::chrono::milliseconds grace;    // after stop(), for requests that have begun
    };

    Worker(std::size_t number, Limits limits);
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    std::size_t number() const { return number_; }

    asio::io_context& context() { return context_; }

    http::HeadWriter& head_writer() { return head_writer_; }

    bool is_stopping() const { return is_stopping_; }

    bool has_several_connections() const {
        return !connections_.empty() && &connections_.front() != &connections_.back();
    }

    // Runs until stop() has been called and the last connection is gone.
    void run();

    // Closes idle connections and lets the others finish. Can be called from any thread.
    void stop();

private:
    friend class Connection;

    void begin_stop();
    void arm_sweep();
    std::chrono::milliseconds sweep_interval() const;
    void sweep();
    void add(Connection& connection);
    void remove(Connection& connection);

    const std::size_t number_;
    const Limits limits_;
    // Declared before the io_context, because destroying that destroys the coroutines that own the
    // connections.
    boost::intrusive::list<Connection, boost::intrusive::constant_time_size<false>> connections_;
    asio::io_context context_{1};
    asio::executor_work_guard<http::Executor> work_;
    http::SteadyTimer timer_;  // the next sweep; after stop(), the end of the grace period
    http::HeadWriter head_writer_;
    std::atomic<bool> is_stopping_{false};
};

}  // namespace stator::emulator::server
