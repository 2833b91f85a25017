// DescribeTable, DeleteTable and ListTables. CreateTable and UpdateTable have files of their own.
#include "protocol/operations/tables/tables.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/operations/tables/table_shapes.hpp"
#include "protocol/wire/bound_shape.hpp"

namespace stator::protocol::operations::tables {
namespace {

using wire::JsonView;
using wire::Shape;
using wire::ShapeType;

const Shape kListLimit{.type = ShapeType::Integer, .value_min = 1, .value_max = kMaxListedTables};

const wire::BoundShape kListTablesForm(
    wire::allowed<&ListTablesRequest::exclusive_start_table_name>(
        "ExclusiveStartTableName", shapes::kTableNameText
    ),
    wire::allowed<&ListTablesRequest::limit>("Limit", kListLimit)
);

Result<TableNameRequest> decode_table_name(JsonView json) {
    STATOR_CHECK(wire::check_types(json, shapes::kTableName));
    const auto name = json.find("TableName");
    if (!name) return errors::table_name_required();
    STATOR_CHECK(wire::check_constraints(json, shapes::kTableName));
    return TableNameRequest{std::string(name->string())};
}

}  // namespace

const wire::Shape kListTablesShape = kListTablesForm.shape();

Result<TableNameRequest> decode_describe_table(JsonView json) {
    return decode_table_name(json);
}

Result<TableNameRequest> decode_delete_table(JsonView json) {
    return decode_table_name(json);
}

Result<ListTablesRequest> decode_list_tables(JsonView json) {
    return kListTablesForm.decode(json);
}

std::string encode_list_tables(const ListTablesReply& reply) {
    return wire::object_text([&](wire::JsonWriter& json) {
        json.strings_member("TableNames", reply.table_names);
        if (reply.last_evaluated_table_name) {
            json.string_member("LastEvaluatedTableName", *reply.last_evaluated_table_name);
        }
    });
}

}  // namespace stator::protocol::operations::tables
