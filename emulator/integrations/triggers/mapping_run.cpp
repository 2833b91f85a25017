#include "emulator/integrations/triggers/mapping_run.hpp"

#include <algorithm>

#include "engine/base/seeded_random.hpp"
#include "engine/base/uuid.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/formats/triggers/event_document.hpp"
#include "protocol/formats/triggers/function_reply.hpp"
#include "protocol/model/stream.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::integrations::triggers {
namespace {

using engine::Instant;
using engine::kBeforeAll;
using engine::kNever;
using engine::stream::Shard;
using engine::stream::Stream;
using engine::triggers::GivenUp;
using engine::triggers::Lane;
using engine::triggers::LaneOutcome;
using engine::triggers::LanePosition;
using engine::triggers::LaneRecord;
using engine::triggers::LaneRules;
using protocol::formats::triggers::EventSourceMapping;
using protocol::formats::triggers::FunctionReply;
using protocol::formats::triggers::FunctionResult;
using protocol::model::StreamRecord;

constexpr std::int64_t kSecondMs = 1'000;
constexpr int kUsualStatus = 200;
constexpr std::chrono::seconds kReportTimeout{30};

LaneRules rules_of(const EventSourceMapping& mapping) {
    LaneRules rules;
    rules.batch_size = static_cast<std::size_t>(mapping.batch_size);
    rules.window_ms = mapping.batching_window_s * kSecondMs;
    rules.tumbling_ms = mapping.tumbling_window_s * kSecondMs;
    rules.bisects = mapping.bisects;
    if (mapping.maximum_retry_attempts >= 0) rules.most_retries = mapping.maximum_retry_attempts;
    if (mapping.maximum_record_age_s >= 0) {
        rules.most_age_ms = std::min(rules.most_age_ms, mapping.maximum_record_age_s * kSecondMs);
    }
    return rules;
}

// The lane of a record. Records of the same item always have the same lane.
std::int64_t lane_of(const StreamRecord& record, std::int64_t lanes) {
    if (lanes == 1) return 0;
    const std::uint64_t bits = engine::mix(0, record.keys->payload());
    return static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(lanes));
}

LaneOutcome outcome_of(FunctionResult result) {
    using Kind = LaneOutcome::Kind;
    LaneOutcome outcome{Kind::Success, result.failed_from, std::move(result.state)};
    switch (result.kind) {
        case FunctionResult::Kind::Success: break;
        case FunctionResult::Kind::ItemFailures: outcome.kind = Kind::Partial; break;
        case FunctionResult::Kind::Failure: outcome.kind = Kind::Failure; break;
        case FunctionResult::Kind::Unavailable: outcome.kind = Kind::Unavailable; break;
    }
    return outcome;
}

std::uint64_t delivered_records(const FunctionResult& result, const Lane& lane) {
    const auto& records = lane.batch().records;
    if (result.kind == FunctionResult::Kind::Success) return records.size();
    if (result.kind != FunctionResult::Kind::ItemFailures) return 0;
    return static_cast<std::uint64_t>(std::ranges::count_if(records, [&](const LaneRecord& record) {
        return record.position < result.failed_from;
    }));
}

bool is_of_table(const Stream& stream, const std::string& table) {
    const auto parts = protocol::model::split_stream_arn(stream.arn());
    return parts && parts->table_name == table;
}

}  // namespace

MappingRun::MappingRun(MappingPtr mapping, engine::triggers::StreamPosition beginning)
    : mapping_(std::move(mapping)), beginning_(beginning), rules_(rules_of(*mapping_)) {}

bool MappingRun::has(const std::shared_ptr<LaneRun>& run) const {
    const auto found = lanes_.find({run->shard->id(), run->number});
    return found != lanes_.end() && found->second == run;
}

bool MappingRun::is_done(const std::string& shard) const {
    const auto begin = lanes_.lower_bound({shard, 0});
    if (begin == lanes_.end() || begin->first.first != shard) return false;
    for (auto at = begin; at != lanes_.end() && at->first.first == shard; ++at) {
        if (!at->second->lane.is_done()) return false;
    }
    return true;
}

bool MappingRun::is_gone(const LaneRun& run) const {
    return std::ranges::none_of(streams_, [&](const auto& stream) {
        return stream->find(run.shard->id()) == run.shard;
    });
}

