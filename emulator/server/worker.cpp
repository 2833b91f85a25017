#include "emulator/server/worker.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>

#include "emulator/overload/memory.hpp"

namespace stator::emulator::server {
namespace {

// The shortest limit is this many sweeps long. Counting sweeps avoids a timer for every request.
constexpr unsigned kSweeps = 4;

// Upper bound of the sweep interval, so that quiet connections rest soon regardless of the limits.
constexpr std::chrono::milliseconds kLongestSweep{1'000};

// Number of quiet sweeps after which a session releases its buffers.
constexpr unsigned kSweepsToRest = 2;

// Number of connections of which the quietest is closed in favour of a new one. Examining all
// connections would cost as much as the flood that this protects against.
constexpr unsigned kCandidates = 64;

}  // namespace

Connection::Connection(http::Socket socket, Worker& worker)
    : socket_(std::move(socket)), worker_(worker) {
    worker_.add(*this);
}

Connection::~Connection() {
    worker_.remove(*this);
}

Worker::Worker(std::size_t number, Limits limits, overload::Load& load)
    : number_(number),
      limits_(limits),
      load_(load),
      work_(context_.get_executor()),
      timer_(context_) {}

void Worker::run() {
    arm_sweep();
    context_.run();
}

void Worker::stop() {
    // Set immediately, so that replies that are being prepared already contain "close".
    if (is_stopping_.exchange(true)) return;
    asio::post(context_, [this] { begin_stop(); });
}

void Worker::begin_stop() {
    work_.reset();
    timer_.cancel();
    for (Connection& connection : connections_) {
        http::ErrorCode ignored;
        // If a request is waiting in the socket, the connection is not idle, and the request is
        // answered.
        const bool is_idle = (connection.phase_ == Connection::Phase::Idle ||
                              connection.phase_ == Connection::Phase::Resting) &&
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
    const auto shortest = std::min({limits_.idle, limits_.head, limits_.request}) / kSweeps;
    return std::clamp(shortest, std::chrono::milliseconds(1), kLongestSweep);
}

void Worker::sweep() {
    for (Connection& connection : connections_) sweep(connection);
    return_memory();
}

void Worker::sweep(Connection& connection) {
    using Phase = Connection::Phase;
    if (connection.phase_ == Phase::Working) return;
    ++connection.quiet_sweeps_;
    ++connection.sweeps_in_phase_;
    http::ErrorCode ignored;
    if (is_over(connection)) {
        if (!connection.socket_.is_open()) return;
        load_.note_timed_out_connection();
        connection.socket_.close(ignored);
    } else if (connection.phase_ == Phase::Idle && connection.quiet_sweeps_ >= kSweepsToRest) {
        connection.is_to_rest_ = true;
        connection.socket_.cancel(ignored);
    }
}

// A client that sends or reads a byte now and then is not silent, but its request might never end.
bool Worker::is_over(const Connection& connection) const {
    using Phase = Connection::Phase;
    const auto passed = [this](unsigned sweeps, std::chrono::milliseconds limit) {
        return sweeps > limit / sweep_interval();
    };
    if (passed(connection.quiet_sweeps_, limits_.idle)) return true;
    switch (connection.phase_) {
        case Phase::Resting:
        case Phase::Idle:
        case Phase::Working: return false;
        case Phase::Receiving:
            return passed(connection.sweeps_in_phase_, std::min(limits_.head, limits_.request));
        case Phase::InBody: return passed(connection.sweeps_in_phase_, limits_.request);
        case Phase::Sending: return passed(connection.sweeps_in_phase_, limits_.idle);
    }
    return false;
}

void Worker::return_memory() {
    const auto begin = std::chrono::steady_clock::now();
    if (!load_.should_return_memory(begin, overload::resident_bytes)) return;
    overload::return_free_memory();
    const auto end = std::chrono::steady_clock::now();
    load_.note_return(end, end - begin, overload::resident_bytes());
}

bool Worker::make_room() {
    using Phase = Connection::Phase;
    // Among equal candidates, chooses the first, whose last examination was the longest ago.
    const auto score = [](const Connection& connection) -> unsigned {
        if (!connection.socket_.is_open()) return 0;
        const bool is_quiet =
            connection.phase_ == Phase::Resting || connection.phase_ == Phase::Idle;
        // A client that has just connected or received a reply is about to send something.
        if (is_quiet) return connection.quiet_sweeps_ == 0 ? 0 : 1 + connection.quiet_sweeps_;
        const bool is_slow =
            connection.phase_ == Phase::Receiving && connection.sweeps_in_phase_ >= kSweepsToRest;
        return is_slow ? 1 : 0;
    };
    Connection* chosen = nullptr;
    unsigned best = 0;
    const Connection* first = nullptr;
    for (unsigned looked = 0; looked < kCandidates && !connections_.empty(); ++looked) {
        Connection& candidate = connections_.front();
        if (&candidate == first) break;
        if (first == nullptr) first = &candidate;
        if (score(candidate) > best) {
            best = score(candidate);
            chosen = &candidate;
        }
        connections_.splice(connections_.end(), connections_, connections_.begin());
    }
    if (chosen == nullptr) return false;
    load_.note_displaced_connection();
    http::ErrorCode ignored;
    chosen->socket_.close(ignored);
    return true;
}

void Worker::add(Connection& connection) {
    connections_.push_back(connection);
    open_.fetch_add(1, std::memory_order_relaxed);
}

void Worker::remove(Connection& connection) {
    load_.leave();
    open_.fetch_sub(1, std::memory_order_relaxed);
    connections_.erase(connections_.iterator_to(connection));
    if (is_stopping_ && connections_.empty()) timer_.cancel();
}

}  // namespace stator::emulator::server
