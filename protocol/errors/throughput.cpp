#include "protocol/errors/throughput.hpp"

#include <utility>

#include "protocol/base/limits.hpp"
#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

constexpr std::string_view kGuide =
    "Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher "
    "limits.";

// Returns "table" or "index : {i}", with AWS's space before the colon.
std::string owner(std::string_view index) {
    return index.empty() ? "table" : std::string("index : ").append(index);
}

// Returns "table" or "index {i}".
std::string plain_owner(std::string_view index) {
    return index.empty() ? "table" : std::string("index ").append(index);
}

bool is_read(std::string_view member) {
    return member.find("Read") != std::string_view::npos;
}

// `whose` is "the table" or "the index {i}"; `provisioned_for` is "the table" or "index {i}".
ApiError unchanged(
    std::string_view whose, std::string_view provisioned_for, values::CapacityUnits units
) {
    const std::string read = std::to_string(units.read);
    const std::string write = std::to_string(units.write);
    std::string text = "The provisioned throughput for ";
    text.append(whose).append(
        " will not change. The requested value equals the current value. Current "
        "ReadCapacityUnits provisioned for "
    );
    text.append(provisioned_for).append(": ").append(read);
    text.append(". Requested ReadCapacityUnits: ").append(read);
    text.append(". Current WriteCapacityUnits provisioned for ").append(provisioned_for);
    text.append(": ").append(write).append(". Requested WriteCapacityUnits: ").append(write);
    return validation(text.append(". ").append(kGuide));
}

ApiError warm(std::string_view member, std::string_view index, std::string_view problem) {
    std::string text = "Requested ";
    text.append(member).append(" for WarmThroughput for ").append(plain_owner(index));
    return invalid_parameter(text.append(" is lower than ").append(problem));
}

}  // namespace

ApiError throughput_out_of_bounds(
    std::string_view member, std::int64_t value, std::string_view index
) {
    std::string text = "Given value " + std::to_string(value) + " for ";
    text.append(member).append(" is out of bounds");
    if (!index.empty()) text.append(" for index ").append(index);
    return validation(std::move(text));
}

ApiError throughput_above_account_limit(
    std::string_view member, std::int64_t value, std::string_view index, std::string_view region
) {
    const std::string_view kind = index.empty() ? "table" : "index";
    std::string text = "The requested ";
    text.append(member);
    if (!index.empty()) text.append(" for index ").append(index);
    text.append(", ").append(std::to_string(value)).append(", is above the per ").append(kind);
    text.append(" maximum for the account in ").append(region).append(". Per ").append(kind);
    text.append(" maximum: ").append(std::to_string(kMaxTableCapacityUnits)).append(". ");
    return {ErrorType::LimitExceededException, text.append(kGuide)};
}

ApiError throughput_unchanged(values::CapacityUnits units) {
    return unchanged("the table", "the table", units);
}

ApiError index_throughput_unchanged(std::string_view index, values::CapacityUnits units) {
    return unchanged(
        std::string("the index ").append(index), std::string("index ").append(index), units
    );
}

// AWS: uses three variants of one sentence. [case UpdateTable/on_demand_of_provisioned]
ApiError on_demand_forbidden(std::string_view member, std::string_view index, RequestStage stage) {
    const bool creating = stage == RequestStage::Create;
    std::string text(member);
    text.append(" for OnDemandThroughput");
    if (!index.empty()) text.append(creating ? " for index: " : " for index : ").append(index);
    text.append(" cannot be specified when ");
    if (!creating && index.empty()) text.append("the ");
    text.append("table BillingMode is PROVISIONED");
    if (creating || !index.empty()) text.append(".");
    return invalid_parameter(text);
}

ApiError on_demand_out_of_range(std::string_view member, std::string_view index) {
    std::string text = "Requested ";
    text.append(member).append(" for OnDemandThroughput for ").append(owner(index));
    return invalid_parameter(text.append(" is outside of valid range"));
}

ApiError warm_below_on_demand(std::string_view member, std::string_view index) {
    return warm(member, index, "initial throughput for OnDemand");
}

ApiError warm_below_provisioned(std::string_view member, std::string_view index) {
    const std::string_view units = is_read(member) ? "ReadCapacityUnits" : "WriteCapacityUnits";
    return warm(member, index, std::string(units).append(" of ProvisionedThroughput"));
}

ApiError warm_below_current(std::string_view member, std::string_view index) {
    return warm(
        member, index, "current WarmThroughput, decreasing WarmThroughput is not supported"
    );
}

ApiError units_above_account_limit(
    std::string_view member,
    std::string_view structure,
    std::string_view index,
    std::string_view region
) {
    std::string text = "Subscriber limit exceeded: Requested ";
    text.append(member).append(" for ").append(structure).append(" for ").append(owner(index));
    text.append(" exceeds ");
    text.append(is_read(member) ? "TableMaxReadCapacityUnits" : "TableMaxWriteCapacityUnits");
    text.append(" of the account in region ").append(region);
    return {ErrorType::LimitExceededException, std::move(text)};
}

}  // namespace stator::protocol::errors