bool MappingRun::may_begin(const Shard& shard, std::size_t stream) const {
    const std::string parent = shard.description().parent_id;
    if (!parent.empty() && streams_[stream]->find(parent) != nullptr) return is_done(parent);
    // Records of trimmed shards must be given up before all later shards begin.
    const bool waits = std::ranges::any_of(lanes_, [this](const auto& entry) {
        return is_gone(*entry.second) && !entry.second->lane.is_done();
    });
    if (waits) return false;
    if (stream == 0) return true;
    return std::ranges::all_of(streams_[stream - 1]->shards(), [this](const auto& earlier) {
        return is_done(earlier->id());
    });
}

void MappingRun::add_shard(
    const Stream& stream, const std::shared_ptr<Shard>& shard, const RunSurroundings& around
) {
    const std::int64_t lanes = mapping_->parallelization_factor;
    for (std::int64_t number = 0; number < lanes; ++number) {
        const auto known =
            around.universe.triggers().positions.find({mapping_->name, shard->id(), number, lanes});
        auto run = std::make_shared<LaneRun>(rules_, known.value_or(LanePosition{beginning_}));
        run->shard = shard;
        run->stream_arn = stream.arn();
        run->number = number;
        lanes_.emplace(LaneKey(shard->id(), number), std::move(run));
    }
    has_changed_ = true;
}

void MappingRun::find_shards(const RunSurroundings& around) {
    streams_.clear();
    for (auto& stream : around.universe.region(mapping_->region).streams().all()) {
        if (is_of_table(*stream, mapping_->table)) streams_.push_back(std::move(stream));
    }
    has_changed_ |= state_.has_stream != !streams_.empty();
    state_.has_stream = !streams_.empty();
    for (std::size_t i = 0; i < streams_.size(); ++i) {
        for (const auto& shard : streams_[i]->shards()) {
            if (lanes_.contains({shard->id(), 0}) || !may_begin(*shard, i)) continue;
            add_shard(*streams_[i], shard, around);
        }
    }
    for (auto at = lanes_.begin(); at != lanes_.end();) {
        if (!is_gone(*at->second) || !is_done(at->first.first)) {
            ++at;
            continue;
        }
        around.universe.triggers().positions.drop_shard(
            mapping_->name, at->first.first, around.universe.recorder()
        );
        at = lanes_.erase(at);
        has_changed_ = true;
    }
}

bool MappingRun::is_wanted(const std::string& document) {
    if (mapping_->filters.empty()) return true;
    const auto parsed = protocol::wire::JsonDocument::parse(document);
    const bool is_wanted = std::ranges::any_of(mapping_->filters, [&](const auto& filter) {
        return filter.pattern.matches(parsed->root());
    });
    if (!is_wanted) ++state_.counts.filtered;
    return is_wanted;
}

void MappingRun::read(LaneRun& run, const RunSurroundings& around) {
    const Instant now = around.universe.now();
    Shard::PageLimits limits{protocol::kMaxStreamRecords, protocol::kMaxStreamPageBytes};
    if (const auto chances = around.universe.switches().stream_adversity.chances()) {
        limits.end = run.shard->first_late(*chances, now);
    }
    run.shard->trim(now - engine::stream::kStreamRetentionMs);
    while (run.lane.wants_records()) {
        const Shard::Batch page = run.shard->read(run.lane.cursor(), limits);
        bool was_all_taken = true;
        for (const StreamRecord& record : page.records) {
            was_all_taken = run.lane.wants_records();
            if (!was_all_taken) break;
            run.lane.skip_to(record.position);
            if (lane_of(record, mapping_->parallelization_factor) == run.number) {
                std::string document = protocol::formats::triggers::record_document(
                    record, run.shard->owner().view_type, mapping_->region, run.stream_arn
                );
                if (is_wanted(document)) {
                    run.lane.add({record.position, record.time, std::move(document)}, now);
                }
            }
            run.lane.skip_to(engine::stream::following(record.position));
            has_changed_ = true;
        }
        if (was_all_taken && !page.next) {
            run.lane.end();
            keep_position(run, around);
            has_changed_ = true;
        }
        if (page.records.empty()) return;
    }
}

