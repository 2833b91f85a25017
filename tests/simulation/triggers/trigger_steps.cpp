#include "tests/simulation/triggers/trigger_steps.hpp"

#include <rapidjson/document.h>

#include <algorithm>
#include <array>
#include <variant>

#include "engine/base/seeded_random.hpp"
#include "protocol/base/time_text.hpp"
#include "tests/simulation/operations/item.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

using emulator::integrations::triggers::FunctionAnswered;
using emulator::integrations::triggers::FunctionCall;
using emulator::integrations::triggers::LaneRun;
using emulator::integrations::triggers::MappingPtr;
using emulator::integrations::triggers::MappingRun;
using engine::Instant;
using engine::kNever;
using protocol::formats::triggers::EventPattern;
using protocol::formats::triggers::EventSourceMapping;
using protocol::formats::triggers::FunctionReply;

constexpr int kServerFault = 500;
constexpr int kPatience = 429;
constexpr std::int64_t kShortAgeS = 60;
constexpr std::int64_t kTumblingS = 10;
constexpr std::int64_t kBatchingWindowS = 5;
constexpr std::int64_t kSecondMs = 1'000;
// Turns at one moment, and moments at the end: more than can occur.
constexpr int kMostTurns = 1'000'000;

// The changes that a mapping accepts: its filter pattern, and the same for the model.
struct Filter {
    const char* pattern;
    bool inserts;
    bool modifies;
    bool removes;
};

constexpr std::array<Filter, 4> kFilters{{
    {R"({"eventName":["INSERT","MODIFY","REMOVE"]})", true, true, true},
    {R"({"eventName":["INSERT"]})", true, false, false},
    {R"({"eventName":[{"anything-but":["MODIFY"]}]})", true, false, true},
    {R"({"dynamodb":{"NewImage":{"pk":{"S":[{"exists":true}]}}}})", true, true, false},
}};

bool lets_through(const EventSourceMapping& mapping, const ExpectedRecord& record) {
    if (mapping.filters.empty()) return true;
    const auto* const filter = std::ranges::find_if(kFilters, [&](const Filter& one) {
        return mapping.filters.front().text == one.pattern;
    });
    if (record.old_item.empty()) return filter->inserts;
    return record.new_item.empty() ? filter->removes : filter->modifies;
}

FunctionReply reply(std::string body, int status = 200) {
    return {FunctionReply::Kind::Answered, status, false, std::move(body), {}};
}

std::vector<SightedRecord> records_of(const rapidjson::Value& event) {
    std::vector<SightedRecord> records;
    for (const auto& record : event["Records"].GetArray()) {
        const rapidjson::Value& change = record["dynamodb"];
        const auto image = [&](const char* name) -> std::string {
            const auto found = change.FindMember(name);
            return found == change.MemberEnd() ? "" : canonical_json(found->value);
        };
        const std::int64_t seconds = change["ApproximateCreationDateTime"].GetInt64();
        records.push_back(
            {canonical_json(change["Keys"]),
             change["SequenceNumber"].GetString(),
             change_text(
                 image("OldImage"), image("NewImage"), record.HasMember("userIdentity"), seconds
             ),
             seconds}
        );
    }
    return records;
}

std::string window_start_text(std::int64_t seconds) {
    constexpr std::size_t kToSeconds = 19;
    const Instant start(seconds / kTumblingS * kTumblingS * kSecondMs);
    return protocol::utc_text(start).substr(0, kToSeconds) + "Z";
}

}  // namespace

TriggerSteps::TriggerSteps(System& system, Model& model, std::uint64_t seed, bool swallows_failures)
    : system_(system), model_(model), seed_(seed), swallows_failures_(swallows_failures) {
    for (std::size_t table = 0; table < table_definitions().size(); ++table) {
        triggers_.emplace_back();
        triggers_.back().mapping = draw_mapping(table);
    }
}

TriggerSteps::~TriggerSteps() = default;

std::uint64_t TriggerSteps::draw(std::uint64_t below) {
    return engine::mix(engine::mix(seed_, "triggers"), ++draws_) % below;
}

