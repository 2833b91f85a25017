#include "emulator/observe/request_journal.hpp"

#include <algorithm>

#include "emulator/observe/redaction.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::observe {

using engine::MutexLock;
using engine::capacity::SourceUse;
using protocol::wire::JsonDocument;

namespace {

// The body as JSON that may be embedded, or "". What is not JSON becomes a string, or "***".
std::string kept_body(std::string body, BodyKeeping bodies) {
    if (body.empty() || bodies == BodyKeeping::None) return {};
    const auto document = JsonDocument::parse(body);
    if (document && bodies == BodyKeeping::Full) return body;
    if (document) return redacted(document->root());
    std::string text;
    protocol::wire::append_json_string(text, bodies == BodyKeeping::Full ? body : "***");
    return text;
}

bool touches(const RequestRecord& record, const RequestFilter& filter) {
    if (filter.table.empty() && filter.index.empty()) return true;
    return std::any_of(record.uses.begin(), record.uses.end(), [&](const SourceUse& use) {
        return (filter.table.empty() || use.table == filter.table) &&
               (filter.index.empty() || use.index == filter.index);
    });
}

bool matches(const RequestRecord& record, const RequestFilter& filter) {
    return (!filter.since || record.sequence > *filter.since) &&
           (filter.operation.empty() || record.operation == filter.operation) &&
           (!filter.universe || record.universe == *filter.universe) &&
           (filter.error.empty() || record.error == filter.error) && touches(record, filter);
}

std::size_t body_bytes(const RequestRecord& record) {
    return record.request_body.size() + record.reply_body.size();
}

}  // namespace

void RequestJournal::configure(const JournalSettings& settings) {
    const MutexLock lock(mutex_);
    settings_ = settings;
    trim();
    bodies_.store(settings.bodies, std::memory_order_relaxed);
    on_.store(settings.on, std::memory_order_relaxed);
}

JournalSettings RequestJournal::settings() const {
    const MutexLock lock(mutex_);
    return settings_;
}

void RequestJournal::trim() {
    while (!ring_.empty() && (ring_.size() > settings_.capacity || body_bytes_ > kMaxBodyBytes)) {
        body_bytes_ -= body_bytes(*ring_.front());
        ring_.pop_front();
    }
}

void RequestJournal::add(RequestRecord record) {
    if (!is_on()) return;
    const BodyKeeping keeping = bodies();
    record.request_body = kept_body(std::move(record.request_body), keeping);
    record.reply_body = kept_body(std::move(record.reply_body), keeping);
    const auto kept = std::make_shared<RequestRecord>(std::move(record));

    const MutexLock lock(mutex_);
    kept->sequence = ++last_sequence_;
    ++recorded_;
    totals_.add(*kept);
    observations_.add(*kept);
    body_bytes_ += body_bytes(*kept);
    ring_.push_back(kept);
    trim();
}

std::vector<RequestJournal::RecordPtr> RequestJournal::list(const RequestFilter& filter) const {
    std::vector<RecordPtr> found;
    const MutexLock lock(mutex_);
    const auto take = [&](const RecordPtr& record) {
        if (found.size() < filter.limit && matches(*record, filter)) found.push_back(record);
    };
    if (filter.since) {
        std::for_each(ring_.begin(), ring_.end(), take);
    } else {
        std::for_each(ring_.rbegin(), ring_.rend(), take);
        std::reverse(found.begin(), found.end());
    }
    return found;
}

std::uint64_t RequestJournal::recorded() const {
    const MutexLock lock(mutex_);
    return recorded_;
}

JournalTotals RequestJournal::totals() const {
    const MutexLock lock(mutex_);
    return totals_;
}

JournalSnapshot RequestJournal::snapshot() const {
    const MutexLock lock(mutex_);
    return {
        recorded_,
        totals_,
        observations_.unfollowed_pages(),
        observations_.ignored_unprocessed(),
        observations_.filters(),
        {assertions_.begin(), assertions_.end()}};
}

void RequestJournal::remember(const std::vector<AssertionResult>& results) {
    const MutexLock lock(mutex_);
    assertions_.insert(assertions_.end(), results.begin(), results.end());
    while (assertions_.size() > kMaxAssertions) assertions_.pop_front();
}

void RequestJournal::clear() {
    const MutexLock lock(mutex_);
    recorded_ = 0;
    ring_.clear();
    body_bytes_ = 0;
    totals_ = {};
    observations_ = {};
    assertions_.clear();
}

}  // namespace stator::emulator::observe
