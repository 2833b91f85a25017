#include "emulator/faults/throttling_reasons.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "protocol/errors/throughput.hpp"
#include "protocol/operations/operation_traits.hpp"

namespace stator::emulator::faults {

using engine::faults::RequestFacts;
using protocol::ApiError;
using protocol::ErrorType;
using protocol::ThrottlingReason;
using protocol::errors::ThrottledSource;
using protocol::errors::ThroughputLimit;

namespace {

constexpr std::array<ThroughputLimit, 4> kLimits = {
    ThroughputLimit::Provisioned,
    ThroughputLimit::KeyRange,
    ThroughputLimit::MaxOnDemand,
    ThroughputLimit::Account};

ThroughputLimit usual_limit(ErrorType type) {
    if (type == ErrorType::RequestLimitExceeded) return ThroughputLimit::Account;
    // AWS: what an on-demand table says of a hot key.
    if (type == ErrorType::ThrottlingException) return ThroughputLimit::KeyRange;
    return ThroughputLimit::Provisioned;
}

std::string reason_text(ThroughputLimit limit, bool is_index, bool is_write) {
    ThrottledSource source;
    source.is_index = is_index;
    source.is_write = is_write;
    return protocol::errors::throttling_reason(source, limit).reason;
}

std::string usual_reason(ErrorType type, const RequestFacts& facts) {
    // Statements may be either; most read.
    const auto* traits = protocol::operations::find_operation_traits(facts.operation);
    const bool is_write =
        traits != nullptr && traits->access == protocol::operations::Access::Writes;
    return reason_text(usual_limit(type), !facts.indexes.empty(), is_write);
}

std::string usual_resource(
    std::string_view reason, const RequestFacts& facts, const protocol::model::TableScope& scope
) {
    std::string arn = protocol::model::table_arn(scope, facts.tables.front());
    const bool is_index = reason.starts_with("Index") && !facts.indexes.empty();
    return is_index ? arn.append("/index/").append(facts.indexes.front()) : arn;
}

}  // namespace

bool is_throttling_reason(std::string_view reason) {
    return std::any_of(kLimits.begin(), kLimits.end(), [reason](ThroughputLimit limit) {
        return reason == reason_text(limit, false, false) ||
               reason == reason_text(limit, false, true) ||
               reason == reason_text(limit, true, false) ||
               reason == reason_text(limit, true, true);
    });
}

void complete_throttling_reasons(
    ApiError& error, const RequestFacts& facts, const protocol::model::TableScope& scope
) {
    std::erase_if(error.throttling_reasons, [&facts](const ThrottlingReason& reason) {
        return facts.tables.empty() && reason.reason.empty() && reason.resource.empty();
    });
    for (ThrottlingReason& reason : error.throttling_reasons) {
        if (reason.reason.empty()) reason.reason = usual_reason(error.type, facts);
        if (!reason.resource.empty() || facts.tables.empty()) continue;
        reason.resource = usual_resource(reason.reason, facts, scope);
    }
}

}  // namespace stator::emulator::faults
