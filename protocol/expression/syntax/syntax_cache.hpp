// SyntaxCache: the syntax trees of recently parsed expressions. Applications send the same few
// texts repeatedly, with different names and values. Those are resolved after parsing, so one tree
// serves all requests with the same text.
//
// Not thread-safe: one cache for each thread. A tree stays valid until the next call of
// find_or_parse().
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/base/result.hpp"
#include "protocol/expression/syntax/token_stream.hpp"

namespace stator::protocol::expression::syntax {

// An expression's tree, with the text and the tokens that the tree points into.
template <class Tree>
struct ParsedSyntax {
    ParsedSyntax(std::string_view source, values::ExpressionKind kind)
        : text(source), tokens(text, kind) {}

    const std::string text;
    TokenStream tokens;
    Tree tree = {};
};

template <class Tree>
class SyntaxCache {
public:
    using Parse = Result<Tree> (*)(TokenStream& tokens);

    explicit SyntaxCache(values::ExpressionKind kind, Parse parse) : kind_(kind), parse_(parse) {}

    // Returns the syntax of `text`. Error: the first syntax error. Errors are not cached.
    Result<const ParsedSyntax<Tree>*> find_or_parse(std::string_view text) {
        const auto found = known_.find(text);
        if (found != known_.end()) return found->second.get();
        auto parsed = std::make_unique<ParsedSyntax<Tree>>(text, kind_);
        STATOR_TRY(parsed->tree, parse_(parsed->tokens));
        if (known_.size() >= kMaxKnown) known_.clear();
        const std::string_view key = parsed->text;
        return known_.emplace(key, std::move(parsed)).first->second.get();
    }

private:
    // Each text has at most 4 KB. An application that sends a new text with each request gains
    // nothing from the cache, but loses little.
    static constexpr std::size_t kMaxKnown = 128;

    values::ExpressionKind kind_;
    Parse parse_;
    absl::flat_hash_map<std::string_view, std::unique_ptr<const ParsedSyntax<Tree>>> known_;
};

}  // namespace stator::protocol::expression::syntax
