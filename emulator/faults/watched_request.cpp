#include "emulator/faults/watched_request.hpp"

#include <chrono>
#include <utility>

#include "emulator/faults/fault_form.hpp"
#include "emulator/faults/throttling_reasons.hpp"
#include "emulator/http/response.hpp"
#include "emulator/observe/request_facts.hpp"
#include "emulator/observe/request_fingerprints.hpp"
#include "engine/capacity/request_meter.hpp"
#include "engine/engine.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator {
namespace {

using engine::FaultDecision;
using engine::RequestFacts;
using protocol::ApiError;

// Brings a fault along; what it does is known by this name.
constexpr std::string_view kHeader = "x-stator-fault";

Delivery delivery_of(engine::Delivery delivery) {
    switch (delivery) {
        case engine::Delivery::Whole: return Delivery::Whole;
        case engine::Delivery::DropBefore:
        case engine::Delivery::DropAfter: return Delivery::Dropped;
        case engine::Delivery::Truncated: return Delivery::Truncated;
        case engine::Delivery::WrongChecksum: return Delivery::WrongChecksum;
    }
    return Delivery::Whole;
}

// A fault that the request brings along hides the rules from it.
Accepted<FaultDecision> decide(
    Laboratory& laboratory, const HttpRequest& request, const RequestFacts& facts
) {
    if (!request.stator_fault.empty()) {
        STATOR_TRY(const engine::Fault fault, read_fault_header(request.stator_fault));
        return laboratory.faults().decide_one(fault, std::string(kHeader));
    }
    if (laboratory.faults().is_active()) return laboratory.faults().decide(facts);
    return FaultDecision{};
}

Reply refusal_reply(const Refusal& refusal) {
    Reply reply{.status = refusal.status, .content_type = kJson};
    protocol::wire::JsonWriter json(reply.body);
    json.begin_object();
    json.string_member("message", std::string(kHeader) + ": " + refusal.sentence);
    json.end_object();
    return reply;
}

// What the operation answers, or the error that takes its place.
protocol::Result<std::string> run(
    Laboratory& laboratory,
    const WatchedRequest& request,
    engine::RequestContext& context,
    const FaultDecision& decision
) {
    if (decision.delivery == engine::Delivery::DropBefore) return std::string();
    if (decision.error) return *decision.error;
    return request.operation.handler(laboratory.engine(), context, request.body);
}

void record(
    Laboratory& laboratory,
    WatchedRequest request,
    const engine::RequestContext& context,
    RequestRecord record,
    const protocol::Result<std::string>& answer
) {
    record.time_ms = context.now_ms;
    record.universe = context.universe;
    record.access_key = context.access_key;
    record.connection = context.connection;
    record.operation = request.operation.name;
    if (context.meter != nullptr) {
        record.uses = std::move(context.meter->uses);
        record.unprocessed = context.meter->unprocessed;
    }
    if (answer.has_error()) {
        record.status = protocol::error_status(answer.error().type);
        record.error = protocol::error_name(answer.error().type);
    }
    const std::string_view reply = answer.has_value() ? std::string_view(*answer) : "";
    describe_exchange(request.body, reply, record);
    if (!request.body_text.empty()) {
        record.request_body = std::move(request.body_text);
        record.reply_body = answer.has_value() ? *answer : error_body(answer.error());
    }
    laboratory.journal().add(std::move(record));
}

// A refused request did nothing to the tables it names, but is counted with them.
void add_named_tables(const RequestFacts& facts, engine::RequestMeter& meter) {
    if (!meter.uses.empty()) return;
    for (const std::string& table : facts.tables) meter.use(table, "");
}

}  // namespace

Reply run_watched(Laboratory& laboratory, WatchedRequest request, engine::RequestContext& context) {
    using SteadyClock = std::chrono::steady_clock;
    const auto begin = SteadyClock::now();
    const RequestFacts facts =
        read_request_facts(request.operation.name, context.universe, request.body);
    auto decided = decide(laboratory, request.http, facts);
    if (decided.has_error()) return refusal_reply(decided.error());
    FaultDecision& decision = *decided;
    if (decision.error) {
        const std::string account = laboratory.engine().account_of(context.universe);
        complete_throttling_reasons(*decision.error, facts, {context.region, account});
    }
    engine::RequestMeter meter;
    const bool is_recorded = laboratory.journal().is_on();
    if (is_recorded) context.meter = &meter;
    if (decision.has_rare_answers) context.rare_answers = &decision.rare_answers;
    auto answer = run(laboratory, request, context, decision);
    context.rare_answers = nullptr;
    const std::string_view content_type = request.content_type;
    if (is_recorded) {
        add_named_tables(facts, meter);
        RequestRecord fresh;
        fresh.faults = decision.applied;
        const auto passed = SteadyClock::now() - begin;
        fresh.latency_us = std::chrono::duration_cast<std::chrono::microseconds>(passed).count();
        record(laboratory, std::move(request), context, std::move(fresh), answer);
        context.meter = nullptr;
    }
    Reply reply = answer.has_error() ? error_reply(answer.error(), content_type)
                                     : Reply{.content_type = content_type};
    if (answer.has_value()) reply.body = std::move(*answer);
    reply.journal_ticket = context.journal_ticket;
    reply.delivery = delivery_of(decision.delivery);
    reply.delay_ms = decision.latency_ms;
    return reply;
}

}  // namespace stator::emulator
