// FunctionCaller: calls functions, each call on a thread of its own for as long as it takes: by
// HTTP, or by a command that reads the event and writes the answer. Also brings word of what was
// given up to where it is told. Thread-safe.
//
// A function at an https URL needs a certificate that is trusted.
//
// A URL of Lambda's runtime interface emulator takes one call at a time.
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
    // One of the three.
    std::string url = {};
    std::vector<std::string> command = {};
    std::string file = {};  // to which the body is appended, as a line
    std::string body = {};
    std::string universe = {};  // "": not told
    std::chrono::milliseconds timeout{60'000};
};

using FunctionAnswered = std::function<void(protocol::formats::triggers::FunctionReply reply)>;

class FunctionCaller {
public:
    // `authorities`: a file of the certificates that are trusted; "": the system's are.
    explicit FunctionCaller(std::string authorities = {}) : authorities_(std::move(authorities)) {}

    ~FunctionCaller();
    FunctionCaller(const FunctionCaller&) = delete;
    FunctionCaller& operator=(const FunctionCaller&) = delete;

    // `answered` is called on another thread, soon or late; not after stop().
    void call(FunctionCall call, FunctionAnswered answered);

    // Breaks off what is under way and waits for it to end.
    void stop();

private:
    class Line;

    struct Job {
        FunctionCall call;
        FunctionAnswered answered;
    };

    void run();

    bool may_begin(const Job& job) const { return !busy_urls_.contains(job.call.url); }

    // The first job that may begin; end() when there is none.
    std::deque<Job>::iterator next_job();
    protocol::formats::triggers::FunctionReply do_call(const FunctionCall& call);
    protocol::formats::triggers::FunctionReply call_url(const FunctionCall& call);

    const std::string authorities_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> waiting_;
    std::set<std::string> busy_urls_;  // of those that take one call at a time
    std::size_t idle_ = 0;
    bool is_stopped_ = false;
    std::vector<std::thread> threads_;

    // What stop() breaks off.
    std::mutex open_mutex_;
    std::set<int> sockets_;
    std::set<int> processes_;
    bool is_broken_off_ = false;

    std::mutex files_mutex_;
};

}  // namespace stator::emulator::integrations::triggers