Instant MappingRun::go_on(const RunSurroundings& around) {
    generation_ = around.universe.triggers().positions.generation();
    find_shards(around);
    if (!mapping_->enabled) return kNever;
    const auto count_done = [this] {
        return std::ranges::count_if(lanes_, [](const auto& lane) {
            return lane.second->lane.is_done();
        });
    };
    const auto done = count_done();
    bool has_work = false;
    for (const auto& [shard, run] : lanes_) {
        if (run->lane.is_done()) continue;
        read(*run, around);
        has_work |= !run->lane.is_busy() && run->lane.record_count() > 0;
    }
    // A function must not receive a change that a crash could still undo.
    if (has_work && !around.is_durable()) return kBeforeAll;
    Instant next = kNever;
    for (const auto& [shard, run] : lanes_) {
        if (run->lane.is_done()) continue;
        next = std::min(next, step(run, around));
    }
    // Now the children of ended shards can begin.
    return count_done() > done ? std::min(next, go_on(around)) : next;
}

Instant MappingRun::step(const std::shared_ptr<LaneRun>& run, const RunSurroundings& around) {
    const Lane::Step step = run->lane.next(around.universe.now());
    switch (step.kind) {
        case Lane::Step::Kind::Rest: return kNever;
        case Lane::Step::Kind::Wait: return step.until;
        case Lane::Step::Kind::Call: call(run, around); break;
        case Lane::Step::Kind::Report: report(run, step.reason, around); break;
    }
    has_changed_ = true;
    return kNever;
}

std::string MappingRun::event_of(const LaneRun& run) const {
    const engine::triggers::LaneBatch& batch = run.lane.batch();
    std::vector<std::string_view> documents;
    documents.reserve(batch.records.size());
    for (const LaneRecord& record : batch.records) documents.push_back(record.document);
    std::optional<protocol::formats::triggers::EventWindow> window;
    if (batch.window) {
        window = {
            batch.window->start,
            batch.window->start + rules_.tumbling_ms,
            batch.window->is_final,
            batch.window->ends_early,
            run.lane.state(),
            run.shard->id(),
            run.stream_arn};
    }
    return protocol::formats::triggers::event_document(documents, window);
}

void MappingRun::call(const std::shared_ptr<LaneRun>& run, const RunSurroundings& around) {
    run->is_reporting = false;
    const auto answered = [run, answered = around.answered](FunctionReply reply) {
        answered(run, std::move(reply));
    };
    if (!mapping_->command.empty() && !around.may_run_command) {
        answered(
            {FunctionReply::Kind::Unreachable,
             0,
             false,
             {},
             "the command was not named at the start: give it by --triggers, or start with "
             "--trigger-commands"}
        );
        return;
    }
    FunctionCall call{mapping_->url, mapping_->command};
    call.body = event_of(*run);
    call.universe = around.universe.name();
    call.timeout = std::chrono::seconds(mapping_->timeout_s);
    ++state_.counts.calls;
    around.call(std::move(call), answered);
}

void MappingRun::report(
    const std::shared_ptr<LaneRun>& run, GivenUp reason, const RunSurroundings& around
) {
    run->is_reporting = true;
    const auto answered = [run, answered = around.answered](FunctionReply reply) {
        answered(run, std::move(reply));
    };
    const std::string& target = mapping_->on_failure;
    const auto& records = run->lane.batch().records;
    if (target.empty() || records.empty()) {
        answered({});
        return;
    }
    const bool is_file = target.starts_with(protocol::formats::triggers::kFileDestination);
    const std::uint64_t bits =
        engine::mix(engine::mix(++calls_made_, mapping_->name), around.universe.name());
    const std::string id = engine::uuid_text(bits, engine::mix(bits));
    const std::string function = "arn:aws:lambda:" + mapping_->region + ":" +
                                 around.universe.settings().account + ":function:" + mapping_->name;
    const std::string payload = is_file ? event_of(*run) : std::string();
    protocol::formats::triggers::GivenUpBatch batch{
        engine::triggers::given_up_text(reason),
        id,
        function,
        run->lane.batch().failures,
        std::nullopt,
        !run->was_partial,
        around.universe.now(),
        run->shard->id(),
        run->stream_arn,
        records.front().position,
        records.back().position,
        records.front().time,
        records.back().time,
        records.size(),
        payload};
    // AWS: expired records have no responseContext. [doc LocalStack's snapshots of AWS, Kinesis]
    if (reason == GivenUp::RetryAttemptsExhausted)
        batch.status = static_cast<int>(run->last_status);
    FunctionCall call;
    if (is_file) {
        call.file = around.directory + "/" +
                    target.substr(protocol::formats::triggers::kFileDestination.size());
    } else {
        call.url = target;
    }
    call.body = protocol::formats::triggers::failure_document(batch);
    call.timeout = kReportTimeout;
    around.call(std::move(call), answered);
}

