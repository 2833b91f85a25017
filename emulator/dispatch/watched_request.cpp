#include "emulator/dispatch/watched_request.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "emulator/base/header_text.hpp"
#include "emulator/dispatch/injected_refusal.hpp"
#include "emulator/http/response.hpp"
#include "emulator/journal/request_facts.hpp"
#include "emulator/journal/request_fingerprints.hpp"
#include "emulator/laboratory/faults/fault_form.hpp"
#include "emulator/laboratory/table_hint.hpp"
#include "engine/capacity/request_meter.hpp"
#include "engine/engine.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::dispatch {
namespace {

using engine::faults::FaultDecision;
using engine::faults::RequestFacts;
using protocol::ApiError;

// Injects a fault into its request. Reports use this name as the fault's rule.
constexpr std::string_view kHeader = "x-stator-fault";

http::Delivery delivery_of(engine::faults::Delivery delivery) {
    switch (delivery) {
        case engine::faults::Delivery::Whole: return http::Delivery::Whole;
        case engine::faults::Delivery::DropBefore:
        case engine::faults::Delivery::DropAfter: return http::Delivery::Dropped;
        case engine::faults::Delivery::Truncated: return http::Delivery::Truncated;
        case engine::faults::Delivery::WrongChecksum: return http::Delivery::WrongChecksum;
    }
    return http::Delivery::Whole;
}

// A fault in the request's own header overrides the fault rules.
// AWS: a request without permission is not throttled, and does not reach any later check.
Accepted<FaultDecision> decide(
    laboratory::Laboratory& laboratory, const WatchedRequest& watched, const RequestFacts& facts
) {
    if (watched.refusal) return FaultDecision{};
    const http::HttpRequest& request = watched.http;
    if (!request.stator_fault.empty()) {
        STATOR_TRY(
            const engine::faults::Fault fault,
            laboratory::faults::read_fault_header(request.stator_fault)
        );
        return laboratory.faults().decide_one(fault, std::string(kHeader));
    }
    if (laboratory.faults().is_active()) return laboratory.faults().decide(facts);
    return FaultDecision{};
}

http::Reply refusal_reply(const Refusal& refusal) {
    http::Reply reply{.status = refusal.status, .content_type = kJson};
    protocol::wire::JsonWriter json(reply.body);
    json.begin_object();
    json.string_member("message", std::string(kHeader) + ": " + refusal.sentence);
    json.end_object();
    return reply;
}

// Returns the operation's reply, or the error that replaces it.
protocol::Result<std::string> run(
    laboratory::Laboratory& laboratory,
    const WatchedRequest& request,
    const engine::faults::WatchedContext& context,
    const FaultDecision& decision,
    engine::RequestOutcome& outcome
) {
    if (request.refusal) return *request.refusal;
    if (decision.delivery == engine::faults::Delivery::DropBefore) return std::string();
    if (decision.error) return *decision.error;
    if (!request.refused_statements.empty()) {
        return operations::batch_execute_statement_without(
            request.refused_statements, laboratory.universe(), context, request.body, outcome
        );
    }
    return request.operation.handler(laboratory.universe(), context, request.body, outcome);
}

// The result of the request.
struct Outcome {
    const protocol::Result<std::string>& answer;
    const FaultDecision& decision;
};

// Records the client's view: it does not receive a lost reply, nor the information that more pages
// follow.
void note_loss(engine::faults::Delivery delivery, journal::RequestRecord& record) {
    switch (delivery) {
        case engine::faults::Delivery::Whole:
        case engine::faults::Delivery::WrongChecksum: return;
        case engine::faults::Delivery::DropBefore: record.error = journal::kRequestLost; break;
        case engine::faults::Delivery::DropAfter: record.error = journal::kReplyLost; break;
        case engine::faults::Delivery::Truncated: record.error = journal::kReplyTruncated; break;
    }
    if (delivery != engine::faults::Delivery::Truncated) record.status = 0;
    record.page_key = 0;
    record.given_back.clear();
}

// Converts JSON lines into one JSON array; "" for no lines.
std::string array_of(std::string_view lines) {
    if (lines.empty()) return {};
    std::string array("[");
    array.append(lines.substr(0, lines.size() - 1)).append("]");
    std::ranges::replace(array, '\n', ',');
    return array;
}

// Returns the request's number in the request log.
std::uint64_t record(
    laboratory::Laboratory& laboratory,
    WatchedRequest request,
    const engine::faults::WatchedContext& context,
    journal::RequestRecord record,
    const Outcome& outcome
) {
    const auto& [answer, decision] = outcome;
    engine::capacity::RequestMeter& meter = *context.meter;
    record.time = context.now;
    record.universe = context.place.universe;
    record.region = laboratory.universe().region_name(context);
    record.label = utf8_text(request.http.stator_label);
    record.access_key = context.access_key;
    record.connection = context.connection;
    record.operation = request.operation.name;
    record.decision = request.decision;
    record.uses = std::move(meter.uses);
    record.unprocessed = meter.unprocessed;
    if (answer.has_error()) {
        record.status = protocol::error_status(answer.error().type);
        record.error = protocol::error_name(answer.error().type);
    }
    record.faults = decision.applied;
    record.injected_ms = decision.latency_ms;
    journal::describe_exchange(request.body, meter, record);
    note_loss(decision.delivery, record);
    if (!request.body_text.empty()) {
        record.request_body = request.body_text;
        if (answer.has_value()) {
            record.reply_body = request.operation.is_in_lines ? array_of(*answer) : *answer;
        } else {
            record.reply_body = http::error_body(answer.error());
        }
    }
    return laboratory.journal().add(std::move(record));
}

bool is_not_found(const protocol::Result<std::string>& answer) {
    return answer.has_error() &&
           answer.error().type == protocol::ErrorType::ResourceNotFoundException;
}

// If the request fails an earlier check, faults that apply after the checks have not occurred.
void take_back_what_was_not_met(laboratory::Laboratory& laboratory, FaultDecision& decision) {
    using engine::faults::RareRefusal;
    const engine::faults::RareAnswers& rare = decision.rare_answers;
    const auto take_back = [&](const std::string& rule) {
        if (rule.empty()) return;
        laboratory.faults().take_back(rule);
        std::erase(decision.applied, rule);
    };
    const bool conflicted = rare.given == RareRefusal::Conflict;
    const bool refused = rare.given == RareRefusal::Error || rare.given == RareRefusal::Throttle;
    if (rare.conflict_at && !conflicted) take_back(decision.conflict_rule);
    if ((rare.error || rare.throttle) && !refused) take_back(decision.refusing_rule);
}

// A rejected request does not affect the tables that it names, but is counted for them.
void add_named_tables(const RequestFacts& facts, engine::capacity::RequestMeter& meter) {
    if (!meter.uses.empty()) return;
    for (const std::string& table : facts.tables) meter.use(table, "");
}

}  // namespace

