#include "emulator/integrations/kinesis/sender.hpp"

#include <algorithm>

namespace stator::emulator::integrations::kinesis {
namespace {

using engine::kinesis::Outbox;
using engine::kinesis::OutgoingBatch;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// The interval for checking again whether the disk has caught up.
constexpr milliseconds kDiskPause{2};
// The interval for checking a universe's clock again, for records that adversity delays.
constexpr milliseconds kClockPause{20};
// The number of batches of one stream that are sent before it is the turn of others.
constexpr int kBatchesInTurn = 16;

std::optional<steady_clock::time_point> earlier(
    const std::optional<steady_clock::time_point>& left,
    const std::optional<steady_clock::time_point>& right
) {
    if (!left || !right) return left ? left : right;
    return std::min(*left, *right);
}

// Sends some records twice in a row if the universe's streams are adverse.
std::vector<OutgoingPtr> with_duplicates(
    const engine::Universe& universe, const std::vector<OutgoingPtr>& records
) {
    const auto chances = universe.switches().stream_adversity.chances();
    if (!chances) return records;
    std::vector<OutgoingPtr> sent;
    for (const OutgoingPtr& record : records) {
        sent.push_back(record);
        if (chances->sends_twice(record->key)) sent.push_back(record);
    }
    return sent;
}

}  // namespace

Sender::Sender(engine::Engine& engine, SenderOptions options)
    : engine_(engine),
      options_(std::move(options)),
      thread_([this] { return go_on(); }, background::BackgroundThread::Ending::AfterATurn) {
    engine_.outgoing().listen([this] { thread_.wake(); });
    engine_.outgoing().start();
    // Sends the records that the previous process left.
    for (const auto& universe : options_.universes()) {
        if (!universe->outbox().streams().empty()) thread_.wake();
    }
}

Sender::~Sender() {
    stop();
}

void Sender::stop() {
    engine_.outgoing().stop();
    thread_.stop();
}

std::optional<Sender::SteadyTime> Sender::go_on() {
    std::optional<SteadyTime> next;
    for (const auto& universe : options_.universes()) {
        for (const std::string& stream_arn : universe->outbox().streams()) {
            next = earlier(next, send(*universe, stream_arn));
        }
    }
    return next;
}

std::optional<Sender::SteadyTime> Sender::send(
    engine::Universe& universe, const std::string& stream_arn
) {
    const StreamName name(universe.name(), stream_arn);
    const auto retry = retries_.find(name);
    if (retry != retries_.end() && retry->second.next > steady_clock::now()) {
        return retry->second.next;
    }
    for (int i = 0; i < kBatchesInTurn; ++i) {
        const OutgoingBatch batch = take(universe, stream_arn);
        // The queue is empty, or its records wait for the disk or for the clock.
        if (batch.is_empty()) {
            const bool waits = universe.outbox().has_waiting(stream_arn) && !thread_.is_stopped();
            if (!waits) return std::nullopt;
            const bool is_adverse = universe.switches().stream_adversity.is_on();
            return steady_clock::now() + (is_adverse ? kClockPause : kDiskPause);
        }
        const std::string error = deliver(universe, stream_arn, batch);
        if (!error.empty()) return note_failure(name, error);
        retries_.erase(name);
    }
    return steady_clock::now();
}

OutgoingBatch Sender::take(engine::Universe& universe, const std::string& stream_arn) {
    Outbox::Limits limits;
    limits.has_items_once = !options_.sink->keeps_order();
    if (const auto chances = universe.switches().stream_adversity.chances()) {
        limits.delay_ms = [chances](const engine::kinesis::Outgoing& record) {
            return chances->kinesis_lag_ms(record.key);
        };
        limits.now = universe.now();
        // Each record may be sent twice.
        limits.records /= 2;
        limits.bytes /= 2;
    }
    if (options_.journal == nullptr) return universe.outbox().take(stream_arn, limits);
    limits.durable = options_.journal->progress().durable;
    OutgoingBatch batch = universe.outbox().take(stream_arn, limits);
    if (!batch.is_empty()) return batch;
    // No reply waits for changes that the clock made, so nothing else would flush them.
    options_.journal->flush();
    limits.durable = options_.journal->progress().durable;
    return universe.outbox().take(stream_arn, limits);
}

std::string Sender::deliver(
    engine::Universe& universe, const std::string& stream_arn, const OutgoingBatch& batch
) {
    Outbox& outbox = universe.outbox();
    Delivered delivered =
        options_.sink->deliver(universe.name(), with_duplicates(universe, batch.records));
    // One copy of a record that was sent twice may have been rejected.
    const auto repeated = std::unique(delivered.sent.begin(), delivered.sent.end());
    delivered.sent.erase(repeated, delivered.sent.end());
    if (!delivered.sent.empty()) {
        outbox.forget(batch, delivered.sent, universe.recorder());
        if (universe.journal() != nullptr) universe.journal()->flush();
    }
    if (!delivered.error.empty()) {
        const std::size_t refused = batch.records.size() - delivered.sent.size();
        outbox.note_failure(stream_arn, refused, delivered.error, universe.now());
    }
    return delivered.error;
}

Sender::SteadyTime Sender::note_failure(const StreamName& name, const std::string& error) {
    const auto [at, is_first] = retries_.try_emplace(name);
    Retry& retry = at->second;
    retry.pause = is_first ? options_.pause : std::min(retry.pause * 2, options_.longest_pause);
    retry.next = steady_clock::now() + retry.pause;
    if (is_first && options_.log) {
        options_.log("kinesis: records for " + name.second + " have to wait: " + error);
    }
    return retry.next;
}

}  // namespace stator::emulator::integrations::kinesis
