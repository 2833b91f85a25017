// Converts syntax trees to text, for the tests of the grammars.
#pragma once

#include <string>

#include "protocol/expression/syntax/grammar.hpp"

namespace stator::protocol::expression::syntax {

// The path as "a.#b[0]", with an exclamation mark after a reserved word.
inline std::string written_path(const SyntaxNode& node) {
    std::string text;
    for (const PathStep& step : node.steps) {
        if (step.kind == PathStepKind::Index) {
            text.append("[").append(step.text).append("]");
            continue;
        }
        if (!text.empty()) text.append(".");
        text.append(step.text).append(step.is_reserved ? "!" : "");
    }
    return text;
}

inline std::string written_head(const SyntaxNode& node) {
    switch (node.kind) {
        case SyntaxKind::Path: return written_path(node);
        case SyntaxKind::Value: return std::string(node.text);
        case SyntaxKind::Function: return std::string(node.text) + "()";
        case SyntaxKind::Plus: return "+";
        case SyntaxKind::Minus: return "-";
        case SyntaxKind::And: return "and";
        case SyntaxKind::Or: return "or";
        case SyntaxKind::Not: return "not";
        case SyntaxKind::Compare: return std::string(comparator_text(node.comparator));
        case SyntaxKind::Between: return "between";
        case SyntaxKind::In: return "in";
    }
    return "";
}

// The tree as "(and (= a :x) (not b()))", with a star before each part that was in parentheses.
inline std::string written(const SyntaxNode& node) {
    std::string text = written_head(node);
    if (!node.children.empty()) {
        text.insert(0, "(");
        for (const SyntaxNode& child : node.children) text.append(" ").append(written(child));
        text.append(")");
    }
    return node.parenthesised ? "*" + text : text;
}

// The part of a syntax error that starts with "token: ", or the whole message of any other error.
inline std::string fault_text(const ApiError& error) {
    const auto place = error.message.find("token: ");
    return place == std::string::npos ? error.message : error.message.substr(place);
}

}  // namespace stator::protocol::expression::syntax
