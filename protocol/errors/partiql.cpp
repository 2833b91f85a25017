#include "protocol/errors/partiql.hpp"

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

constexpr std::string_view kTooDeep = "Nesting Levels have exceeded supported limits";

// The pieces joined.
template <class... Pieces>
ApiError composed(Pieces... pieces) {
    std::string message;
    (message.append(pieces), ...);
    return validation(std::move(message));
}

std::string at_text(const values::TextPosition& at) {
    return " at " + std::to_string(at.line) + ":" + std::to_string(at.column) + ":" +
           std::to_string(at.length);
}

std::string_view fault_text(SyntaxFault fault) {
    switch (fault) {
        case SyntaxFault::UnreadableToken: return "";
        case SyntaxFault::DataManipulationExpected: return "Expected data manipulation";
        case SyntaxFault::DotComponent: return "Invalid path dot component";
        case SyntaxFault::EqualSignExpected: return "Expected '=' in assignment";
        case SyntaxFault::ExpressionExpected: return "Expression group cannot be empty";
        case SyntaxFault::FromAfterDelete: return "Expected FROM after DELETE";
        case SyntaxFault::FromAfterSelectList: return "Expected FROM after SELECT list";
        case SyntaxFault::KeywordUnexpected: return "Unexpected keyword";
        case SyntaxFault::LeftoverToken: return "Unexpected token after expression";
        case SyntaxFault::OperatorUnexpected: return "Unexpected operator";
        case SyntaxFault::PathIdentifierExpected: return "Expected identifier for simple path";
        case SyntaxFault::ReturningExpected:
            return "Expected ( MODIFIED | ALL ) ( NEW | OLD ) in the returning clause.";
        case SyntaxFault::RightSideMissing:
            return "Missing right-hand side expression of infix operator";
        case SyntaxFault::SecondStatement:
            return "Unexpected token after semicolon. (Only one query is allowed.)";
        case SyntaxFault::TermUnexpected: return "Unexpected term";
        case SyntaxFault::TokenUnexpected: return "Unexpected token";
        case SyntaxFault::TypeNameExpected: return "Expected type name";
    }
    return "";
}

constexpr std::string_view kNotWellFormed = "Statement wasn't well formed, can't be processed: ";

template <class Texts>
std::string in_brackets(const Texts& texts) {
    std::string text = "[";
    for (const auto& each : texts) {
        if (text.size() > 1) text.append(", ");
        text.append(each);
    }
    return text.append("]");
}

}  // namespace

ApiError syntax_fault(SyntaxFault fault) {
    return composed(kNotWellFormed, fault_text(fault));
}

ApiError aliasing_not_supported() {
    return validation("Aliasing is not supported");
}

ApiError unsupported_operation(std::string_view operation) {
    return composed("Unsupported operation: ", operation);
}

ApiError unsupported_clause(std::string_view clause, const values::TextPosition& at) {
    return composed("Unsupported clause: ", clause, at_text(at));
}

ApiError several_sources() {
    return validation("Only select from a single table or index is supported.");
}

ApiError unexpected_path_component(const values::TextPosition& at) {
    return composed("Unexpected path component", at_text(at));
}

ApiError unrecognized_function(std::string_view function, const values::TextPosition& at) {
    return composed("Unrecognized function: ", function, at_text(at));
}

ApiError exists_outside_transaction() {
    return validation("EXISTS can only be used in ExecuteTransaction write requests.");
}

ApiError literal_number(const ApiError& error, std::string_view path) {
    return composed(error.message, " under ", path);
}

ApiError literal_nesting_too_deep(std::string_view path) {
    return composed(kTooDeep, " under ", path);
}

ApiError unsupported_literal(
    std::string_view data_type, std::string_view path, const values::TextPosition& at
) {
    return composed("Unsupported data type: ", data_type, " under key ", path, at_text(at));
}

ApiError empty_bag() {
    return validation("Empty bags are not supported");
}

ApiError mixed_bag() {
    return validation(
        "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags"
    );
}

ApiError bag_has_duplicates(
    values::AttributeType type, std::span<const std::string_view> members, std::string_view path
) {
    const std::string shown = in_brackets(members);
    if (type == values::AttributeType::StringSet) {
        return composed(kInvalidParameter, "Input collection ", shown, " contains duplicates.");
    }
    return composed(
        kInvalidParameter, "Input collection ", shown, " contains duplicates! under ", path
    );
}

ApiError list_index_out_of_range(std::string_view index, const values::TextPosition& at) {
    return composed(
        "List index is not within the allowable range; index: [", index, "]", at_text(at)
    );
}

ApiError empty_path_component() {
    return validation("Path component cannot be an empty string");
}

ApiError too_many_path_components() {
    return validation("A path may contain at most 2 components in the FROM clause");
}

