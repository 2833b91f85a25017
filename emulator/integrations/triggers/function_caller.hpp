// FunctionCaller: calls functions, each call on a thread of its own while it lasts: over HTTP, or
// by running a command that reads the event and writes the reply. Also delivers reports about
// failed records to their destination. Thread-safe.
//
// A function at an https URL needs a trusted certificate.
//
// A URL of Lambda's runtime interface emulator receives only one call at a time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "protocol/formats/triggers/function_reply.hpp"

namespace stator::emulator::integrations::triggers {

struct FunctionCall {
    // Exactly one of the three is set.
    std::string url = {};
    std::vector<std::string> command = {};
    std::string file = {};  // the body is appended to it as a line
    std::string body = {};
    std::string universe = {};  // "": not sent to the function
    std::chrono::milliseconds timeout{60'000};
};

using FunctionAnswered = std::function<void(protocol::formats::triggers::FunctionReply reply)>;

class FunctionCaller {
public:
    // `authorities` is a file with the trusted CA certificates; "" means those of the system.
    explicit FunctionCaller(std::string authorities = {}) : authorities_(std::move(authorities)) {}

    ~FunctionCaller();
    FunctionCaller(const FunctionCaller&) = delete;
    FunctionCaller& operator=(const FunctionCaller&) = delete;

    // `answered` is called on another thread, at any later time, but not after stop().
    void call(FunctionCall call, FunctionAnswered answered);

    // Aborts all calls in progress and waits for their end.
    void stop();

private:
    class Line;

    struct Job {
        FunctionCall call;
        FunctionAnswered answered;
    };

    void run();

    bool may_begin(const Job& job) const { return !busy_urls_.contains(job.call.url); }

    // The first job that may start; end() if there is none.
    std::deque<Job>::iterator next_job();
    protocol::formats::triggers::FunctionReply do_call(const FunctionCall& call);
    protocol::formats::triggers::FunctionReply call_url(const FunctionCall& call);

    const std::string authorities_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> waiting_;
    std::set<std::string> busy_urls_;  // those that take one call at a time
    std::size_t idle_ = 0;
    bool is_stopped_ = false;
    std::vector<std::thread> threads_;

    // Sockets and processes that stop() must close or kill.
    std::mutex open_mutex_;
    std::set<int> sockets_;
    std::set<int> processes_;
    bool is_broken_off_ = false;

    std::mutex files_mutex_;
};

}  // namespace stator::emulator::integrations::triggers
