// Sender: sends what the outboxes of all universes hold to its sink. A thread of its own, which
// begins with the first record and sleeps until there is another one or a failed attempt is to be
// repeated.
//
// A record that was refused is sent again until it is taken, after pauses that become longer; those
// of its item behind it wait, those of other items of its stream too while the pause lasts. A
// record is forgotten once it was taken: the next process may send it again, and loses none.
// Thread-safe.
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
    // What records have to wait for; null in memory, or when replies to writes do not wait.
    engine::persistence::Journal* journal = nullptr;
    // After the first failure, and at most.
    std::chrono::milliseconds pause{50};
    std::chrono::milliseconds longest_pause{5'000};
    std::function<void(const std::string& line)> log = {};
};

class Sender {
public:
    // The engine outlives it.
    Sender(engine::Engine& engine, SenderOptions options);
    ~Sender();
    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    // Waits for what is being sent, then makes one attempt for everything that waits without a
    // failure. What is left is sent by the next process.
    void stop();

private:
    using SteadyTime = background::BackgroundThread::SteadyTime;

    // A stream to which the last attempt failed.
    struct Retry {
        std::chrono::milliseconds pause{};
        SteadyTime next = {};
    };

    using StreamName = std::pair<std::string, std::string>;  // universe and ARN

    // Sends what can be sent in all universes. Returns when to go on; nothing: when woken.
    std::optional<SteadyTime> go_on();
    std::optional<SteadyTime> send(engine::Universe& universe, const std::string& stream_arn);
    // The next records of the stream that may be sent.
    engine::kinesis::OutgoingBatch take(engine::Universe& universe, const std::string& stream_arn);
    // Why the batch was not sent as a whole; "" when it was.
    std::string deliver(
        engine::Universe& universe,
        const std::string& stream_arn,
        const engine::kinesis::OutgoingBatch& batch
    );
    SteadyTime note_failure(const StreamName& name, const std::string& error);

    engine::Engine& engine_;
    const SenderOptions options_;
    std::map<StreamName, Retry> retries_;  // of the thread alone
    background::BackgroundThread thread_;
};

}  // namespace stator::emulator::integrations::kinesis
