// The measuring instrument: one thread, one epoll, N keep-alive connections with one request in
// progress on each.
//
// Its overhead is minimal, because it shares the machine with the server: per operation one send,
// one recv, a share of an epoll_wait and one read of the clock, and no allocation.
//
// Closed loop (rate = 0): each reply is followed immediately by the next request on that
// connection. Open loop: operations are due at fixed intervals, regardless of the server. An
// operation that is due while all connections are busy waits, and its latency includes the wait.
#pragma once

#include <sys/epoll.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "load/clock.hpp"
#include "load/histogram.hpp"
#include "load/process_usage.hpp"
#include "load/request_source.hpp"
#include "load/response_reader.hpp"
#include "load/socket.hpp"

namespace stator::bench {

struct LoadPlan {
    std::size_t connections = 1;
    Nanoseconds warmup = 0;
    Nanoseconds duration = 0;
    // If not 0: stop after this number of operations instead of after `duration`, without a
    // warm-up.
    std::uint64_t operations_max = 0;
    // Operations per second of the open loop; 0 for the closed loop.
    double rate = 0;
    std::optional<pid_t> server_pid;
};

// The results between the end of the warm-up and the end of the load. `operations` and `latency_ns`
// contain only successful operations.
struct LoadResult {
    std::uint64_t operations = 0;
    std::uint64_t errors = 0;
    std::string first_error;
    Nanoseconds elapsed = 0;
    Nanoseconds client_cpu = 0;
    Nanoseconds machine_cpu = 0;
    Histogram latency_ns;
    std::optional<ProcessUsage> server_before;
    std::optional<ProcessUsage> server_after;
};

class LoadLoop {
public:
    // Both references must outlive the loop.
    LoadLoop(const Endpoint& endpoint, RequestSource& source, const LoadPlan& plan);

    // Runs the plan once. Throws std::runtime_error if the server closes its connections or does
    // not reply for a minute.
    std::unique_ptr<LoadResult> run();

private:
    struct Connection {
        Socket socket;
        ResponseReader reader;
        Nanoseconds started = 0;
        std::string unsent;
        bool busy = false;
    };

    void open(std::size_t index);
    void run_until(Nanoseconds end, std::uint64_t operations_max);
    void wait_for_events(Nanoseconds until);
    void begin_due_operations(Nanoseconds end);
    void begin_operation(std::size_t index, Nanoseconds started);
    void send_request(std::size_t index);
    void send_unsent(std::size_t index);
    void watch(std::size_t index, std::uint32_t events, int action);
    void on_event(const epoll_event& event);
    void on_readable(std::size_t index);
    void on_complete_answer(std::size_t index);
    void on_lost_connection(std::size_t index, const std::string& reason);
    void finish_operation(std::size_t index, bool ok);
    void count_error(std::string_view description);
    void start_measuring();
    void stop_measuring();
    void drain();

    const Endpoint& endpoint_;
    RequestSource& source_;
    LoadPlan plan_;
    Socket epoll_;
    std::vector<Connection> connections_;
    std::vector<std::size_t> idle_;
    std::vector<epoll_event> events_;
    std::vector<char> buffer_;
    std::unique_ptr<LoadResult> result_;
    Nanoseconds now_ = 0;
    Nanoseconds last_event_ = 0;
    Nanoseconds next_due_ = 0;
    Nanoseconds started_ = 0;
    std::uint64_t begun_ = 0;
    std::uint64_t begun_max_ = 0;
    std::size_t busy_ = 0;
    unsigned losses_in_a_row_ = 0;
    bool issuing_ = true;
    bool measuring_ = false;
};

}  // namespace stator::bench
