// Sender: sends the records in the outboxes of all universes to its sink. Runs a thread of its own,
// which starts with the first record and sleeps until another record arrives or a failed attempt is
// due for a retry.
//
// A rejected record is sent again until it is accepted, after increasing pauses. Later records of
// its item wait for it; records of other items in its stream also wait during the pause. A record
// is deleted after it was accepted, so after a crash the next process may send it again, but loses
// none. Thread-safe.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emulator/background/background_thread.hpp"
#include "emulator/integrations/kinesis/sink.hpp"
#include "engine/engine.hpp"

namespace stator::emulator::integrations::kinesis {

struct SenderOptions {
    std::function<std::vector<std::shared_ptr<engine::Universe>>()> universes;
    std::unique_ptr<Sink> sink;
    // Records wait for this journal; null in memory, or if replies to writes do not wait for it.
    engine::persistence::Journal* journal = nullptr;
    // The pause after the first failure, and its maximum.
    std::chrono::milliseconds pause{50};
    std::chrono::milliseconds longest_pause{5'000};
    std::function<void(const std::string& line)> log = {};
};

class Sender {
public:
    // The engine must outlive the sender.
    Sender(engine::Engine& engine, SenderOptions options);
    ~Sender();
    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    // Waits for the current batch, then makes one attempt for all queued records of streams without
    // a failure. The next process sends the remaining records.
    void stop();

private:
    using SteadyTime = background::BackgroundThread::SteadyTime;

    // A stream whose last attempt failed.
    struct Retry {
        std::chrono::milliseconds pause{};
        SteadyTime next = {};
    };

    using StreamName = std::pair<std::string, std::string>;  // universe and ARN

    // Sends the records that are ready in all universes. Returns the time of the next attempt, or
    // nullopt to wait until woken.
    std::optional<SteadyTime> go_on();
    std::optional<SteadyTime> send(engine::Universe& universe, const std::string& stream_arn);
    // The next records of the stream that are ready.
    engine::kinesis::OutgoingBatch take(engine::Universe& universe, const std::string& stream_arn);
    // Returns why a part of the batch was not sent; "" if all of it was sent.
    std::string deliver(
        engine::Universe& universe,
        const std::string& stream_arn,
        const engine::kinesis::OutgoingBatch& batch
    );
    SteadyTime note_failure(const StreamName& name, const std::string& error);

    engine::Engine& engine_;
    const SenderOptions options_;
    std::map<StreamName, Retry> retries_;  // used only by the thread
    background::BackgroundThread thread_;
};

}  // namespace stator::emulator::integrations::kinesis
