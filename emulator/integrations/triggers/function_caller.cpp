#include "emulator/integrations/triggers/function_caller.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>

#include "emulator/integrations/triggers/command_call.hpp"
#include "emulator/integrations/triggers/function_url.hpp"
#include "transport/http_client.hpp"
#include "transport/socket_stream.hpp"
#include "transport/tls_stream.hpp"

namespace stator::emulator::integrations::triggers {
namespace {

using protocol::formats::triggers::FunctionReply;

constexpr std::size_t kMostThreads = 32;
// If no server listens, the connection fails soon.
constexpr std::chrono::seconds kConnectTimeout{3};

FunctionReply unreachable(std::string problem) {
    return {FunctionReply::Kind::Unreachable, 0, false, {}, std::move(problem)};
}

}  // namespace

// A connection that stop() can abort.
class FunctionCaller::Line final : public transport::ByteStream {
public:
    Line(FunctionCaller& caller, const transport::Endpoint& endpoint, transport::Deadline deadline)
        : caller_(caller) {
        deadline = std::min(deadline, std::chrono::steady_clock::now() + kConnectTimeout);
        if (endpoint.is_tls) {
            const transport::Trust trust{.ca_file = caller.authorities_};
            auto stream = std::make_unique<transport::TlsStream>(endpoint, trust, deadline);
            descriptor_ = stream->descriptor();
            stream_ = std::move(stream);
        } else {
            auto stream = std::make_unique<transport::SocketStream>(endpoint, deadline);
            descriptor_ = stream->descriptor();
            stream_ = std::move(stream);
        }
        const std::lock_guard lock(caller_.open_mutex_);
        caller_.sockets_.insert(descriptor_);
        if (caller_.is_broken_off_) ::shutdown(descriptor_, SHUT_RDWR);
    }

    ~Line() override {
        const std::lock_guard lock(caller_.open_mutex_);
        caller_.sockets_.erase(descriptor_);
    }

    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;

    std::size_t read_some(std::span<char> buffer, transport::Deadline deadline) override {
        return stream_->read_some(buffer, deadline);
    }

    bool write(std::string_view bytes, transport::Deadline deadline) override {
        return stream_->write(bytes, deadline);
    }

    bool is_idle() override { return stream_->is_idle(); }

private:
    FunctionCaller& caller_;
    int descriptor_ = -1;
    std::unique_ptr<transport::ByteStream> stream_;
};

FunctionCaller::~FunctionCaller() {
    stop();
}

void FunctionCaller::call(FunctionCall call, FunctionAnswered answered) {
    const std::lock_guard lock(mutex_);
    if (is_stopped_) return;
    waiting_.push_back({std::move(call), std::move(answered)});
    // A thread that was woken for a call counts as idle until it takes the call.
    const auto ready =
        std::ranges::count_if(waiting_, [this](const Job& job) { return may_begin(job); });
    const bool is_one_left = static_cast<std::size_t>(ready) > idle_;
    if (is_one_left && threads_.size() < kMostThreads) threads_.emplace_back([this] { run(); });
    changed_.notify_one();
}

void FunctionCaller::stop() {
    {
        const std::lock_guard lock(mutex_);
        is_stopped_ = true;
        waiting_.clear();
        changed_.notify_all();
    }
    {
        const std::lock_guard lock(open_mutex_);
        is_broken_off_ = true;
        for (const int socket : sockets_) ::shutdown(socket, SHUT_RDWR);
        for (const int process : processes_) ::kill(-process, SIGKILL);
    }
    for (std::thread& thread : threads_) {
        if (thread.joinable()) thread.join();
    }
}

std::deque<FunctionCaller::Job>::iterator FunctionCaller::next_job() {
    return std::ranges::find_if(waiting_, [this](const Job& job) { return may_begin(job); });
}

void FunctionCaller::run() {
    // Otherwise SIGPIPE would end this process if a receiver does not read everything.
    sigset_t pipe_signal;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_signal, nullptr);
    std::unique_lock lock(mutex_);
    for (;;) {
        auto next = next_job();
        while (!is_stopped_ && next == waiting_.end()) {
            ++idle_;
            changed_.wait(lock);
            --idle_;
            next = next_job();
        }
        if (is_stopped_) return;
        Job job = std::move(*next);
        waiting_.erase(next);
        const bool is_alone = takes_one_call(job.call.url);
        if (is_alone) busy_urls_.insert(job.call.url);
        lock.unlock();
        FunctionReply reply = do_call(job.call);
        lock.lock();
        if (is_alone) busy_urls_.erase(job.call.url);
        if (is_stopped_) return;
        changed_.notify_one();
        lock.unlock();
        job.answered(std::move(reply));
        lock.lock();
    }
}

