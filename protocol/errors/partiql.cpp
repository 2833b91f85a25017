#include "protocol/errors/partiql.hpp"

#include <string>
#include <string_view>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

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

}  // namespace

ApiError syntax_fault(SyntaxFault fault) {
    std::string message = "Statement wasn't well formed, can't be processed: ";
    return validation(std::move(message.append(fault_text(fault))));
}

}  // namespace stator::protocol::errors
