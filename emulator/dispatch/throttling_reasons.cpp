#include "emulator/dispatch/throttling_reasons.hpp"

#include <string>

#include "protocol/errors/throttling.hpp"
#include "protocol/operations/requests/operation_list.hpp"

namespace stator::emulator::dispatch {

using engine::faults::RequestFacts;
using protocol::ApiError;
using protocol::ErrorType;
using protocol::ThrottlingReason;
using protocol::errors::ThroughputLimit;
using protocol::operations::Access;
using protocol::operations::Plane;

namespace {

// Returns the limit for the exception, regardless of the table's billing mode.
ThroughputLimit limit_of(ErrorType type) {
    if (type == ErrorType::RequestLimitExceeded) return ThroughputLimit::Account;
    return protocol::errors::usual_limit(type == ErrorType::ThrottlingException);
}

std::string usual_reason(ErrorType type, const RequestFacts& facts) {
    const auto* traits = protocol::operations::requests::find_operation_traits(facts.operation);
    protocol::errors::ThrottledSource source;
    source.is_index = !facts.indexes.empty();
    // Statements may read or write; most of them read.
    source.is_write = traits != nullptr && traits->access == Access::Writes;
    source.is_on_demand = type != ErrorType::ProvisionedThroughputExceededException;
    return protocol::errors::throughput_exceeded(source, limit_of(type))
        .throttling_reasons.front()
        .reason;
}

// AWS: throttling of the control plane has no reason.
bool has_reason(const RequestFacts& facts) {
    const auto* traits = protocol::operations::requests::find_operation_traits(facts.operation);
    return !facts.tables.empty() && (traits == nullptr || traits->plane == Plane::Data);
}

std::string usual_resource(
    std::string_view reason, const RequestFacts& facts, const protocol::model::TableScope& scope
) {
    std::string arn = protocol::model::table_arn(scope, facts.tables.front());
    const bool is_index = reason.starts_with("Index") && !facts.indexes.empty();
    return is_index ? arn.append("/index/").append(facts.indexes.front()) : arn;
}

}  // namespace

void complete_throttling_reasons(
    ApiError& error, const RequestFacts& facts, const protocol::model::TableScope& scope
) {
    std::erase_if(error.throttling_reasons, [&facts](const ThrottlingReason& reason) {
        return !has_reason(facts) && reason.reason.empty() && reason.resource.empty();
    });
    for (ThrottlingReason& reason : error.throttling_reasons) {
        if (reason.reason.empty()) reason.reason = usual_reason(error.type, facts);
        if (!reason.resource.empty() || facts.tables.empty()) continue;
        reason.resource = usual_resource(reason.reason, facts, scope);
    }
}

}  // namespace stator::emulator::dispatch
