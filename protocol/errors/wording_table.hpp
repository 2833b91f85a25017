// The wording table: every message that differs between the generations of DynamoDB's request
// reader or between AWS regions, with each recorded wording.
//
// A value, read at compile time; wordings.hpp looks rows up and checks them. The region that a
// request is signed for selects the row. Without a region, the pinned rows apply, which are those
// of eu-west-2 if it was recorded. Rows of unrecorded regions are never used in replies. They are
// kept so that a client's "but I got …" can be explained. Messages with the same wording everywhere
// are in the functions that create them.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "protocol/values/dialect.hpp"

namespace stator::protocol::errors {

enum class Message : unsigned char {
    // Members of a request. The comment after a message lists the contents of its slots.
    MemberConstraint,         // value as shown, path, member, constraint
    UnnamedMemberConstraint,  // value as shown, path, constraint
    ReturnValuesChoices,
    ConditionalOperatorChoices,
    ValuesWithoutExpression,  // the expressions that are absent
    // Attribute values.
    EmptyNumber,
    DuplicateNumbers,
    ShownDuplicate,   // a member
    BinarySeparator,  // between shown members
    ExpressionValue,  // the value's error, its placeholder
    // Query and Scan.
    SelectWithProjection,  // parameter, choice of Select
    SpecificAttributesNeeded,
    ProjectedAttributesNeedIndex,
    SegmentOutOfRange,  // Segment, TotalSegments
    ScanStartKey,
    QueryStartKeyValues,
    KeyConditionRepeated,
    TooManyKeyConditions,  // number of conditions, number of key attributes
    // Update expressions.
    UpdateOperandType,  // section, type
    // Batches and transactions.
    EmptyRequestItems,  // operation
    TooManyWrites,      // table, RequestItems as shown
    NoTransactAction,
    // Tables.
    NothingToUpdate,
    TableExistsWhileCreating,  // table
    ThroughputWithOnDemand,
    ResourceArnNotFound,  // ARN
    Count,
};

// The dialect that uses the wording; nullopt if both use it. The dialect of an operation is a
// constant in its decode function.
using Speaker = std::optional<values::Dialect>;

// The regions in which the wording was seen.
enum class Cohort : unsigned char {
    EveryRegion,   // except regions in another row of the message
    NewCohort,     // AWS uses the current reader for Scan, batches, transactions
    OtherRegions,  // all regions without another row of the message
    UsRegions,
    UsEast1,
    LastOlder,  // the last regions with the older reader for single items
    MeCentral1,
    OneRegion,   // one region, which was not recorded
    Unrecorded,  // captures without a region
};

// The cohorts with a known list of regions.
struct CohortRegions {
    Cohort cohort;
    std::string_view name;
    std::array<std::string_view, 5> regions;  // "" for unused entries

    constexpr bool has(std::string_view region) const {
        return !region.empty() && std::ranges::find(regions, region) != regions.end();
    }

