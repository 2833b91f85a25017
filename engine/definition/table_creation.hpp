// Turns a validated CreateTable request into the description of the new table. Pure functions; the
// catalog supplies identity and time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/instant.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/table.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::engine::definition {

// A random-looking UUID of version 4; equal numbers give equal UUIDs.
std::string table_id(std::uint64_t seed, std::uint64_t table_number);

// Enables the stream with a label that no earlier stream of the table has had.
void enable_stream(model::TableDescription& table, values::StreamViewType view_type, Instant now);

// The ARN of a KMS key given by id, alias or ARN; the account's default key if none is given.
std::string kms_key_arn(
    const model::TableScope& scope, const requests::tables::EncryptionRequest& request
);

// Returns LimitExceededException for units above the account's limit.
Result<void> check_account_limits(
    const requests::tables::CreateTableRequest& request, const model::TableScope& scope
);

// Like check_account_limits(), for one table or index; an empty `index` is the table itself.
Result<void> check_provisioned_limit(
    const std::optional<values::CapacityUnits>& units,
    std::string_view index,
    const model::TableScope& scope
);
Result<void> check_maximum_limits(
    const model::OnDemandThroughput& on_demand,
    const requests::tables::WarmThroughputRequest& warm,
    std::string_view index,
    const model::TableScope& scope
);

// An index of a table with that billing mode: CREATING, not yet backfilled.
model::GlobalSecondaryIndex new_index(
    const requests::tables::GlobalIndexRequest& request, values::BillingMode billing
);

// The description of the table, in status CREATING.
model::TableDescription new_table(
    const requests::tables::CreateTableRequest& request,
    const model::TableScope& scope,
    std::string table_id,
    Instant now
);

}  // namespace stator::engine::definition
