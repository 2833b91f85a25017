// Worker: one io_context, the thread that runs it, and its connections.
//
// All functions except stop(), expect_connection() and the constructor must be called on the
// worker's own thread.
#pragma once

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/intrusive/list.hpp>
#include <chrono>
#include <cstdint>

#include "emulator/http/network.hpp"
#include "emulator/http/response.hpp"
#include "emulator/overload/load.hpp"
#include "emulator/server/descriptor_reserve.hpp"

namespace stator::emulator::server {
namespace asio = boost::asio;

class Worker;

// The state of a connection that a worker needs to end it. The session keeps the phase up to date.
class Connection : public boost::intrusive::list_base_hook<> {
public:
    enum class Phase : unsigned char {
        Resting,    // between two requests, for so long that the session has ended
        Idle,       // between two requests
        Receiving,  // part of a request's head has arrived
        InBody,     // the head and perhaps part of the body have arrived
        Working,    // a request is being answered, perhaps waiting for the disk
        Sending,    // the client does not accept the whole reply immediately
    };

    // The caller has counted the connection in the load. The destructor removes it.
    Connection(http::Socket socket, Worker& worker);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    http::Socket& socket() { return socket_; }

    Worker& worker() { return worker_; }

    void enter(Phase phase) {
        // The head and the body share one time limit.
        if (phase != phase_ && phase != Phase::InBody) sweeps_in_phase_ = 0;
        phase_ = phase;
        quiet_sweeps_ = 0;
        is_to_rest_ = false;
    }

    // Whether the worker has cancelled the wait for a request, so that the session ends and the
    // connection rests.
    bool is_to_rest() const { return is_to_rest_; }

private:
    friend class Worker;

    http::Socket socket_;
    Worker& worker_;
    Phase phase_ = Phase::Idle;
    bool is_to_rest_ = false;
    unsigned quiet_sweeps_ = 0;
    unsigned sweeps_in_phase_ = 0;
};

class Worker {
public:
    struct Limits {
        std::chrono::milliseconds idle;     // for a client that sends nothing or reads no reply
        std::chrono::milliseconds head;     // for a request's head, from its first byte to its last
        std::chrono::milliseconds request;  // for a whole request, from its first byte to its last
        std::chrono::milliseconds grace;    // after stop(), for requests that have begun
    };

    // `load` must outlive the worker.
    Worker(std::size_t number, Limits limits, overload::Load& load);
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    std::size_t number() const { return number_; }

    asio::io_context& context() { return context_; }

    http::HeadWriter& head_writer() { return head_writer_; }

    overload::Load& load() { return load_; }

    bool is_stopping() const { return is_stopping_; }

    bool has_several_connections() const {
        return !connections_.empty() && &connections_.front() != &connections_.back();
    }

    // Prepares for another connection at this worker. Called only by the accepting thread.
    void expect_connection() { descriptors_.provide(open_.load(std::memory_order_relaxed)); }

    // Counts a request that is about to be answered, and returns its number.
    std::uint64_t count_request() { return ++requests_; }

    // Number of requests so far.
    std::uint64_t requests() const { return requests_; }

    // Closes a connection to make room for another: one of those that have been quiet for longest,
    // or else one that is slow to send a request's head. Returns false if none can be closed.
    bool make_room();

    // Runs until stop() has been called and the last connection has ended.
    void run();

    // Closes idle connections and lets the others finish. Can be called from any thread.
    void stop();

private:
    friend class Connection;

    void begin_stop();
    void arm_sweep();
    std::chrono::milliseconds sweep_interval() const;
    void sweep();
    void sweep(Connection& connection);
    bool is_over(const Connection& connection) const;
    void return_memory();
    void add(Connection& connection);
    void remove(Connection& connection);

    const std::size_t number_;
    const Limits limits_;
    overload::Load& load_;
    // Declared before the io_context, because destroying that destroys the coroutines that own the
    // connections.
    boost::intrusive::list<Connection, boost::intrusive::constant_time_size<false>> connections_;
    std::atomic<std::size_t> open_{0};  // number of connections
    asio::io_context context_{1};
    DescriptorReserve descriptors_{context_};
    asio::executor_work_guard<http::Executor> work_;
    http::SteadyTimer timer_;  // the next sweep; after stop(), the end of the grace period
    http::HeadWriter head_writer_;
    std::uint64_t requests_ = 0;
    std::atomic<bool> is_stopping_{false};
};

}  // namespace stator::emulator::server
