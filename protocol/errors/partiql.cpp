#include "protocol/errors/partiql.hpp"

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

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

ApiError unsupported_clause(std::string_view clause, const values::TextPosition& at) {
    return composed("Unsupported clause: ", clause, at_text(at));
}

ApiError unexpected_path_component(const values::TextPosition& at) {
    return composed("Unexpected path component", at_text(at));
}

ApiError unrecognized_function(std::string_view function, const values::TextPosition& at) {
    return composed("Unrecognized function: ", function, at_text(at));
}

ApiError literal_number(const ApiError& error, std::string_view path) {
    return composed(error.message, " under ", path);
}

ApiError unsupported_literal(
    std::string_view data_type, std::string_view path, const values::TextPosition& at
) {
    return composed("Unsupported data type: ", data_type, " under key ", path, at_text(at));
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

ApiError insert_into_index(const values::TextPosition& at) {
    return composed(
        kNotWellFormed,
        "FROM clause may only contain a single table name in data manipulation statements",
        at_text(at)
    );
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

ApiError duplicate_item(values::ItemImagePtr item) {
    ApiError error;
    error.type = ErrorType::DuplicateItemException;
    error.message = "Duplicate primary key exists in table";
    error.item = std::move(item);
    return error;
}

ApiError transaction_statement(std::size_t index, const ApiError& error) {
    return composed(
        "Validation failed in TransactStatements[", std::to_string(index), "]: ", error.message
    );
}

}  // namespace stator::protocol::errors
