// Database: the object behind a handle: a Stator without sockets, its threads, and the gate where
// replies to writes wait for the disk.
//
// Thread-safe except for close() and the destructor. One thread does due work. The other threads
// start with the first call of execute_later().
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "emulator/background/helpers.hpp"
#include "emulator/dispatch/due_thread.hpp"
#include "emulator/http/http_message.hpp"
#include "emulator/http/network.hpp"
#include "emulator/instance.hpp"
#include "emulator/server/durability_gate.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/mutex.hpp"
#include "libstator/options.hpp"
#include "libstator/request.hpp"
#include "libstator/stator.h"

namespace stator::libstator {

// The receiver of a reply.
struct Recipient {
    stator_on_reply on_reply;
    void* context;
};

class Database {
public:
    // The error is a sentence for the user.
    static std::variant<std::unique_ptr<Database>, std::string> open(Options options);

    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    // Answers the request on the calling thread.
    void execute(emulator::http::HttpRequest& request, const Recipient& recipient);

    // Answers the request on a thread of the database.
    void execute_later(std::unique_ptr<KeptRequest> request, const Recipient& recipient);

    // Waits for the requests of execute_later(), ends the threads and makes everything durable.
    // Returns a sentence for the user if something was not saved.
    std::optional<std::string> close();

private:
    struct Lane;

    explicit Database(std::size_t threads);

    void start(std::unique_ptr<emulator::Instance> instance);
    void start_lane(Lane& lane);
    emulator::http::Reply answer(emulator::http::HttpRequest& request);
    void delay(std::int64_t duration_ms);
    emulator::http::Awaitable<void> run(
        std::unique_ptr<KeptRequest> kept, Recipient recipient, Lane& lane
    );
    void stop();

    const engine::SystemClock clock_;
    // Declared in this order, because the journal's thread may call the gate until the instance is
    // destroyed, and the gate uses the lanes.
    std::vector<std::unique_ptr<Lane>> lanes_;
    std::unique_ptr<emulator::server::DurabilityGate> gate_;
    std::optional<emulator::dispatch::DueThread> due_;  // empty before start()
    std::unique_ptr<emulator::Instance> instance_;
    // Threads for requests of execute_later() that may take long.
    emulator::background::Helpers helpers_;

    std::once_flag lanes_started_;
    std::atomic<std::size_t> next_lane_{0};
    std::atomic<bool> is_closing_{false};
    engine::Mutex mutex_;
    std::condition_variable_any changed_;
    std::size_t unanswered_ STATOR_GUARDED_BY(mutex_) = 0;  // requests of execute_later()
};

}  // namespace stator::libstator
