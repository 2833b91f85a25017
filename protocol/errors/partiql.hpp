// Messages about PartiQL statements. All are ValidationException unless a function says otherwise,
// and none carries an envelope.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/api_error.hpp"
#include "protocol/values/attribute_value.hpp"
#include "protocol/values/text_position.hpp"

namespace stator::protocol::errors {

// The reasons why a statement cannot be parsed.
enum class SyntaxFault : unsigned char {
    UnreadableToken,  // AWS: there is no message of its own for this
    DataManipulationExpected,
    DotComponent,
    EqualSignExpected,
    ExpressionExpected,
    FromAfterDelete,
    FromAfterSelectList,
    KeywordUnexpected,
    LeftoverToken,
    OperatorUnexpected,
    PathIdentifierExpected,
    ReturningExpected,
    RightSideMissing,
    SecondStatement,
    TermUnexpected,
    TokenUnexpected,
    TypeNameExpected,
};

// "Statement wasn't well formed, can't be processed: …".
ApiError syntax_fault(SyntaxFault fault);

// Statements that parse but are not supported.
ApiError aliasing_not_supported();
ApiError unsupported_operation(std::string_view operation);
ApiError unsupported_clause(std::string_view clause, const values::TextPosition& at);
ApiError several_sources();
ApiError unexpected_path_component(const values::TextPosition& at);
ApiError unrecognized_function(std::string_view function, const values::TextPosition& at);
ApiError exists_outside_transaction();

// Literals; `path` is the place inside the value, "root.a[1]".
ApiError literal_number(const ApiError& error, std::string_view path);
ApiError literal_nesting_too_deep(std::string_view path);
ApiError unsupported_literal(
    std::string_view data_type, std::string_view path, const values::TextPosition& at
);
ApiError empty_bag();
ApiError mixed_bag();
// `members` are as written in the statement.
ApiError bag_has_duplicates(
    values::AttributeType type, std::span<const std::string_view> members, std::string_view path
);
ApiError list_index_out_of_range(std::string_view index, const values::TextPosition& at);

// Paths of the FROM clause, parameters.
ApiError empty_path_component();
ApiError too_many_path_components();
ApiError parameter_count_differs();

// set_add and set_delete; `function` is in upper case.
ApiError set_function_operands(std::string_view function, const values::TextPosition& at);
ApiError set_function_target(std::string_view function, const values::TextPosition& at);
ApiError set_function_members(std::string_view function, const values::TextPosition& at);

// A statement that does not fit its table.
ApiError statement_index_not_found();
ApiError multi_attribute_index();
ApiError consistent_statement_on_global_index();
ApiError duplicate_columns(std::string_view column);
ApiError insert_into_index(const values::TextPosition& at);
ApiError write_to_index();
ApiError filter_not_projected(std::string_view index, const std::vector<std::string>& attributes);
ApiError statement_key_type(std::string_view key);
ApiError overlapping_key_conditions();
ApiError too_many_reads();
ApiError order_by_without_where();
ApiError order_by_without_hash_condition();
ApiError order_by_not_a_key(std::string_view attribute);
ApiError order_by_without_hash();
ApiError next_token_invalid();
ApiError next_token_of_other_request();

// Writes.
ApiError key_equality_needed();
ApiError several_conditions_on_key(std::string_view key);
// `clause` such as "MODIFIED OLD".
ApiError invalid_returning(std::string_view clause);
// AWS: when an UPDATE makes an item nest too deeply, the message lacks its second half.
// [case ExecuteStatement/literal_depth]
ApiError statement_result_too_deep();
// DuplicateItemException.
ApiError duplicate_item(values::ItemImagePtr item);

// BatchExecuteStatement and ExecuteTransaction.
ApiError batch_select_needs_key();
ApiError batch_reads_and_writes();
ApiError transaction_select_needs_key();
ApiError transaction_reads_and_writes();
ApiError transaction_index_read();
ApiError transaction_returning();
ApiError exists_needs_condition();
// The error with "Validation failed in TransactStatements[<index>]: " in front of its message.
ApiError transaction_statement(std::size_t index, const ApiError& error);

}  // namespace stator::protocol::errors
