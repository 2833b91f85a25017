// Messages about capacity: provisioned, on-demand and warm throughput, and billing modes.
//
// ValidationException unless a comment names another type. `member` is the wire name of the invalid
// number; an empty `index` means the table itself.
#pragma once

#include <cstdint>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/errors/wordings.hpp"
#include "protocol/values/table_terms.hpp"

namespace stator::protocol::errors {

// Provisioned throughput that contradicts the billing mode.
inline constexpr Text<0> throughput_forbidden{
    "One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits "
    "can be specified when BillingMode is PAY_PER_REQUEST"};
// ProvisionedThroughput together with BillingMode PAY_PER_REQUEST in one UpdateTable.
inline constexpr Worded<Message::ThroughputWithOnDemand> throughput_with_on_demand;
inline constexpr Text<1> throughput_forbidden_for_index{
    "One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits "
    "can be specified for index: {index} when BillingMode is PAY_PER_REQUEST"};
inline constexpr Text<0> throughput_required{
    "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both "
    "be specified when BillingMode is PROVISIONED"};
ApiError throughput_out_of_bounds(
    std::string_view member, std::int64_t value, std::string_view index
);
// LimitExceededException.
ApiError throughput_above_account_limit(
    std::string_view member, std::int64_t value, std::string_view index, std::string_view region
);
// The first is CreateTable's wording, the others are UpdateTable's.
inline constexpr Text<1> index_throughput_forbidden{
    "One or more parameter values were invalid: ProvisionedThroughput should not be specified for "
    "index: {index} when BillingMode is PAY_PER_REQUEST"};
inline constexpr Text<1> index_throughput_required{
    "One or more parameter values were invalid: ProvisionedThroughput is not specified for index: "
    "{index}"};
inline constexpr Text<1> index_units_required{
    "One or more parameter values were invalid: Both ReadCapacityUnits and WriteCapacityUnits must "
    "be specified for index: {index}"};

// Changing provisioned throughput.
ApiError throughput_unchanged(values::CapacityUnits units);
ApiError index_throughput_unchanged(std::string_view index, values::CapacityUnits units);
inline constexpr Text<0> throughput_required_for_provisioned{
    "One or more parameter values were invalid: ProvisionedThroughput must be specified when "
    "BillingMode is PROVISIONED"};
// `indexes` are separated by a comma without a space.
inline constexpr Text<1> throughput_required_for_indexes{
    "One or more parameter values were invalid: ProvisionedThroughput must be specified for index: "
    "{indexes}"};
inline constexpr Text<1> index_update_forbidden_on_demand{
    "One or more parameter values were invalid: The only Updates for index: {index} when "
    "TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput, WarmThroughput"};

// On-demand throughput.
enum class RequestStage : unsigned char { Create, Update };
ApiError on_demand_forbidden(std::string_view member, std::string_view index, RequestStage stage);
ApiError on_demand_out_of_range(std::string_view member, std::string_view index);

// Warm throughput.
ApiError warm_below_on_demand(std::string_view member, std::string_view index);
ApiError warm_below_provisioned(std::string_view member, std::string_view index);
ApiError warm_below_current(std::string_view member, std::string_view index);
inline constexpr Text<1> warm_throughput_empty{
    "One or more parameter values were invalid: WarmThroughput must have at least one of "
    "ReadUnitsPerSecond or WriteUnitsPerSecond specified for index: {index}"};

// InternalFailure without a message: an UpdateTable with only an empty OnDemandThroughput or
// WarmThroughput.
inline constexpr Text<0> empty_throughput_alone{"", ErrorType::InternalFailure};

// LimitExceededException: `structure` is OnDemandThroughput or WarmThroughput.
ApiError units_above_account_limit(
    std::string_view member,
    std::string_view structure,
    std::string_view index,
    std::string_view region
);

}  // namespace stator::protocol::errors