FunctionReply FunctionCaller::do_call(const FunctionCall& call) {
    if (!call.file.empty()) {
        const std::lock_guard lock(files_mutex_);
        std::error_code ignored;  // opening the file reports the problem
        std::filesystem::create_directories(
            std::filesystem::path(call.file).parent_path(), ignored
        );
        std::ofstream file(call.file, std::ios::binary | std::ios::app);
        file << call.body << '\n';
        if (file.flush()) return {};
        return unreachable("the file " + call.file + " cannot be written");
    }
    if (call.command.empty()) return call_url(call);
    const CommandWatch watch{
        [this](int process) {
            const std::lock_guard lock(open_mutex_);
            processes_.insert(process);
            return !is_broken_off_;
        },
        [this](int process) {
            const std::lock_guard lock(open_mutex_);
            processes_.erase(process);
        }};
    return call_command(call.command, call.body, call.timeout, watch);
}

FunctionReply FunctionCaller::call_url(const FunctionCall& call) {
    const auto url = split_function_url(call.url);
    if (!url) return unreachable("'" + call.url + "' is no URL of a function");
    // A thread often calls the same function again, so it keeps its connection.
    thread_local std::unique_ptr<transport::HttpClient> kept;
    thread_local std::chrono::milliseconds kept_timeout{0};
    thread_local int connections = 0;
    if (kept == nullptr || kept->endpoint() != url->endpoint || kept_timeout != call.timeout) {
        kept_timeout = call.timeout;
        kept = std::make_unique<transport::HttpClient>(
            url->endpoint,
            call.timeout,
            [this](
                const transport::Endpoint& endpoint, transport::Deadline deadline
            ) -> std::unique_ptr<transport::ByteStream> {
                ++connections;
                try {
                    return std::make_unique<Line>(*this, endpoint, deadline);
                } catch (const transport::TransportError& error) {
                    throw NotConnected(error.what());
                }
            }
        );
    }
    transport::HttpRequest request;
    request.path = url->path;
    request.headers = {{"Content-Type", "application/json"}};
    if (!call.universe.empty()) request.headers.push_back({"x-stator-universe", call.universe});
    request.body = call.body;
    try {
        const int before = connections;
        transport::HttpReply reply;
        try {
            reply = kept->send(request);
        } catch (const transport::TimeoutError&) {
            throw;
        } catch (const transport::TransportError&) {
            // A kept connection may have been closed before the event was sent.
            if (connections != before) throw;
            reply = kept->send(request);
        }
        const bool has_error = transport::find_header(reply.headers, "X-Amz-Function-Error");
        return {FunctionReply::Kind::Answered, reply.status, has_error, std::move(reply.body), {}};
    } catch (const NotConnected& error) {
        return unreachable("nobody answers at " + call.url + ": " + error.what());
    } catch (const transport::TimeoutError& error) {
        return {
            FunctionReply::Kind::TimedOut,
            0,
            false,
            {},
            "no answer within " + std::to_string(call.timeout.count()) + " ms"};
    } catch (const transport::TransportError& error) {
        return {FunctionReply::Kind::TimedOut, 0, false, {}, error.what()};
    }
}

}  // namespace stator::emulator::integrations::triggers