    constexpr std::size_t size() const {
        return regions.size() - static_cast<std::size_t>(std::ranges::count(regions, ""));
    }
};

// AWS: recorded in October 2026. [case regions/reads]
inline constexpr CohortRegions kCohorts[] = {
    {Cohort::NewCohort,
     "new cohort",
     {"eu-west-2", "eu-central-1", "us-west-1", "ap-northeast-2", "ap-east-2"}},
    {Cohort::UsRegions, "us regions", {"us-east-1", "us-west-2"}},
    {Cohort::UsEast1, "us-east-1", {"us-east-1"}},
    {Cohort::LastOlder, "last older", {"eu-south-2", "me-central-1"}},
    {Cohort::MeCentral1, "me-central-1", {"me-central-1"}},
};

enum class Use : unsigned char { Pinned, Recorded };

struct WordingRow {
    Message message;
    Speaker speaker;
    Cohort cohort;
    std::string_view seen;  // the month of the capture, "2026-10"; "" if not recorded
    Use use;
    std::string_view text;  // {0}, {1} … are slots, the same in all rows of a message
};

namespace wording_table {

using enum Message;
using enum values::Dialect;
inline constexpr Speaker Both = std::nullopt;
using enum Cohort;
using enum Use;

// Each row has its keys on one line and its text below.
// clang-format off
inline constexpr WordingRow kRows[] = {
    // AWS: the operations' shape tables define which members the current reader checks, and at
    // which point.
    {MemberConstraint, Current, EveryRegion, "2026-10", Pinned,
     "Value at '{2}' failed to satisfy constraint: Member must {3}"},
    {MemberConstraint, Older, EveryRegion, "2026-09", Pinned,
     "Value '{0}' at '{1}' failed to satisfy constraint: Member must {3}"},

    {UnnamedMemberConstraint, Both, EveryRegion, "2026-09", Pinned,
     "Failed to satisfy constraint: Member must {2}"},
    {UnnamedMemberConstraint, Both, LastOlder, "2026-10", Recorded,
     "Value '{0}' at '{1}' failed to satisfy constraint: Member must {2}"},

    // AWS: UPDATE_NEW and ALL are errors in AWS's texts.
    {ReturnValuesChoices, Current, EveryRegion, "2026-09", Pinned,
     "[ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]"},
    {ReturnValuesChoices, Older, EveryRegion, "2026-09", Pinned,
     "[ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"},

    {ConditionalOperatorChoices, Current, EveryRegion, "2026-09", Pinned,
     "[ALL, OR]"},
    {ConditionalOperatorChoices, Older, EveryRegion, "2026-09", Pinned,
     "[OR, AND]"},

    {ValuesWithoutExpression, Current, EveryRegion, "2026-09", Pinned,
     "ExpressionAttributeValues can only be specified when using expressions"},
    {ValuesWithoutExpression, Older, EveryRegion, "2026-09", Pinned,
     "ExpressionAttributeValues can only be specified when using expressions: {0}"},

    {EmptyNumber, Current, EveryRegion, "2026-09", Pinned,
     "The parameter cannot be converted to a numeric value: "},
    {EmptyNumber, Older, EveryRegion, "2026-09", Pinned,
     "The parameter cannot be converted to a numeric value"},

    {DuplicateNumbers, Current, EveryRegion, "2026-09", Pinned,
     "One or more parameter values were invalid: Input collection contains duplicates."},
    {DuplicateNumbers, Older, EveryRegion, "2026-09", Pinned,
     "Input collection contains duplicates"},

    {ShownDuplicate, Current, EveryRegion, "2026-09", Pinned,
     "\"{0}\""},
    {ShownDuplicate, Older, EveryRegion, "2026-09", Pinned,
     "{0}"},

    {BinarySeparator, Current, EveryRegion, "2026-09", Pinned,
     ","},
    {BinarySeparator, Older, EveryRegion, "2026-09", Pinned,
     ", "},

    {ExpressionValue, Current, EveryRegion, "2026-09", Pinned,
     "{0}"},
    {ExpressionValue, Older, EveryRegion, "2026-09", Pinned,
     "ExpressionAttributeValues contains invalid value: {0} for key {1}"},

    // Query uses the current reader, Scan the older one.
    {SelectWithProjection, Current, EveryRegion, "2026-10", Pinned,
     "1 validation error detected: Cannot specify the {0} when choosing to get {1}"},
    {SelectWithProjection, Older, NewCohort, "2026-10", Pinned,
     "1 validation error detected: Cannot specify the {0} when choosing to get {1}"},
    {SelectWithProjection, Older, OtherRegions, "2026-10", Recorded,
     "Cannot specify the {0} when choosing to get {1}"},

    {SpecificAttributesNeeded, Current, EveryRegion, "2026-10", Pinned,
     "1 validation error detected: Must specify the AttributesToGet or ProjectionExpression when "
     "choosing to get SPECIFIC_ATTRIBUTES"},
    {SpecificAttributesNeeded, Older, NewCohort, "2026-10", Pinned,
     "1 validation error detected: Must specify the AttributesToGet or ProjectionExpression when "
     "choosing to get SPECIFIC_ATTRIBUTES"},
    {SpecificAttributesNeeded, Older, OtherRegions, "2026-10", Recorded,
     "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
     "SPECIFIC_ATTRIBUTES"},

    {ProjectedAttributesNeedIndex, Current, EveryRegion, "2026-10", Pinned,
     "1 validation error detected: ALL_PROJECTED_ATTRIBUTES can be used only when Querying using "
     "an IndexName"},
    {ProjectedAttributesNeedIndex, Older, EveryRegion, "2026-10", Pinned,
     "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName"},

    {SegmentOutOfRange, Both, NewCohort, "2026-10", Pinned,
     "The Segment parameter is zero-based and must be less than parameter TotalSegments"},
    {SegmentOutOfRange, Both, OtherRegions, "2026-10", Recorded,
     "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
     "Segment: {0} is not less than TotalSegments: {1}"},

    {ScanStartKey, Both, NewCohort, "2026-10", Pinned,
     "The provided starting key is invalid"},
    {ScanStartKey, Both, OtherRegions, "2026-10", Recorded,
     "The provided starting key is invalid: The provided key element does not match the schema"},

    // Keys of the wrong type.
    {QueryStartKeyValues, Both, NewCohort, "2026-09", Pinned,
     "The provided starting key is invalid"},
    {QueryStartKeyValues, Both, Unrecorded, "", Recorded,
     "The provided key element does not match the schema"},

    {KeyConditionRepeated, Both, NewCohort, "2026-10", Pinned,
     "Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition "
     "per key"},
    {KeyConditionRepeated, Both, OtherRegions, "2026-10", Recorded,
     "KeyConditionExpressions must only contain one condition per key"},

    {TooManyKeyConditions, Both, EveryRegion, "2026-10", Pinned,
     "The number of query conditions ({0}) exceeds the number of key attributes defined in the "
     "schema ({1})"},
    {TooManyKeyConditions, Both, Unrecorded, "", Recorded,
     "Conditions can be of length 1 or 2 only"},

    // AWS: the message for DELETE also names the type set of ADD.
    // [case UpdateItem/add_delete_operand_type]
    {UpdateOperandType, Both, Unrecorded, "", Pinned,
     "Invalid UpdateExpression: Incorrect operand type for operator or function; operator: {0}, "
     "operand type: {1}, typeSet: ALLOWED_FOR_ADD_OPERAND"},
    {UpdateOperandType, Both, Unrecorded, "", Recorded,
     "Invalid UpdateExpression: Incorrect operand type for operator or function; operator: {0}, "
     "operand type: {1}"},

    {EmptyRequestItems, Both, EveryRegion, "2026-10", Pinned,
     "1 validation error detected: Value at 'RequestItems' failed to satisfy constraint: Member "
     "must have length greater than or equal to 1"},
    {EmptyRequestItems, Both, MeCentral1, "2026-09", Recorded,
     "The requestItems parameter is required for {0}"},

    {TooManyWrites, Both, NewCohort, "2026-10", Pinned,
     "1 validation error detected: Value at 'RequestItems.{0}.member' failed to satisfy "
     "constraint: Member must have length less than or equal to 25"},
    {TooManyWrites, Both, OtherRegions, "2026-10", Recorded,
     "1 validation error detected: Value '{1}' at 'requestItems' failed to satisfy constraint: "
     "Map value must satisfy constraint: [Member must have length less than or equal to 25, "
     "Member must have length greater than or equal to 1]"},

    {NoTransactAction, Both, NewCohort, "2026-10", Pinned,
     "1 validation error detected: Value '' at 'transactItems' failed to satisfy constraint: "
     "TransactWriteRequest should contain Delete or Put or Update or ConditionCheck"},
    {NoTransactAction, Both, UsEast1, "2026-10", Recorded,
     "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request"},

    {NothingToUpdate, Both, UsRegions, "2026-10", Pinned,
     "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
     "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, "
     "ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, "
     "OnDemandThroughput, WarmThroughput or TableClass is required"},
    {NothingToUpdate, Both, Unrecorded, "", Recorded,
     "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
     "GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required"},

    // CreateTable for a table that is still CREATING.
    {TableExistsWhileCreating, Both, UsRegions, "2026-10", Pinned,
     "Attempt to change a resource which is still in use: Table is being created: {0}"},
    {TableExistsWhileCreating, Both, OtherRegions, "2026-10", Recorded,
     "Table already exists: {0}"},

    // Throughput together with BillingMode PAY_PER_REQUEST in one UpdateTable.
    {ThroughputWithOnDemand, Both, EveryRegion, "2026-10", Pinned,
     "One or more parameter values were invalid: Neither ReadCapacityUnits nor "
     "WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST"},
    {ThroughputWithOnDemand, Both, OneRegion, "2026-10", Recorded,
     "One or more parameter values were invalid: ProvisionedThroughput cannot be specified when "
     "BillingMode is PAY_PER_REQUEST"},

    // AWS used the misspelling before 2026.
    {ResourceArnNotFound, Both, EveryRegion, "2026-10", Pinned,
     "Requested resource not found: ResourceArn: {0} not found"},
    {ResourceArnNotFound, Both, Unrecorded, "", Recorded,
     "Requested resource not found: ResourcArn: {0} not found"},
};
// clang-format on

}  // namespace wording_table
}  // namespace stator::protocol::errors
