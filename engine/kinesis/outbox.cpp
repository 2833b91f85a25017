#include "engine/kinesis/outbox.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "protocol/base/number_text.hpp"

namespace stator::engine::kinesis {
namespace {

using persistence::EntryRow;

// Separates the parts of a row's value. The last part is the document, which may contain any bytes.
constexpr char kApart = '\n';
constexpr std::int64_t kMicrosecondsPerMs = 1'000;
// The maximum time that the times of changes may be ahead of the clock.
constexpr std::int64_t kMostAheadMicroseconds = 1'000'000;
// The number of records examined for a batch, so that an item with many records does not make each
// batch slow.
constexpr std::size_t kMostExamined = 10'000;

// Parses the stream, the item and the time before the document.
std::optional<Outgoing> outgoing_of(const EntryRow& row) {
    if (!row.value) return std::nullopt;
    std::string_view rest = *row.value;
    std::array<std::string_view, 3> parts;
    for (std::string_view& part : parts) {
        const auto end = rest.find(kApart);
        if (end == std::string_view::npos) return std::nullopt;
        part = rest.substr(0, end);
        rest.remove_prefix(end + 1);
    }
    const auto time = protocol::parse_number<std::int64_t>(parts[2]);
    if (!time) return std::nullopt;
    return Outgoing{
        row.key, std::string(parts[0]), std::string(parts[1]), Instant(*time), std::string(rest)};
}

}  // namespace

std::string outgoing_key(SequenceNumber commit, std::uint32_t ordinal) {
    std::string key;
    protocol::append_hex(key, commit.value, 16);
    protocol::append_hex(key, ordinal, 4);
    return key;
}

std::int64_t Outbox::next_microseconds(Instant now) {
    const std::int64_t first = now.unix_ms() * kMicrosecondsPerMs;
    const MutexLock lock(mutex_);
    const bool goes_on =
        last_microseconds_ >= first && last_microseconds_ - first < kMostAheadMicroseconds;
    last_microseconds_ = goes_on ? last_microseconds_ + 1 : first;
    return last_microseconds_;
}

EntryRow Outbox::row_of(const Outgoing& record) const {
    std::string value = record.stream_arn;
    value.append(1, kApart).append(record.item).append(1, kApart);
    value.append(std::to_string(record.time.unix_ms())).append(1, kApart);
    value.append(record.document);
    return {std::string(name()), {universe_, ""}, record.key, std::move(value)};
}

void Outbox::insert(OutgoingPtr record) {
    DeliveryFigures& figures = figures_[record->stream_arn];
    ++figures.waiting;
    figures.waiting_bytes += record->document.size();
    Queue& queue = queues_[record->stream_arn];
    queue.insert_or_assign(record->key, std::move(record));
}

void Outbox::add(std::vector<Outgoing> records, JournalTicket ticket) {
    {
        const MutexLock lock(mutex_);
        for (Outgoing& record : records) {
            record.ticket = ticket;
            insert(std::make_shared<const Outgoing>(std::move(record)));
        }
    }
    changes_.note();
}

void Outbox::note_too_large(const std::string& stream_arn) {
    const MutexLock lock(mutex_);
    ++figures_[stream_arn].too_large;
}

std::vector<std::string> Outbox::streams() const {
    std::vector<std::string> streams;
    const MutexLock lock(mutex_);
    for (const auto& [stream, queue] : queues_) streams.push_back(stream);
    return streams;
}

bool Outbox::has_waiting(const std::string& stream_arn) const {
    const MutexLock lock(mutex_);
    return queues_.contains(stream_arn);
}

OutgoingBatch Outbox::take(const std::string& stream_arn, const Limits& limits) const {
    OutgoingBatch batch;
    const MutexLock lock(mutex_);
    batch.generation = generation_;
    const auto found = queues_.find(stream_arn);
    if (found == queues_.end() || !replacement_ || *replacement_ > limits.durable) return batch;
    // Items whose further records must wait for this batch.
    std::set<std::string_view> closed;
    std::size_t bytes = 0;
    std::size_t examined = 0;
    for (const auto& [key, record] : found->second) {
        if (batch.records.size() == limits.records || ++examined > kMostExamined) break;
        if (closed.contains(record->item)) continue;
        const bool is_late =
            limits.delay_ms && record->time + limits.delay_ms(*record) > limits.now;
        if (is_late || record->ticket > limits.durable) {
            closed.insert(record->item);
            continue;
        }
        bytes += record->document.size();
        if (bytes > limits.bytes && !batch.is_empty()) break;
        if (limits.has_items_once) closed.insert(record->item);
        batch.records.push_back(record);
    }
    return batch;
}

void Outbox::forget(
    const OutgoingBatch& batch, std::span<const OutgoingPtr> sent, persistence::Recorder& recorder
) {
    std::vector<EntryRow> gone;
    const MutexLock lock(mutex_);
    if (batch.generation != generation_) return;
    for (const OutgoingPtr& record : sent) {
        const auto queue = queues_.find(record->stream_arn);
        if (queue == queues_.end() || queue->second.erase(record->key) == 0) continue;
        if (queue->second.empty()) queues_.erase(queue);
        DeliveryFigures& figures = figures_[record->stream_arn];
        --figures.waiting;
        figures.waiting_bytes -= record->document.size();
        ++figures.sent;
        figures.last_error.clear();
        gone.push_back({std::string(name()), {universe_, ""}, record->key, std::nullopt});
    }
    if (!gone.empty()) recorder.record(std::move(gone));
}

void Outbox::note_failure(
    const std::string& stream_arn, std::uint64_t records, std::string error, Instant now
) {
    const MutexLock lock(mutex_);
    DeliveryFigures& figures = figures_[stream_arn];
    figures.failures += records;
    figures.last_error = std::move(error);
    figures.last_error_time = now;
}

std::map<std::string, DeliveryFigures> Outbox::figures() const {
    const MutexLock lock(mutex_);
    std::map<std::string, DeliveryFigures> figures = figures_;
    for (const auto& [stream, queue] : queues_) {
        figures[stream].oldest = queue.begin()->second->time;
    }
    return figures;
}

bool Outbox::adapt(EntryRow& row) const {
    return outgoing_of(row).has_value();
}

void Outbox::restore(const EntryRow& row) {
    auto record = outgoing_of(row);
    if (!record) return;
    {
        const MutexLock lock(mutex_);
        insert(std::make_shared<const Outgoing>(*std::move(record)));
    }
    changes_.note();
}

std::vector<EntryRow> Outbox::rows() const {
    std::vector<EntryRow> rows;
    for (const auto& [stream, queue] : queues_) {
        for (const auto& [key, record] : queue) rows.push_back(row_of(*record));
    }
    return rows;
}

std::vector<EntryRow> Outbox::contents(std::string_view) const {
    const MutexLock lock(mutex_);
    return rows();
}

std::vector<EntryRow> Outbox::forget(std::string_view) {
    const MutexLock lock(mutex_);
    std::vector<EntryRow> forgotten = rows();
    ++generation_;
    replacement_.reset();
    queues_.clear();
    figures_.clear();
    last_microseconds_ = 0;
    return forgotten;
}

void Outbox::finish_replacing(JournalTicket ticket) {
    {
        const MutexLock lock(mutex_);
        replacement_ = ticket;
    }
    changes_.note();
}

}  // namespace stator::engine::kinesis
