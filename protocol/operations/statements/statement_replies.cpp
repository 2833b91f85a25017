#include <algorithm>

#include "protocol/errors/transactions.hpp"
#include "protocol/operations/statements/statements.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::operations::statements {
namespace {

using wire::JsonWriter;

void write_row(
    JsonWriter& json,
    const values::ItemImage& row,
    const std::optional<std::vector<partiql::Column>>& columns
) {
    if (columns) {
        wire::write_item(json, *partiql::project_columns(row, *columns));
    } else {
        wire::write_item(json, row);
    }
}

// AWS: a batch names exceptions without the suffix "Exception". Validation and throttling errors
// have their own codes. [case BatchExecuteStatement/errors_name_table]
std::string_view error_code(const ApiError& error) {
    if (error.type == ErrorType::ValidationException) return errors::kFaultReason;
    if (error.type == ErrorType::ThrottlingException) return "ThrottlingError";
    constexpr std::string_view kSuffix = "Exception";
    std::string_view name = error_name(error.type);
    if (name.substr(name.size() - std::min(name.size(), kSuffix.size())) == kSuffix) {
        name.remove_suffix(kSuffix.size());
    }
    return name;
}

void write_member(
    JsonWriter& json, const BatchStatement& statement, const BatchStatementReply& reply
) {
    json.begin_object();
    if (reply.error) {
        json.begin_object("Error");
        json.string_member("Code", error_code(*reply.error));
        json.string_member("Message", reply.error->message);
        json.end_object();
    }
    if (reply.names_table) json.string_member("TableName", reply.table_name);
    if (reply.item != nullptr) {
        json.key("Item");
        write_row(json, *reply.item, statement.statement->columns);
    }
    json.end_object();
}

// Returns the total cost of each table's members, in the order of the first members that succeeded.
// Tables without a successful member are omitted, even if rejected writes consumed capacity.
std::vector<std::pair<std::string, Consumption>> consumption_by_table(
    const std::vector<BatchStatementReply>& replies
) {
    std::vector<std::pair<std::string, Consumption>> tables;
    const auto find = [&](const std::string& name) {
        return std::ranges::find(tables, name, [](const auto& table) { return table.first; });
    };
    for (const BatchStatementReply& reply : replies) {
        if (!reply.error && find(reply.table_name) == tables.end()) {
            tables.emplace_back(reply.table_name, Consumption{});
        }
    }
    for (const BatchStatementReply& reply : replies) {
        const auto table = find(reply.table_name);
        if (table != tables.end()) table->second.add(reply.consumption);
    }
    return tables;
}

// AWS: absent if no member succeeded. [case BatchExecuteStatement/capacity_of_failures]
void write_batch_capacity(
    JsonWriter& json, const std::vector<BatchStatementReply>& replies, CapacityReport report
) {
    if (report == CapacityReport::None) return;
    const auto tables = consumption_by_table(replies);
    if (tables.empty()) return;
    json.begin_array("ConsumedCapacity");
    for (const auto& [table, consumption] : tables) {
        write_consumed_capacity(json, table, consumption, report);
    }
    json.end_array();
}

}  // namespace

std::string encode_execute_statement(
    const ExecuteStatementRequest& request, const ExecuteStatementReply& reply
) {
    return wire::object_text([&](JsonWriter& json) {
        json.array_member("Items", reply.items, [&](const values::ItemImagePtr& item) {
            write_row(json, *item, request.statement.columns);
        });
        if (reply.next_token) {
            json.string_member("NextToken", partiql::encode_next_token(*reply.next_token));
        }
        if (reply.last_evaluated_key != nullptr) {
            json.key("LastEvaluatedKey");
            wire::write_item(json, *reply.last_evaluated_key);
        }
        write_capacity_member(
            json, request.statement.table_name, reply.consumption, request.capacity
        );
    });
}

std::string encode_batch_execute_statement(
    const BatchExecuteStatementRequest& request, const BatchExecuteStatementReply& reply
) {
    const auto& replies = reply.members;
    return wire::object_text([&](JsonWriter& json) {
        json.begin_array("Responses");
        for (std::size_t i = 0; i < replies.size(); ++i) {
            write_member(json, request.statements[i], replies[i]);
        }
        json.end_array();
        write_batch_capacity(json, replies, request.capacity);
    });
}

// AWS: writes have no responses. [case ExecuteTransaction/writes]
std::string encode_execute_transaction(
    const ExecuteTransactionRequest& request, const ExecuteTransactionReply& reply
) {
    const auto& items = reply.items;
    return wire::object_text([&](JsonWriter& json) {
        json.begin_array("Responses");
        for (std::size_t i = 0; i < items.size(); ++i) {
            json.begin_object();
            if (items[i] != nullptr) {
                json.key("Item");
                write_row(json, *items[i], request.statements[i].statement->columns);
            }
            json.end_object();
        }
        json.end_array();
        transactions::write_transact_capacity(
            json, reply.tables, request.capacity, reply.unit_kind
        );
    });
}

}  // namespace stator::protocol::operations::statements
