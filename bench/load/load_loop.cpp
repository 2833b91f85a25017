#include "load/load_loop.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <limits>
#include <stdexcept>

namespace stator::bench {

namespace {

constexpr std::size_t kBufferBytes = 262'144;
constexpr std::size_t kEventsMax = 256;
constexpr Nanoseconds kSilenceMax = 60 * kSecond;
constexpr Nanoseconds kDrainMax = 5 * kSecond;
constexpr Nanoseconds kForever = std::numeric_limits<Nanoseconds>::max();
constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
constexpr unsigned kLossesInARowMax = 1000;

}  // namespace

LoadLoop::LoadLoop(const Endpoint& endpoint, RequestSource& source, const LoadPlan& plan)
    : endpoint_(endpoint),
      source_(source),
      plan_(plan),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      connections_(plan.connections),
      events_(kEventsMax),
      buffer_(kBufferBytes),
      result_(std::make_unique<LoadResult>()) {
    if (!epoll_) throw std::runtime_error(std::string("epoll_create1: ") + std::strerror(errno));
}

std::unique_ptr<LoadResult> LoadLoop::run() {
    for (std::size_t index = 0; index < connections_.size(); ++index) {
        open(index);
        idle_.push_back(index);
    }
    now_ = last_event_ = next_due_ = now_ns();
    const bool counted = plan_.operations_max != 0;
    if (!counted) run_until(now_ + plan_.warmup, kUnlimited);
    start_measuring();
    run_until(
        counted ? kForever : now_ + plan_.duration, counted ? plan_.operations_max : kUnlimited
    );
    stop_measuring();
    drain();
    return std::move(result_);
}

void LoadLoop::open(std::size_t index) {
    Connection& connection = connections_[index];
    connection.socket = connect_to(endpoint_);
    connection.unsent.clear();
    watch(index, EPOLLIN, EPOLL_CTL_ADD);
}

void LoadLoop::run_until(Nanoseconds end, std::uint64_t operations_max) {
    begun_max_ = operations_max;
    while (now_ < end) {
        begin_due_operations(end);
        if (begun_ >= begun_max_ && busy_ == 0) return;
        wait_for_events(end);
    }
}

void LoadLoop::wait_for_events(Nanoseconds until) {
    Nanoseconds wake = std::min(until, now_ + kSecond);
    if (plan_.rate > 0 && issuing_ && !idle_.empty()) wake = std::min(wake, next_due_);
    const Nanoseconds pause = wake > now_ ? wake - now_ : 0;
    const timespec timeout{
        static_cast<time_t>(pause / kSecond), static_cast<long>(pause % kSecond)};
    const int count = ::epoll_pwait2(
        epoll_.fd(), events_.data(), static_cast<int>(events_.size()), &timeout, nullptr
    );
    if (count < 0 && errno != EINTR) {
        throw std::runtime_error(std::string("epoll_pwait2: ") + std::strerror(errno));
    }
    now_ = now_ns();
    for (int at = 0; at < count; ++at) on_event(events_[static_cast<std::size_t>(at)]);
    if (count > 0) last_event_ = now_;
    if (busy_ > 0 && now_ - last_event_ > kSilenceMax) {
        throw std::runtime_error(endpoint_.url + " has not answered for a minute");
    }
}

void LoadLoop::begin_due_operations(Nanoseconds end) {
    while (issuing_ && !idle_.empty() && begun_ < begun_max_ && now_ < end) {
        Nanoseconds started = now_;
        if (plan_.rate > 0) {
            if (next_due_ > now_) return;
            started = next_due_;
            next_due_ += to_nanoseconds(1.0 / plan_.rate);
        }
        const std::size_t index = idle_.back();
        idle_.pop_back();
        begin_operation(index, started);
    }
}

void LoadLoop::begin_operation(std::size_t index, Nanoseconds started) {
    ++begun_;
    ++busy_;
    connections_[index].busy = true;
    connections_[index].started = started;
    send_request(index);
}

void LoadLoop::send_request(std::size_t index) {
    Connection& connection = connections_[index];
    const std::string_view request = source_.next_request(index);
    connection.reader.start(source_.reads_answers());
    const ssize_t sent =
        ::send(connection.socket.fd(), request.data(), request.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN) return on_lost_connection(index, std::strerror(errno));
    const std::size_t done = sent < 0 ? 0 : static_cast<std::size_t>(sent);
    if (done == request.size()) return;
    connection.unsent = request.substr(done);
    watch(index, EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
}

void LoadLoop::send_unsent(std::size_t index) {
    Connection& connection = connections_[index];
    const ssize_t sent = ::send(
        connection.socket.fd(),
        connection.unsent.data(),
        connection.unsent.size(),
        MSG_NOSIGNAL | MSG_DONTWAIT
    );
    if (sent < 0 && errno == EAGAIN) return;
    if (sent < 0) return on_lost_connection(index, std::strerror(errno));
    connection.unsent.erase(0, static_cast<std::size_t>(sent));
    if (connection.unsent.empty()) watch(index, EPOLLIN, EPOLL_CTL_MOD);
}

void LoadLoop::watch(std::size_t index, std::uint32_t events, int action) {
    epoll_event event{};
    event.events = events;
    event.data.u64 = index;
    if (::epoll_ctl(epoll_.fd(), action, connections_[index].socket.fd(), &event) != 0) {
        throw std::runtime_error(std::string("epoll_ctl: ") + std::strerror(errno));
    }
}

void LoadLoop::on_event(const epoll_event& event) {
    const auto index = static_cast<std::size_t>(event.data.u64);
    if ((event.events & EPOLLOUT) != 0 && !connections_[index].unsent.empty()) send_unsent(index);
    if ((event.events & ~std::uint32_t{EPOLLOUT}) != 0) on_readable(index);
    begin_due_operations(kForever);
}

void LoadLoop::on_readable(std::size_t index) {
    Connection& connection = connections_[index];
    const ssize_t received =
        ::recv(connection.socket.fd(), buffer_.data(), buffer_.size(), MSG_DONTWAIT);
    if (received < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (received < 0) return on_lost_connection(index, std::strerror(errno));
    if (received == 0) return on_lost_connection(index, "the server closed the connection");
    connection.reader.feed({buffer_.data(), static_cast<std::size_t>(received)});
    if (connection.reader.complete() && connection.busy) on_complete_answer(index);
}

void LoadLoop::on_complete_answer(std::size_t index) {
    const ResponseReader& reader = connections_[index].reader;
    now_ = now_ns();
    losses_in_a_row_ = 0;
    if (reader.closes_connection()) open(index);
    if (reader.status() != 200) {
        count_error(std::to_string(reader.status()) + " " + std::string(reader.body()));
        source_.abandon(index);
        return finish_operation(index, false);
    }
    Progress progress = Progress::kDone;
    if (source_.reads_answers()) progress = source_.on_answer(index, reader.body());
    if (progress == Progress::kMore && issuing_) return send_request(index);
    if (progress == Progress::kWrong) {
        count_error("not the expected answer: " + std::string(reader.body()));
    }
    finish_operation(index, progress != Progress::kWrong);
}

void LoadLoop::on_lost_connection(std::size_t index, const std::string& reason) {
    if (++losses_in_a_row_ > kLossesInARowMax) {
        throw std::runtime_error(endpoint_.url + " breaks every connection off: " + reason);
    }
    open(index);
    if (!connections_[index].busy) return;
    count_error(reason);
    source_.abandon(index);
    finish_operation(index, false);
}

void LoadLoop::finish_operation(std::size_t index, bool ok) {
    Connection& connection = connections_[index];
    connection.busy = false;
    --busy_;
    idle_.push_back(index);
    if (!measuring_ || !ok) return;
    ++result_->operations;
    result_->latency_ns.record(now_ - connection.started);
}

void LoadLoop::count_error(std::string_view description) {
    if (!measuring_) return;
    if (result_->errors++ == 0) result_->first_error = description;
}

void LoadLoop::start_measuring() {
    measuring_ = true;
    if (plan_.server_pid) result_->server_before = read_process_usage(*plan_.server_pid);
    result_->machine_cpu = machine_cpu_ns();
    result_->client_cpu = own_cpu_ns();
    now_ = started_ = now_ns();
}

void LoadLoop::stop_measuring() {
    result_->elapsed = now_ns() - started_;
    result_->client_cpu = own_cpu_ns() - result_->client_cpu;
    result_->machine_cpu = machine_cpu_ns() - result_->machine_cpu;
    if (plan_.server_pid) result_->server_after = read_process_usage(*plan_.server_pid);
    measuring_ = false;
}

// Waits for the replies to pending requests, so that the server is idle when the next measurement
// starts.
void LoadLoop::drain() {
    issuing_ = false;
    const Nanoseconds end = now_ns() + kDrainMax;
    while (busy_ > 0 && now_ < end) wait_for_events(end);
}

}  // namespace stator::bench