MappingPtr TriggerSteps::draw_mapping(std::size_t table) {
    EventSourceMapping mapping;
    mapping.name = table_name(table);
    mapping.table = mapping.name;
    mapping.region = kHomeRegion;
    mapping.url = "http://a.function/";
    mapping.starts_at_latest = false;
    mapping.batch_size = static_cast<std::int64_t>(1 + draw(20));
    if (draw(4) == 0) mapping.batching_window_s = kBatchingWindowS;
    mapping.bisects = draw(2) == 0;
    if (draw(3) != 0) mapping.maximum_retry_attempts = static_cast<std::int64_t>(draw(4));
    if (draw(4) == 0) mapping.maximum_record_age_s = kShortAgeS;
    mapping.reports_item_failures = draw(2) == 0;
    if (draw(3) == 0) {
        mapping.tumbling_window_s = kTumblingS;
    } else {
        mapping.parallelization_factor = static_cast<std::int64_t>(1 + draw(3));
    }
    if (draw(2) == 0) {
        const std::string pattern = kFilters.at(draw(kFilters.size())).pattern;
        mapping.filters.push_back({pattern, std::get<EventPattern>(EventPattern::parse(pattern))});
    }
    mapping.on_failure = "file:" + mapping.name;
    return std::make_shared<const EventSourceMapping>(std::move(mapping));
}

void TriggerSteps::stop() {
    for (Trigger& trigger : triggers_) {
        trigger.run.reset();
        trigger.states.clear();
    }
}

void TriggerSteps::begin() {
    engine::Universe& universe = system_.universe();
    auto& positions = universe.triggers().positions;
    for (Trigger& trigger : triggers_) {
        if (trigger.run != nullptr) continue;
        const auto beginning = positions.beginning(trigger.mapping->name);
        if (!beginning) {
            positions.begin(trigger.mapping->name, {}, universe.recorder());
        }
        trigger.run = std::make_unique<MappingRun>(
            trigger.mapping, beginning.value_or(engine::triggers::StreamPosition{})
        );
    }
}

void TriggerSteps::take_expected(std::size_t table) {
    for (const ExpectedRecord& record : model_.table(table).triggering) {
        Trigger& trigger = triggers_[table];
        if (lets_through(*trigger.mapping, record)) trigger.book.expect(record);
    }
}

std::optional<Difference> TriggerSteps::run() {
    begin();
    for (std::size_t table = 0; table < triggers_.size(); ++table) take_expected(table);
    model_.forget_triggering();
    for (Trigger& trigger : triggers_) run(trigger);
    return difference_;
}

Instant TriggerSteps::run(Trigger& trigger) {
    const emulator::integrations::triggers::RunSurroundings around{
        system_.universe(),
        [this](FunctionCall call, FunctionAnswered answered) {
            calls_.push_back({std::move(call), std::move(answered)});
        },
        [] { return true; },
        [this](std::shared_ptr<LaneRun> lane, FunctionReply reply) {
            answers_.emplace_back(std::move(lane), std::move(reply));
        },
        {},
        true,
        {}};
    for (int turn = 0; turn < kMostTurns && !difference_; ++turn) {
        const Instant next = trigger.run->go_on(around);
        for (Call& call : std::exchange(calls_, {})) call.answered(answer(trigger, call.call));
        if (answers_.empty()) return next;
        for (auto& [lane, reply] : std::exchange(answers_, {})) {
            if (trigger.run->has(lane)) trigger.run->take_answer(*lane, std::move(reply), around);
        }
    }
    complain(trigger, "it has no end");
    return kNever;
}

std::optional<Difference> TriggerSteps::finish() {
    if (auto difference = run()) return difference;
    for (Trigger& trigger : triggers_) {
        for (int moment = 0; moment < kMostTurns && !difference_; ++moment) {
            const Instant next = run(trigger);
            if (next == kNever) break;
            const std::int64_t wait_ms = next.unix_ms() - system_.world().now_ms();
            system_.advance(std::max<std::int64_t>(wait_ms, 1));
        }
        const std::string lost = trigger.book.lost(system_.world().now_ms());
        if (!lost.empty()) complain(trigger, lost);
    }
    return difference_;
}

FunctionReply TriggerSteps::answer(Trigger& trigger, const FunctionCall& call) {
    return call.file.empty() ? answer_event(trigger, call.body) : take_report(trigger, call.body);
}

