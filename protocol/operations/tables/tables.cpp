// DescribeTable, DeleteTable and ListTables; CreateTable and UpdateTable have files of their own.
#include "protocol/operations/tables/tables.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/operations/tables/table_shapes.hpp"

namespace stator::protocol::operations::tables {
namespace {

using wire::JsonView;

Result<TableNameRequest> decode_table_name(JsonView json) {
    STATOR_CHECK(wire::check_types(json, shapes::kTableName));
    const auto name = json.find("TableName");
    if (!name) return errors::table_name_required();
    STATOR_CHECK(wire::check_constraints(json, shapes::kTableName));
    return TableNameRequest{std::string(name->string())};
}

}  // namespace

Result<TableNameRequest> decode_describe_table(JsonView json) {
    return decode_table_name(json);
}

Result<TableNameRequest> decode_delete_table(JsonView json) {
    return decode_table_name(json);
}

Result<ListTablesRequest> decode_list_tables(JsonView json) {
    STATOR_CHECK(wire::check_types(json, shapes::kListTables));
    STATOR_CHECK(wire::check_constraints(json, shapes::kListTables));
    const auto limit = json.find("Limit");
    return ListTablesRequest{
        std::string(json.string_or_empty("ExclusiveStartTableName")),
        limit ? limit->integer() : kMaxListedTables};
}

std::string encode_list_tables(const ListTablesReply& reply) {
    std::string out;
    wire::JsonWriter json(out);
    json.begin_object();
    json.key("TableNames");
    json.begin_array();
    for (const std::string& name : reply.table_names) json.string(name);
    json.end_array();
    if (reply.last_evaluated_table_name) {
        json.string_member("LastEvaluatedTableName", *reply.last_evaluated_table_name);
    }
    json.end_object();
    return out;
}

}  // namespace stator::protocol::operations::tables