http::Reply run_watched(
    laboratory::Laboratories& laboratories,
    laboratory::Laboratory& laboratory,
    WatchedRequest request,
    engine::faults::WatchedContext context
) {
    using SteadyClock = std::chrono::steady_clock;
    const auto begin = SteadyClock::now();
    const engine::Place tables{
        context.place.universe, std::string(laboratory.universe().region_name(context))};
    const RequestFacts facts =
        journal::read_request_facts(request.operation.name, tables, request.body);
    auto decided = decide(laboratory, request, facts);
    if (decided.has_error()) return refusal_reply(decided.error());
    FaultDecision& decision = *decided;
    const auto completed =
        complete_refusal(decision, {laboratory.universe(), context, facts, request.body});
    if (completed.has_error()) return refusal_reply(completed.error());
    engine::capacity::RequestMeter meter;
    const bool is_recorded = laboratory.journal().is_on();
    if (is_recorded) context.meter = &meter;
    if (decision.has_rare_answers) context.rare_answers = &decision.rare_answers;
    engine::RequestOutcome outcome;
    auto answer = run(laboratory, request, context, decision, outcome);
    take_back_what_was_not_met(laboratory, decision);
    const std::string_view content_type = request.content_type;
    const bool is_in_lines = request.operation.is_in_lines;
    const std::string hint =
        is_not_found(answer) && !decision.error
            ? laboratory::hint_of_tables(laboratories, laboratory, context, facts.tables)
            : std::string();
    std::uint64_t record_number = 0;
    if (is_recorded) {
        add_named_tables(facts, meter);
        journal::RequestRecord fresh;
        fresh.hint = hint;
        const auto passed = SteadyClock::now() - begin;
        fresh.latency_us = std::chrono::duration_cast<std::chrono::microseconds>(passed).count();
        record_number =
            record(laboratory, std::move(request), context, std::move(fresh), {answer, decision});
    }
    http::Reply reply = http::operation_reply(answer, content_type, is_in_lines);
    reply.headers = laboratory::hint_header(laboratory, hint);
    reply.journal_ticket = outcome.journal_ticket;
    reply.record = record_number;
    reply.delivery = delivery_of(decision.delivery);
    reply.delay_ms = decision.latency_ms;
    return reply;
}

}  // namespace stator::emulator::dispatch
