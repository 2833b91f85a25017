// The operations of global tables version 2017.11.29, which AWS still accepts. Such tables no
// longer exist, so the operations find none. Pure functions.
#pragma once

#include <string>

#include "protocol/base/result.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::replication {

// The request of operations on one global table.
struct GlobalTableRequest {
    std::string global_table_name;
};

Result<GlobalTableRequest> decode_create_global_table(wire::JsonView json);
Result<GlobalTableRequest> decode_update_global_table(wire::JsonView json);
Result<GlobalTableRequest> decode_describe_global_table(wire::JsonView json);
Result<GlobalTableRequest> decode_update_global_table_settings(wire::JsonView json);
Result<GlobalTableRequest> decode_describe_global_table_settings(wire::JsonView json);
Result<void> decode_list_global_tables(wire::JsonView json);

std::string encode_list_global_tables();

// The shapes of these requests.
extern const wire::Shape kCreateGlobalTableShape;
extern const wire::Shape kUpdateGlobalTableShape;
extern const wire::Shape kGlobalTableNameShape;
extern const wire::Shape kUpdateGlobalTableSettingsShape;
extern const wire::Shape kListGlobalTablesShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_create_global_table, encode_nothing> kCreateGlobalTable{
    control("CreateGlobalTable", Access::Writes), &kCreateGlobalTableShape};
inline constexpr OperationSpec<decode_update_global_table, encode_nothing> kUpdateGlobalTable{
    control("UpdateGlobalTable", Access::Writes), &kUpdateGlobalTableShape};
inline constexpr OperationSpec<decode_describe_global_table, encode_nothing> kDescribeGlobalTable{
    control("DescribeGlobalTable", Access::Reads), &kGlobalTableNameShape};
inline constexpr OperationSpec<decode_list_global_tables, encode_list_global_tables>
    kListGlobalTables{control("ListGlobalTables", Access::Reads), &kListGlobalTablesShape};
inline constexpr OperationSpec<decode_update_global_table_settings, encode_nothing>
    kUpdateGlobalTableSettings{
        control("UpdateGlobalTableSettings", Access::Writes), &kUpdateGlobalTableSettingsShape};
inline constexpr OperationSpec<decode_describe_global_table_settings, encode_nothing>
    kDescribeGlobalTableSettings{
        control("DescribeGlobalTableSettings", Access::Reads), &kGlobalTableNameShape};

}  // namespace stator::protocol::operations::replication
