#include "emulator/journal/request_journal.hpp"

#include <algorithm>
#include <iterator>

#include "emulator/journal/redaction.hpp"
#include "engine/base/name_pattern.hpp"
#include "protocol/errors/general.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::journal {

using engine::MutexLock;
using engine::capacity::SourceUse;
using protocol::wire::JsonDocument;

namespace {

// The body as JSON that can be embedded, or "". A body that is not JSON becomes a string, or "***".
BodyText kept_body(BodyText body, BodyKeeping bodies) {
    if (body.empty() || bodies == BodyKeeping::None) return {};
    const auto document = JsonDocument::parse(std::string(body));
    if (document && bodies == BodyKeeping::Full) return body;
    if (document) return BodyText(redacted(document->root()));
    std::string text;
    protocol::wire::append_json_string(
        text, bodies == BodyKeeping::Full ? std::string_view(body) : "***"
    );
    return BodyText(text);
}

// Matches a filter, in which an empty pattern means any.
bool fits(const std::string& pattern, std::string_view name) {
    return pattern.empty() || engine::matches_name(pattern, name);
}

bool touches(const RequestRecord& record, const RequestFilter& filter) {
    if (filter.table.empty() && filter.index.empty()) return true;
    return std::any_of(record.uses.begin(), record.uses.end(), [&](const SourceUse& use) {
        const bool is_index =
            filter.index.empty() || engine::matches_index(filter.index, use.index);
        return is_index && fits(filter.table, use.table);
    });
}

bool matches(const RequestRecord& record, const RequestFilter& filter) {
    return (!filter.since || record.sequence > *filter.since) &&
           fits(filter.operation, record.operation) && fits(filter.region, record.region) &&
           fits(filter.label, record.label) && fits(filter.error, record.error) &&
           (!filter.universe || record.universe == *filter.universe) && touches(record, filter);
}

bool matches(const RequestRecord& record, const JournalSelection& selection) {
    return (!selection.label || engine::matches_name(*selection.label, record.label)) &&
           (!selection.from || record.time >= *selection.from) &&
           (!selection.to || record.time < *selection.to);
}

std::size_t body_bytes(const RequestRecord& record) {
    return record.request_body.size() + record.reply_body.size();
}

}  // namespace

void RequestJournal::configure(const JournalSettings& settings) {
    Records left;
    const MutexLock lock(mutex_);
    settings_ = settings;
    left = trim();
    bodies_.store(settings.bodies, std::memory_order_relaxed);
    on_.store(settings.on, std::memory_order_relaxed);
}

JournalSettings RequestJournal::settings() const {
    const MutexLock lock(mutex_);
    return settings_;
}

// Callers must destroy the result after releasing the mutex, because freeing large bodies is slow.
RequestJournal::Records RequestJournal::trim() {
    Records left;
    while (!ring_.empty() && (ring_.size() > settings_.capacity || body_bytes_ > kMaxBodyBytes)) {
        body_bytes_ -= body_bytes(*ring_.front());
        note_gone(*ring_.front());
        left.push_back(std::move(ring_.front()));
        ring_.pop_front();
    }
    return left;
}

void RequestJournal::note_gone(const RequestRecord& record) {
    const bool is_kept = gone_.size() < kMaxLabels || gone_.contains(record.label);
    Gone& gone = is_kept ? gone_[record.label] : gone_of_other_labels_;
    gone.first = gone.requests == 0 ? record.time : std::min(gone.first, record.time);
    gone.last = gone.requests == 0 ? record.time : std::max(gone.last, record.time);
    ++gone.requests;
}

std::uint64_t RequestJournal::add(RequestRecord record) {
    if (!is_on()) return 0;
    const BodyKeeping keeping = bodies();
    record.request_body = kept_body(std::move(record.request_body), keeping);
    record.reply_body = kept_body(std::move(record.reply_body), keeping);
    record.bodies = record.request_body.empty() ? BodyKeeping::None : keeping;
    const auto kept = std::make_shared<RequestRecord>(std::move(record));

    Records left;
    const MutexLock lock(mutex_);
    kept->sequence = ++last_sequence_;
    if (kept->label.empty()) kept->label = settings_.label;
    ++recorded_;
    totals_.add(*kept);
    observations_.add(*kept);
    body_bytes_ += body_bytes(*kept);
    ring_.push_back(kept);
    left = trim();
    return kept->sequence;
}

void RequestJournal::note_lost_write(std::uint64_t sequence) {
    const MutexLock lock(mutex_);
    const auto found = std::ranges::lower_bound(ring_, sequence, {}, [](const RecordPtr& record) {
        return record->sequence;
    });
    if (found == ring_.end() || (*found)->sequence != sequence) return;
    auto lost = std::make_shared<RequestRecord>(**found);
    const protocol::ApiError error = protocol::errors::internal_server_error();
    lost->status = protocol::error_status(error.type);
    lost->error = protocol::error_name(error.type);
    totals_.add_error(*lost);
    *found = std::move(lost);
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

JournalSnapshot RequestJournal::snapshot(const JournalSelection& selection) const {
    std::vector<RecordPtr> records;
    {
        const MutexLock lock(mutex_);
        std::copy_if(
            ring_.begin(),
            ring_.end(),
            std::back_inserter(records),
            [&](const RecordPtr& record) { return matches(*record, selection); }
        );
    }
    JournalSnapshot snapshot;
    RequestObservations observations;
    for (const RecordPtr& record : records) {
        ++snapshot.recorded;
        snapshot.totals.add(*record);
        observations.add(*record);
    }
    snapshot.unfollowed_pages = observations.unfollowed_pages();
    snapshot.ignored_unprocessed = observations.ignored_unprocessed();
    snapshot.filters = observations.filters();
    return snapshot;
}

std::uint64_t RequestJournal::missing(const JournalSelection& selection) const {
    const auto count = [&selection](const Gone& gone) -> std::uint64_t {
        const bool is_before = selection.from && gone.last < *selection.from;
        const bool is_behind = selection.to && gone.first >= *selection.to;
        return is_before || is_behind ? 0 : gone.requests;
    };
    const MutexLock lock(mutex_);
    std::uint64_t missing = count(gone_of_other_labels_);
    for (const auto& [label, gone] : gone_) {
        if (!selection.label || engine::matches_name(*selection.label, label)) {
            missing += count(gone);
        }
    }
    return missing;
}

void RequestJournal::remember(const std::vector<AssertionResult>& results) {
    const MutexLock lock(mutex_);
    assertions_.insert(assertions_.end(), results.begin(), results.end());
    while (assertions_.size() > kMaxAssertions) assertions_.pop_front();
}

void RequestJournal::clear() {
    const MutexLock lock(mutex_);
    forget_all();
}

void RequestJournal::start_over() {
    const MutexLock lock(mutex_);
    forget_all();
    last_sequence_ = 0;
}

void RequestJournal::forget_all() {
    recorded_ = 0;
    ring_.clear();
    body_bytes_ = 0;
    gone_.clear();
    gone_of_other_labels_ = {};
    totals_ = {};
    observations_ = {};
    assertions_.clear();
}

}  // namespace stator::emulator::journal
