#include "emulator/dispatch/injected_refusal.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "emulator/dispatch/throttling_reasons.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/table/throughput_source.hpp"
#include "protocol/base/result.hpp"
#include "protocol/errors/throttling.hpp"
#include "protocol/errors/transactions.hpp"
#include "protocol/errors/usual.hpp"
#include "protocol/operations/requests/operation_list.hpp"

namespace stator::emulator::dispatch {
namespace {

using engine::capacity::Direction;
using engine::faults::FaultDecision;
using protocol::ApiError;
using protocol::CancellationReason;
using protocol::ErrorType;
using protocol::operations::Access;
using protocol::operations::OperationTraits;
using protocol::operations::Plane;
namespace errors = protocol::errors;

constexpr std::array<std::string_view, 2> kActions = {"TransactItems", "TransactStatements"};

OperationTraits traits_of(const RefusedRequest& request) {
    const auto* traits =
        protocol::operations::requests::find_operation_traits(request.facts.operation);
    return traits == nullptr ? OperationTraits{} : *traits;
}

bool is_transaction(const RefusedRequest& request) {
    return protocol::operations::requests::is_transaction(request.facts.operation);
}

// Returns the number of actions or statements of a transaction.
std::size_t count_actions(const RefusedRequest& request) {
    for (const std::string_view member : kActions) {
        const auto actions = request.body.find(member);
        if (actions && actions->is_array()) return actions->elements().Size();
    }
    return 0;
}

// Returns one reason for each action: "None" for actions that the fault does not mention. If there
// are more reasons than actions, a surplus reason replaces the last "None".
std::vector<CancellationReason> fitted(
    std::vector<CancellationReason> reasons, std::size_t actions
) {
    while (reasons.size() > actions && reasons.size() > 1) {
        CancellationReason last = std::move(reasons.back());
        reasons.pop_back();
        if (reasons.back().code == errors::no_reason().code) reasons.back() = std::move(last);
    }
    while (reasons.size() < actions) reasons.push_back(errors::no_reason());
    return reasons;
}

void fit_cancellation(ApiError& error, std::size_t actions) {
    const bool has_own_words =
        error.message != errors::transaction_cancelled(error.cancellation_reasons).message;
    ApiError fit =
        errors::transaction_cancelled(fitted(std::move(error.cancellation_reasons), actions));
    if (has_own_words) fit.message = std::move(error.message);
    error = std::move(fit);
}

// Returns the error of the first existing table. A transaction is cancelled by its first action.
std::optional<ApiError> throttled_by_table(
    const engine::faults::Throttle& throttle, const RefusedRequest& request
) {
    const auto& catalog = request.universe.catalog(request.context);
    for (const std::string& name : request.facts.tables) {
        const auto table = catalog.active_table(name);
        if (table.has_error()) continue;
        const auto snapshot = (*table)->snapshot();
        const auto* index = request.facts.indexes.empty()
                                ? nullptr
                                : snapshot->schema.find_index(request.facts.indexes.front());
        const engine::table::ChargedPartition charged(**table, *snapshot, index, 0);
        const bool is_write = traits_of(request).access == Access::Writes;
        ApiError error = engine::faults::throttled_by(
            throttle, is_write ? Direction::Write : Direction::Read, charged.source()
        );
        const std::size_t actions = count_actions(request);
        if (actions == 0 || !is_transaction(request) || !errors::can_be_reason(error)) return error;
        return errors::transaction_cancelled_by(errors::cancellation_reason(error), 0, actions);
    }
    return std::nullopt;
}

// Returns the error of a request that is throttled before all checks.
ApiError throttled_at_once(
    const engine::faults::Throttle& throttle, const RefusedRequest& request
) {
    switch (traits_of(request).plane) {
        case Plane::Streams: return errors::usual_error(ErrorType::LimitExceededException);
        case Plane::Control: return errors::request_rate_exceeded();
        case Plane::Data: break;
    }
    return throttled_by_table(throttle, request).value_or(errors::request_rate_exceeded());
}

Accepted<void> complete_error(ApiError& error, const RefusedRequest& request) {
    complete_throttling_reasons(
        error, request.facts, {request.facts.region, request.universe.settings().account}
    );
    if (error.type != ErrorType::TransactionCanceledException) return {};
    if (!is_transaction(request)) {
        return Refusal{
            "TransactionCanceledException is no answer to " + request.facts.operation +
            "; name TransactWriteItems, TransactGetItems or ExecuteTransaction, or use "
            "TransactionConflictException."};
    }
    if (const std::size_t actions = count_actions(request); actions > 0) {
        fit_cancellation(error, actions);
    }
    return {};
}

}  // namespace

Accepted<void> complete_refusal(FaultDecision& decision, const RefusedRequest& request) {
    if (decision.error) STATOR_CHECK(complete_error(*decision.error, request));
    const bool waits = decision.is_after_checks && traits_of(request).plane == Plane::Data;
    if (!waits) {
        if (decision.throttle) decision.error = throttled_at_once(*decision.throttle, request);
        return {};
    }
    if (!decision.error && !decision.throttle) return {};
    engine::faults::RareAnswers& rare = decision.rare_answers;
    rare.error = std::exchange(decision.error, std::nullopt);
    rare.throttle = std::exchange(decision.throttle, std::nullopt);
    rare.throttle_seed = decision.throttle_seed;
    decision.has_rare_answers = true;
    return {};
}

}  // namespace stator::emulator::dispatch