ApiError parameter_count_differs() {
    return validation("Number of parameters in request and statement don't match.");
}

ApiError set_function_operands(std::string_view function, const values::TextPosition& at) {
    return composed(function, " must have exactly two arguments", at_text(at));
}

ApiError set_function_target(std::string_view function, const values::TextPosition& at) {
    return composed(
        "The first argument to ", function, " must equal the assignment value", at_text(at)
    );
}

ApiError set_function_members(std::string_view function, const values::TextPosition& at) {
    return composed(
        "The second argument to ", function, " must be a value with type SET", at_text(at)
    );
}

ApiError statement_index_not_found() {
    return validation("The table does not have the specified index");
}

ApiError multi_attribute_index() {
    return validation(
        "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or "
        "multi-attribute RANGE keys."
    );
}

ApiError consistent_statement_on_global_index() {
    return validation("Strongly consistent read is not supported on Global Secondary Indexes");
}

ApiError duplicate_columns(std::string_view column) {
    return composed("Duplicate identifiers in select clause: ", column);
}

ApiError insert_into_index(const values::TextPosition& at) {
    return composed(
        kNotWellFormed,
        "FROM clause may only contain a single table name in data manipulation statements",
        at_text(at)
    );
}

ApiError write_to_index() {
    return validation("This operation is not supported on an index");
}

ApiError filter_not_projected(std::string_view index, const std::vector<std::string>& attributes) {
    return composed(
        kInvalidParameter,
        "Secondary index ",
        index,
        " does not project one or more filter attributes: ",
        in_brackets(attributes)
    );
}

ApiError statement_key_type(std::string_view key) {
    return composed(
        "Key attribute's data type should match its data type in table's schema: Key ", key
    );
}

ApiError overlapping_key_conditions() {
    return validation("Overlapping conditions with range keys are not supported in where clause");
}

ApiError too_many_reads() {
    return validation("Too many decomposed read operations for a given query.");
}

ApiError order_by_without_where() {
    return validation("Must have WHERE clause in the statement when using ORDER BY clause.");
}

ApiError order_by_without_hash_condition() {
    return validation(
        "Must have at least one non-optional hash key condition in WHERE clause when using ORDER "
        "BY clause."
    );
}

ApiError order_by_not_a_key(std::string_view attribute) {
    return composed("Attribute ", attribute, " in ORDER BY clause must be part of the primary key");
}

ApiError order_by_without_hash() {
    return validation(
        "Must have hash key in ORDER BY clause when more than one hash key condition specified in "
        "WHERE clause."
    );
}

ApiError next_token_invalid() {
    return validation("Invalid NextToken");
}

ApiError next_token_of_other_request() {
    return validation("NextToken does not match request");
}

ApiError key_equality_needed() {
    return validation("Where clause does not contain a mandatory equality on all key attributes");
}

ApiError several_conditions_on_key(std::string_view key) {
    return composed(
        "Multiple conditions on same key ",
        key,
        ". Only single item Update/Insert/Delete are supported"
    );
}

ApiError invalid_returning(std::string_view clause) {
    return composed(
        "Invalid returning clause: RETURNING ",
        clause,
        " *. Only RETURNING ALL OLD * is allowed in DELETE statements."
    );
}

ApiError statement_result_too_deep() {
    return composed(kTooDeep);
}

ApiError duplicate_item(values::ItemImagePtr item) {
    ApiError error;
    error.type = ErrorType::DuplicateItemException;
    error.message = "Duplicate primary key exists in table";
    error.item = std::move(item);
    return error;
}

ApiError batch_select_needs_key() {
    return validation(
        "Select statements within BatchExecuteStatement must specify the primary key in the where "
        "clause."
    );
}

ApiError batch_reads_and_writes() {
    return validation(
        "BatchExecuteStatement API does not support both read and write operations in the same "
        "request."
    );
}

ApiError transaction_select_needs_key() {
    return validation(
        "Select statements within ExecuteTransaction must specify the primary key in the where "
        "clause."
    );
}

ApiError transaction_reads_and_writes() {
    return validation(
        "ExecuteTransaction API does not support both read and write operations in the same "
        "request."
    );
}

ApiError transaction_index_read() {
    return validation("Reads on indices are not supported within transactions.");
}

ApiError transaction_returning() {
    return validation("RETURNING clause is not supported in ExecuteTransaction.");
}

ApiError exists_needs_condition() {
    return validation("EXISTS() must contain a single item read with additional condition");
}

ApiError transaction_statement(std::size_t index, const ApiError& error) {
    return composed(
        "Validation failed in TransactStatements[", std::to_string(index), "]: ", error.message
    );
}

}  // namespace stator::protocol::errors
