#include "emulator/server/worker.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>

namespace stator::emulator::server {
namespace {

// The shortest limit is this many sweeps long. Counting sweeps spares every request a timer of its
// own.
constexpr unsigned kSweeps = 4;

}  // namespace

Connection::Connection(http::Socket socket, Worker& worker)
    : socket_(std::move(socket)), worker_(worker) {
    worker_.add(*this);
}

Connection::~Connection() {
    worker_.remove(*this);
}

Worker::Worker(std::size_t number, Limits limits)
    : number_(number), limits_(limits), work_(context_.get_executor()), timer_(context_) {}

void Worker::run() {
    arm_sweep();
    context_.run();
}

void Worker::stop() {
    // Known at once, so that a reply on its way already says "close".
    if (is_stopping_.exchange(true)) return;
    asio::post(context_, [this] { begin_stop(); });
}

void Worker::begin_stop() {
    work_.reset();
    timer_.cancel();
    for (Connection& connection : connections_) {
        http::ErrorCode ignored;
        // A request that already waits in the socket has been sent in good faith.
        const bool is_idle = connection.phase_ == Connection::Phase::Idle &&
                             connection.socket_.available(ignored) == 0;
        if (is_idle) connection.socket_.close(ignored);
    }
    if (connections_.empty()) return;
    timer_.expires_after(limits_.grace);
    timer_.async_wait([this](http::ErrorCode error) {
        if (error) return;
        for (Connection& connection : connections_) {
            http::ErrorCode ignored;
            connection.socket_.close(ignored);
        }
    });
}

void Worker::arm_sweep() {
    if (is_stopping_) return;
    timer_.expires_after(sweep_interval());
    timer_.async_wait([this](http::ErrorCode error) {
        if (error) return;
        sweep();
        arm_sweep();
    });
}

std::chrono::milliseconds Worker::sweep_interval() const {
    const auto shortest = std::min(limits_.idle, limits_.request) / kSweeps;
    return std::max(shortest, std::chrono::milliseconds(1));
}

void Worker::sweep() {
    const auto quiet_sweeps = limits_.idle / sweep_interval();
    const auto request_sweeps = limits_.request / sweep_interval();
    for (Connection& connection : connections_) {
        if (connection.phase_ == Connection::Phase::Working) continue;
        ++connection.quiet_sweeps_;
        ++connection.sweeps_in_phase_;
        // A client that sends a byte now and then is not silent, and its request never ends.
        const bool is_slow = connection.phase_ == Connection::Phase::Receiving &&
                             connection.sweeps_in_phase_ > request_sweeps;
        if (connection.quiet_sweeps_ <= quiet_sweeps && !is_slow) continue;
        http::ErrorCode ignored;
        connection.socket_.close(ignored);
    }
}

void Worker::add(Connection& connection) {
    connections_.push_back(connection);
}

void Worker::remove(Connection& connection) {
    connections_.erase(connections_.iterator_to(connection));
    if (is_stopping_ && connections_.empty()) timer_.cancel();
}

}  // namespace stator::emulator::server
