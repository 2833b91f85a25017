// ResourceInUseException: changes that a table rejects while another change is in progress.
//
// All messages except one start with "Attempt to change a resource which is still in use: ".
// AWS: all of these errors were captured in two regions. [case UpdateTable/refusals_by_status]
#pragma once

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

inline constexpr Text<1> table_being_created{
    "Attempt to change a resource which is still in use: Table is being created: {table}",
    ErrorType::ResourceInUseException};
inline constexpr Text<1> table_being_deleted{
    "Attempt to change a resource which is still in use: Table is being deleted: {table}",
    ErrorType::ResourceInUseException};
// CreateTable, if a table of that name is being restored.
inline constexpr Text<1> table_being_used{
    "Attempt to change a resource which is still in use: Table is being used: {table}",
    ErrorType::ResourceInUseException};
inline constexpr Text<1> table_being_updated{
    "Attempt to change a resource which is still in use: Table: {table} is in the process of being "
    "updated.",
    ErrorType::ResourceInUseException};
inline constexpr Text<0> table_not_active_for_protection{
    "Table needs to be in ACTIVE status to modify deletion protection setting.",
    ErrorType::ResourceInUseException};

inline constexpr Text<1> throughput_in_flight{
    "Attempt to change a resource which is still in use: Table IOPS are currently being updated. "
    "Table: {table}",
    ErrorType::ResourceInUseException};
inline constexpr Text<1> stream_while_throughput_in_flight{
    "Attempt to change a resource which is still in use: Can't enable or disable stream while "
    "table IOPS are being updated. Table: {table}",
    ErrorType::ResourceInUseException};
inline constexpr Text<1> index_while_throughput_in_flight{
    "Attempt to change a resource which is still in use: Can't create or delete indexes while "
    "table IOPS are being updated. Table: {table}",
    ErrorType::ResourceInUseException};
inline constexpr Text<0> on_demand_while_billing_in_flight{
    "Attempt to change a resource which is still in use: OnDemandThroughput cannot be updated "
    "while BillingMode update is in progress",
    ErrorType::ResourceInUseException};

// `operation`: ENABLE or DISABLE.
inline constexpr Text<3> stream_in_flight{
    "Attempt to change a resource which is still in use: A stream status change is currently in "
    "progress. Table: {table} Stream: {label} Operation: {operation}",
    ErrorType::ResourceInUseException};
inline constexpr Text<3> throughput_while_stream_in_flight{
    "Attempt to change a resource which is still in use: Can't change table IOPS when stream "
    "status is being updated. Table: {table} Stream: {label} Operation: {operation}",
    ErrorType::ResourceInUseException};
inline constexpr Text<3> index_while_stream_in_flight{
    "Attempt to change a resource which is still in use: Can't create or delete an index when "
    "stream status is being updated. Table: {table} Stream: {label} Operation: {operation}",
    ErrorType::ResourceInUseException};
inline constexpr Text<0> delete_while_stream_in_flight{
    "Attempt to change a resource which is still in use: Cannot delete table while stream is being "
    "enabled/disabled.",
    ErrorType::ResourceInUseException};

inline constexpr Text<2> table_class_in_flight{
    "Attempt to change a resource which is still in use: Can't update table class when a table "
    "class update is in progress. Table: {table} TableClassUpdateInProgress: {wanted}",
    ErrorType::ResourceInUseException};
inline constexpr Text<2> index_while_table_class_in_flight{
    "Attempt to change a resource which is still in use: Can't create or delete an index when a "
    "table class update is in progress. Table: {table} TableClassUpdateInProgress: {wanted}",
    ErrorType::ResourceInUseException};

inline constexpr Text<0> encryption_in_flight{
    "Attempt to change a resource which is still in use: Server-Side Encryption is still being "
    "updated",
    ErrorType::ResourceInUseException};

inline constexpr Text<2> index_allocating{
    "Attempt to change a resource which is still in use: Index creation is in resource allocation "
    "phase. Retry deletion during backfilling phase or when the index is active. Table: {table} "
    "Index: {index}",
    ErrorType::ResourceInUseException};
// AWS: two spaces before "Index". [case UpdateTable/refusals_during_allocation]
inline constexpr Text<2> index_not_backfilling_yet{
    "Attempt to change a resource which is still in use: Index is being created but is not "
    "backfilling yet. Table: {table}  Index: {index}",
    ErrorType::ResourceInUseException};
inline constexpr Text<2> index_being_updated{
    "Attempt to change a resource which is still in use: Index is being updated. Table: {table} "
    "Index: {index}",
    ErrorType::ResourceInUseException};
inline constexpr Text<2> index_being_deleted{
    "Attempt to change a resource which is still in use: Index is being deleted. Table: {table} "
    "Index: {index}",
    ErrorType::ResourceInUseException};
inline constexpr Text<2> throughput_while_index_created{
    "Attempt to change a resource which is still in use: Can't change table IOPS when an index is "
    "being created. Table: {table} Indexes: [{index}]",
    ErrorType::ResourceInUseException};
inline constexpr Text<2> throughput_while_index_deleted{
    "Attempt to change a resource which is still in use: Can't change table IOPS when an index is "
    "being deleted. Table: {table} Indexes: [{index}]",
    ErrorType::ResourceInUseException};
inline constexpr Text<2> stream_while_index_created{
    "Attempt to change a resource which is still in use: Can't change stream status when an index "
    "is being created. Table: {table} Indexes: [{index}]",
    ErrorType::ResourceInUseException};
inline constexpr Text<1> on_demand_while_index_created{
    "Attempt to change a resource which is still in use: OnDemandThroughput cannot be updated "
    "while index creation is in progress for indexes: [{index}]",
    ErrorType::ResourceInUseException};
inline constexpr Text<0> delete_while_index_in_flight{
    "Attempt to change a resource which is still in use: Cannot delete table while indexes are "
    "being created, updated, or deleted.",
    ErrorType::ResourceInUseException};

}  // namespace stator::protocol::errors