FunctionReply TriggerSteps::answer_event(Trigger& trigger, const std::string& body) {
    rapidjson::Document event;
    event.Parse(body.data(), body.size());
    const std::vector<SightedRecord> records = records_of(event);
    const auto most = static_cast<std::size_t>(trigger.mapping->batch_size);
    if (records.size() > most) complain(trigger, "a batch is too large");
    const std::string wrong = trigger.book.sight(records, system_.world().now_ms());
    if (!wrong.empty()) {
        complain(trigger, wrong);
        return reply("{}");
    }
    if (draw(10) < 3) return fail(trigger, records, event.HasMember("state") ? "{}" : "");
    for (const SightedRecord& record : records) trigger.book.settle(record);
    const std::string state = next_state(trigger, event, records.size());
    return reply(state.empty() ? "{}" : "{\"state\":" + state + "}");
}

FunctionReply TriggerSteps::fail(
    Trigger& trigger, const std::vector<SightedRecord>& records, const std::string& state
) {
    const std::string member = state.empty() ? "" : ",\"state\":" + state;
    if (swallows_failures_ && draw(2) == 0) return reply("{\"calm\":true" + member + "}");
    switch (draw(6)) {
        case 0: return reply("", kServerFault);
        case 1: return reply("", kPatience);
        case 2: return reply(R"({"errorMessage":"no","errorType":"Error"})");
        case 3: return {FunctionReply::Kind::Unreachable, 0, false, {}, "it is down"};
        case 4: return {FunctionReply::Kind::TimedOut, 0, false, {}, "it hangs"};
        default: break;
    }
    const bool is_partial = trigger.mapping->reports_item_failures && !records.empty();
    if (!is_partial) return reply("", kServerFault);
    const std::size_t from = draw(records.size());
    for (std::size_t i = 0; i < from; ++i) trigger.book.settle(records[i]);
    return reply(
        R"({"batchItemFailures":[{"itemIdentifier":)" + simulation::quoted(records[from].number) +
        "}]" + member + "}"
    );
}

std::string TriggerSteps::next_state(
    Trigger& trigger, const rapidjson::Document& event, std::size_t records
) {
    if (!event.HasMember("window")) return "";
    const std::string start = event["window"]["start"].GetString();
    const std::string window = event["shardId"].GetString() + (" " + start);
    const rapidjson::Value& state = event["state"];
    const auto total = state.FindMember("records");
    const std::int64_t before = total == state.MemberEnd() ? 0 : total->value.GetInt64();
    const auto known = trigger.states.find(window);
    if (known != trigger.states.end() && known->second != before) {
        complain(
            trigger,
            "the state is " + std::to_string(before) + ", expected " + std::to_string(known->second)
        );
    }
    for (const SightedRecord& record : records_of(event)) {
        if (window_start_text(record.seconds) == start) continue;
        complain(trigger, record.text + " is in the window of " + start);
    }
    const std::int64_t after = before + static_cast<std::int64_t>(records);
    trigger.states[window] = after;
    return "{\"records\":" + std::to_string(after) + "}";
}

FunctionReply TriggerSteps::take_report(Trigger& trigger, const std::string& body) {
    rapidjson::Document report;
    report.Parse(body.data(), body.size());
    const std::vector<SightedRecord> records = records_of(report["payload"]);
    const std::int64_t now_ms = system_.world().now_ms();
    const std::string wrong = trigger.book.sight(records, now_ms);
    if (!wrong.empty()) {
        complain(trigger, wrong);
        return reply("");
    }
    const EventSourceMapping& mapping = *trigger.mapping;
    const rapidjson::Value& context = report["requestContext"];
    const std::string condition = context["condition"].GetString();
    constexpr std::int64_t kDayS = 86'400;
    const std::int64_t age_s =
        mapping.maximum_record_age_s < 0 ? kDayS : mapping.maximum_record_age_s;
    const bool is_old = now_ms - records.front().seconds * kSecondMs > age_s * kSecondMs;
    const bool is_tried =
        mapping.maximum_retry_attempts >= 0 &&
        context["approximateInvokeCount"].GetInt64() == mapping.maximum_retry_attempts + 1;
    if (condition == "RecordAgeExceeded" ? !is_old : !is_tried) {
        complain(trigger, records.front().text + " was given up too soon: " + condition);
    }
    if (draw(5) == 0) return {FunctionReply::Kind::Unreachable, 0, false, {}, "the disk is full"};
    for (const SightedRecord& record : records) trigger.book.settle(record);
    return reply("");
}

void TriggerSteps::complain(const Trigger& trigger, const std::string& text) {
    if (!difference_) difference_ = Difference{"trigger", trigger.mapping->name + ": " + text};
}

}  // namespace stator::simulation
