// Messages about PartiQL statements. All are ValidationException unless a comment names another
// type, and none has an envelope.
#pragma once

#include <utility>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

// The reasons why a statement cannot be parsed.
enum class SyntaxFault : unsigned char {
    UnreadableToken,  // AWS: has no message of its own for this
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
inline constexpr Text<0> aliasing_not_supported{"Aliasing is not supported"};
inline constexpr Text<1> unsupported_operation{"Unsupported operation: {operation}"};
inline constexpr Text<2> unsupported_clause{"Unsupported clause: {clause} at {position}"};
inline constexpr Text<0> several_sources{"Only select from a single table or index is supported."};
inline constexpr Text<1> unexpected_path_component{"Unexpected path component at {position}"};
inline constexpr Text<2> unrecognized_function{"Unrecognized function: {function} at {position}"};
inline constexpr Text<0> exists_outside_transaction{
    "EXISTS can only be used in ExecuteTransaction write requests."};

// Literals. `path`: the place inside the value, "root.a[1]". `message`: the error of the number.
inline constexpr Text<2> literal_number{"{message} under {path}"};
inline constexpr Text<1> literal_nesting_too_deep{
    "Nesting Levels have exceeded supported limits under {path}"};
inline constexpr Text<3> unsupported_literal{
    "Unsupported data type: {data_type} under key {path} at {position}"};
inline constexpr Text<0> empty_bag{"Empty bags are not supported"};
inline constexpr Text<0> mixed_bag{
    "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags"};
// `members`: as written in the statement.
inline constexpr Text<1> strings_have_duplicates{
    "One or more parameter values were invalid: Input collection [{members}] contains duplicates."};
inline constexpr Text<2> numbers_have_duplicates{
    "One or more parameter values were invalid: Input collection [{members}] contains duplicates! "
    "under {path}"};
inline constexpr Text<2> list_index_out_of_range{
    "List index is not within the allowable range; index: [{index}] at {position}"};

// Paths in the FROM clause, and parameters.
inline constexpr Text<0> empty_path_component{"Path component cannot be an empty string"};
inline constexpr Text<0> too_many_path_components{
    "A path may contain at most 2 components in the FROM clause"};
inline constexpr Text<0> parameter_count_differs{
    "Number of parameters in request and statement don't match."};

// set_add and set_delete. `function`: in upper case.
inline constexpr Text<2> set_function_operands{
    "{function} must have exactly two arguments at {position}"};
inline constexpr Text<2> set_function_target{
    "The first argument to {function} must equal the assignment value at {position}"};
inline constexpr Text<2> set_function_members{
    "The second argument to {function} must be a value with type SET at {position}"};

// A statement that is incompatible with its table.
inline constexpr Text<0> statement_index_not_found{"The table does not have the specified index"};
inline constexpr Text<0> multi_attribute_index{
    "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or "
    "multi-attribute RANGE keys."};
inline constexpr Text<0> consistent_statement_on_global_index{
    "Strongly consistent read is not supported on Global Secondary Indexes"};
inline constexpr Text<1> duplicate_columns{"Duplicate identifiers in select clause: {column}"};
inline constexpr Text<1> insert_into_index{
    "Statement wasn't well formed, can't be processed: FROM clause may only contain a single table "
    "name in data manipulation statements at {position}"};
inline constexpr Text<0> write_to_index{"This operation is not supported on an index"};
inline constexpr Text<2> filter_not_projected{
    "One or more parameter values were invalid: Secondary index {index} does not project one or "
    "more filter attributes: [{attributes}]"};
inline constexpr Text<1> statement_key_type{
    "Key attribute's data type should match its data type in table's schema: Key {key}"};
inline constexpr Text<0> overlapping_key_conditions{
    "Overlapping conditions with range keys are not supported in where clause"};
inline constexpr Text<0> too_many_reads{"Too many decomposed read operations for a given query."};
inline constexpr Text<0> order_by_without_where{
    "Must have WHERE clause in the statement when using ORDER BY clause."};
inline constexpr Text<0> order_by_without_hash_condition{
    "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY "
    "clause."};
inline constexpr Text<1> order_by_not_a_key{
    "Attribute {attribute} in ORDER BY clause must be part of the primary key"};
inline constexpr Text<0> order_by_without_hash{
    "Must have hash key in ORDER BY clause when more than one hash key condition specified in "
    "WHERE clause."};
inline constexpr Text<0> next_token_invalid{"Invalid NextToken"};
inline constexpr Text<0> next_token_of_other_request{"NextToken does not match request"};

// Writes.
inline constexpr Text<0> key_equality_needed{
    "Where clause does not contain a mandatory equality on all key attributes"};
inline constexpr Text<1> several_conditions_on_key{
    "Multiple conditions on same key {key}. Only single item Update/Insert/Delete are supported"};
// `clause`: for example "MODIFIED OLD".
inline constexpr Text<1> invalid_returning{
    "Invalid returning clause: RETURNING {clause} *. Only RETURNING ALL OLD * is allowed in DELETE "
    "statements."};
// AWS: if an UPDATE makes an item nest too deeply, the message lacks its second half.
// [case ExecuteStatement/literal_depth]
inline constexpr Text<0> statement_result_too_deep{"Nesting Levels have exceeded supported limits"};

// `item` may be null.
inline ApiError duplicate_item(values::ItemImagePtr item) {
    return {
        ErrorType::DuplicateItemException,
        "Duplicate primary key exists in table",
        std::move(item)};
}

// BatchExecuteStatement and ExecuteTransaction.
inline constexpr Text<0> batch_select_needs_key{
    "Select statements within BatchExecuteStatement must specify the primary key in the where "
    "clause."};
inline constexpr Text<0> batch_reads_and_writes{
    "BatchExecuteStatement API does not support both read and write operations in the same "
    "request."};
inline constexpr Text<0> transaction_select_needs_key{
    "Select statements within ExecuteTransaction must specify the primary key in the where "
    "clause."};
inline constexpr Text<0> transaction_reads_and_writes{
    "ExecuteTransaction API does not support both read and write operations in the same request."};
inline constexpr Text<0> transaction_index_read{
    "Reads on indices are not supported within transactions."};
inline constexpr Text<0> transaction_returning{
    "RETURNING clause is not supported in ExecuteTransaction."};
inline constexpr Text<0> exists_needs_condition{
    "EXISTS() must contain a single item read with additional condition"};
// `message`: the error of the statement.
inline constexpr Text<2> transaction_statement{
    "Validation failed in TransactStatements[{index}]: {message}"};

}  // namespace stator::protocol::errors