void MappingRun::keep_position(const LaneRun& run, const RunSurroundings& around) const {
    around.universe.triggers().positions.set(
        {mapping_->name, run.shard->id(), run.number, mapping_->parallelization_factor},
        run.lane.position(),
        generation_,
        around.universe.recorder()
    );
}

void MappingRun::note_error(const std::string& text, const RunSurroundings& around) {
    // Logs each problem once, not each time it occurs.
    if (around.log && text != state_.last_error) {
        around.log("trigger " + mapping_->name + " (" + mapping_->table + "): " + text);
    }
    state_.last_error = text;
    state_.last_error_time = around.universe.now();
}

void MappingRun::note_delivery(const LaneRun& run, bool has_succeeded, Instant now) {
    if (deliveries_.size() >= TriggerBoard::kDeliveries) deliveries_.erase(deliveries_.begin());
    const engine::triggers::LaneBatch& batch = run.lane.batch();
    Delivery& delivery = deliveries_.emplace_back();
    delivery.time = now;
    delivery.is_report = run.is_reporting;
    delivery.has_succeeded = has_succeeded;
    delivery.shard = run.shard->id();
    delivery.lane = run.number;
    delivery.records = batch.records.size();
    if (!batch.records.empty()) {
        delivery.first = batch.records.front().position;
        delivery.last = batch.records.back().position;
    }
    delivery.attempt = batch.failures + (run.is_reporting ? 0 : 1);
    delivery.result = run.last_result;
}

void MappingRun::take_answer(LaneRun& run, FunctionReply reply, const RunSurroundings& around) {
    const Instant now = around.universe.now();
    has_changed_ = true;
    if (run.is_reporting) {
        const bool arrived = reply.kind == FunctionReply::Kind::Answered &&
                             reply.status >= kUsualStatus && reply.status < kUsualStatus + 100;
        if (arrived) {
            const std::size_t records = run.lane.batch().records.size();
            state_.counts.given_up += records;
            if (records > 0) {
                note_error("gave up " + std::to_string(records) + " records", around);
            }
        } else {
            note_error("the failure destination gives no answer: " + reply.problem, around);
        }
        if (!run.lane.batch().records.empty()) note_delivery(run, arrived, now);
        run.lane.reported(arrived, now);
        if (arrived) keep_position(run, around);
        return;
    }
    std::vector<engine::triggers::StreamPosition> positions;
    for (const LaneRecord& record : run.lane.batch().records) positions.push_back(record.position);
    FunctionResult result = protocol::formats::triggers::read_function_reply(
        reply, {mapping_->reports_item_failures, rules_.tumbling_ms > 0, positions}
    );
    state_.counts.delivered += delivered_records(result, run.lane);
    run.last_status = reply.status == 0 ? kUsualStatus : reply.status;
    run.was_partial = result.kind == FunctionResult::Kind::ItemFailures;
    run.last_result = result.text;
    state_.last_result = result.text;
    if (result.kind != FunctionResult::Kind::Success) {
        ++state_.counts.failed_calls;
        note_error(result.text, around);
    }
    note_delivery(run, result.kind == FunctionResult::Kind::Success, now);
    run.lane.answered(outcome_of(std::move(result)), now);
    keep_position(run, around);
}

std::optional<MappingState> MappingRun::take_state() {
    if (!has_changed_) return std::nullopt;
    has_changed_ = false;
    state_.lanes.clear();
    for (const auto& [shard, run] : lanes_) {
        const Lane& lane = run->lane;
        state_.lanes.push_back(
            {run->shard->id(),
             run->number,
             lane.position().next,
             lane.oldest(),
             lane.retries_at(),
             lane.record_count(),
             lane.is_busy(),
             lane.is_done(),
             run->last_result}
        );
    }
    return state_;
}

}  // namespace stator::emulator::integrations::triggers
