// path { "," path }
#include "protocol/expression/syntax/grammar.hpp"

namespace stator::protocol::expression::syntax {

Result<std::vector<SyntaxNode>> parse_projection_syntax(TokenStream& tokens) {
    std::vector<SyntaxNode> paths;
    do {
        STATOR_TRY(SyntaxNode path, parse_path(tokens));
        paths.push_back(std::move(path));
    } while (tokens.accept_symbol(","));
    if (!tokens.at_end()) return tokens.syntax_error();
    return paths;
}

}  // namespace stator::protocol::expression::syntax
