// Syntax trees as text, for the tests of the grammars.
#pragma once

#include <string>

#include "protocol/expression/syntax/grammar.hpp"

namespace stator::protocol::expression::syntax {

// "a.#b[0]"; a reserved word has an exclamation mark behind it.
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

// "(and (= a :x) (not b()))"; what stood in parentheses has a star in front.
inline std::string written(const SyntaxNode& node) {
    std::string text = written_head(node);
    if (!node.children.empty()) {
        text.insert(0, "(");
        for (const SyntaxNode& child : node.children) text.append(" ").append(written(child));
        text.append(")");
    }
    return node.parenthesised ? "*" + text : text;
}

// What is behind "token: ", or the whole message of any other error.
inline std::string fault_text(const ApiError& error) {
    const auto place = error.message.find("token: ");
    return place == std::string::npos ? error.message : error.message.substr(place);
}

}  // namespace stator::protocol::expression::syntax
