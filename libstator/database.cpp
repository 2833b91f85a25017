#include "libstator/database.hpp"

#include <signal.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <chrono>
#include <functional>
#include <thread>
#include <utility>

#include "emulator/base/log.hpp"
#include "emulator/dispatch/elsewhere.hpp"
#include "emulator/http/response.hpp"
#include "libstator/reply.hpp"
#include "protocol/base/limits.hpp"

namespace stator::libstator {
namespace {

namespace asio = boost::asio;
namespace http = emulator::http;
namespace server = emulator::server;

using emulator::Instance;

// Interval at which a delayed reply checks whether the database closes.
constexpr std::chrono::milliseconds kDelaySlice{50};

// While an object exists, new threads receive no signals, because signals are for the application's
// threads.
class SignalsBlocked {
public:
    SignalsBlocked() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }

    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
    sigset_t before_{};
};

}  // namespace

// A thread, and the requests that are answered on it.
struct Database::Lane {
    explicit Lane(std::size_t lane_number) : number(lane_number), work(context.get_executor()) {}

    const std::size_t number;
    asio::io_context context{1};
    asio::executor_work_guard<http::Executor> work;
    std::thread thread;
};

std::variant<std::unique_ptr<Database>, std::string> Database::open(Options options) {
    const SignalsBlocked blocked;
    std::unique_ptr<Database> database(new Database(options.config.threads));
    const emulator::LogLevel least = options.config.log_level;
    const auto log = [least](emulator::LogLevel level, const std::string& line) {
        if (level >= least) emulator::log_line(level, line);
    };
    auto opened = Instance::open(
        options.config,
        database->clock_,
        {.log = log, .laboratory = std::exchange(options.laboratory, std::nullopt)}
    );
    if (auto* sentence = std::get_if<std::string>(&opened)) return std::move(*sentence);
    database->start(std::get<0>(std::move(opened)));
    for (const std::string& warning : database->instance_->warnings()) {
        log(emulator::LogLevel::Warn, warning);
    }
    return database;
}

Database::Database(std::size_t threads) {
    for (std::size_t number = 0; number < threads; ++number) {
        lanes_.push_back(std::make_unique<Lane>(number));
    }
}

Database::~Database() {
    stop();
}

void Database::start(std::unique_ptr<Instance> instance) {
    instance_ = std::move(instance);
    if (auto* const journal = instance_->awaited_journal()) {
        std::vector<asio::io_context*> contexts;
        for (const auto& lane : lanes_) contexts.push_back(&lane->context);
        gate_ = std::make_unique<server::DurabilityGate>(*journal, contexts);
    }
    due_.emplace(instance_->dispatcher());
}

void Database::start_lane(Lane& lane) {
    lane.thread = std::thread([&lane] { lane.context.run(); });
}

http::Reply Database::answer(http::HttpRequest& request) {
    if (request.body.size() > protocol::kMaxBodyBytes) return http::too_large_reply();
    return instance_->dispatcher().handle(request);
}

void Database::execute(http::HttpRequest& request, const Recipient& recipient) {
    http::Reply reply = answer(request);
    if (reply.journal_ticket != engine::JournalTicket{} && gate_) {
        const bool is_durable = gate_->block(reply.journal_ticket);
        if (!is_durable) reply = instance_->dispatcher().handle_lost_write(request, reply);
    }
    if (reply.delay_ms > 0) delay(reply.delay_ms);
    hand_over(reply, clock_, recipient.on_reply, recipient.context);
}

// Cannot be interrupted, because close() must not be called at the same time.
void Database::delay(std::int64_t duration_ms) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(duration_ms);
    const engine::MutexLock lock(mutex_);
    while (changed_.wait_until(mutex_, end) == std::cv_status::no_timeout) continue;
}

void Database::execute_later(std::unique_ptr<KeptRequest> request, const Recipient& recipient) {
    std::call_once(lanes_started_, [this] {
        const SignalsBlocked blocked;
        for (const auto& lane : lanes_) start_lane(*lane);
    });
    {
        const engine::MutexLock lock(mutex_);
        ++unanswered_;
    }
    Lane& lane = *lanes_[next_lane_++ % lanes_.size()];
    asio::co_spawn(lane.context, run(std::move(request), recipient, lane), asio::detached);
}

http::Awaitable<void> Database::run(
    std::unique_ptr<KeptRequest> kept, Recipient recipient, Lane& lane
) {
    ReadRequest read;
    read_request(kept->asked(), read);
    http::Reply reply;
    const bool is_too_large = read.request.body.size() > protocol::kMaxBodyBytes;
    if (!is_too_large && instance_->dispatcher().may_take_long(read.request)) {
        const std::function<http::Reply()> make = [this, &read] { return answer(read.request); };
        reply = co_await emulator::dispatch::answer_elsewhere(helpers_, lane.context, make);
    } else {
        reply = answer(read.request);
    }
    if (reply.journal_ticket != engine::JournalTicket{} && gate_) {
        const auto known = gate_->outcome(reply.journal_ticket);
        const bool is_durable =
            known ? *known : co_await gate_->wait(lane.number, reply.journal_ticket);
        if (!is_durable) reply = instance_->dispatcher().handle_lost_write(read.request, reply);
    }
    if (reply.delay_ms > 0) {
        http::SteadyTimer timer(lane.context);
        const auto end =
            std::chrono::steady_clock::now() + std::chrono::milliseconds(reply.delay_ms);
        while (std::chrono::steady_clock::now() < end && !is_closing_) {
            timer.expires_at(std::min(end, std::chrono::steady_clock::now() + kDelaySlice));
            co_await timer.async_wait(http::kAwait);
        }
    }
    hand_over(reply, clock_, recipient.on_reply, recipient.context);
    const engine::MutexLock lock(mutex_);
    --unanswered_;
    changed_.notify_all();
}

std::optional<std::string> Database::close() {
    is_closing_ = true;
    {
        const engine::MutexLock lock(mutex_);
        while (unanswered_ > 0) changed_.wait(mutex_);
    }
    stop();
    return instance_->close();
}

void Database::stop() {
    if (due_) due_->stop();
    for (const auto& lane : lanes_) lane->context.stop();
    for (const auto& lane : lanes_) {
        if (lane->thread.joinable()) lane->thread.join();
    }
}

}  // namespace stator::libstator
