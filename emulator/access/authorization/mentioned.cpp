#include "emulator/access/authorization/mentioned.hpp"

#include <algorithm>
#include <array>

#include "emulator/access/iam/pattern.hpp"
#include "protocol/expression/syntax/lexer.hpp"
#include "protocol/values/base64.hpp"
#include "protocol/values/number.hpp"

namespace stator::emulator::access::authorization {
namespace {

namespace expression = protocol::expression;
using expression::Condition;
using expression::ConditionKind;
using expression::syntax::Token;
using expression::syntax::TokenKind;
using protocol::values::AttributeType;
using protocol::values::AttributeValueView;
using protocol::values::DocumentPath;
using protocol::wire::JsonView;

bool is_symbol(const Token& token, std::string_view text) {
    return token.kind == TokenKind::Symbol && token.text == text;
}

// True for reserved words, which cannot be attribute names without a placeholder.
bool is_keyword(std::string_view word) {
    constexpr std::array<std::string_view, 8> kKeywords{
        "add", "and", "between", "delete", "in", "not", "or", "set"};
    return std::ranges::find(kKeywords, iam::lower(word)) != kKeywords.end();
}

// Iterates over the tokens of an expression.
class Walk {
public:
    explicit Walk(const Expression& expression)
        : expression_(expression), tokens_(expression::syntax::tokenize(expression.text)) {}

    // Advances to the next attribute that begins a path. Returns "" after the last one.
    std::string_view next() {
        for (; at_ < tokens_.size(); ++at_) {
            const bool begins_clause = is_removal();
            const std::string_view name = begins_clause ? std::string_view() : attribute();
            behind_clause_ = begins_clause || is_clause_word(tokens_[at_]);
            if (name.empty()) continue;
            ++at_;
            return name;
        }
        return {};
    }

private:
    static bool is_clause_word(const Token& token) {
        return token.kind == TokenKind::Identifier && is_keyword(token.text);
    }

    // True if the word REMOVE, which is not reserved, begins a clause: it does after an operand.
    bool is_removal() const {
        const Token& token = tokens_[at_];
        if (!expression_.is_update || token.kind != TokenKind::Identifier) return false;
        if (iam::lower(token.text) != "remove" || behind_clause_) return false;
        if (at_ == 0) return true;
        const Token& before = tokens_[at_ - 1];
        return before.kind != TokenKind::Symbol || is_symbol(before, ")") || is_symbol(before, "]");
    }

    std::string_view attribute() const {
        const Token& token = tokens_[at_];
        if (at_ > 0 && is_symbol(tokens_[at_ - 1], ".")) return {};
        if (token.kind == TokenKind::NameReference) {
            const auto& names = expression_.names;
            return names && names->is_object() ? names->string_or_empty(token.text)
                                               : std::string_view();
        }
        const bool is_function = at_ + 1 < tokens_.size() && is_symbol(tokens_[at_ + 1], "(");
        if (token.kind != TokenKind::Identifier || is_function) return {};
        return is_keyword(token.text) ? std::string_view() : token.text;
    }

    const Expression& expression_;
    const std::vector<Token> tokens_;
    std::size_t at_ = 0;
    bool behind_clause_ = false;
};

void add_paths(Texts& attributes, const Condition& condition) {
    for (const DocumentPath* path : expression::condition_paths(condition)) {
        add_once(attributes, path->attribute());
    }
}

void add_paths(Texts& attributes, const expression::UpdateOperand& operand) {
    if (!operand.path.elements.empty()) add_once(attributes, operand.path.attribute());
    for (const auto& inner : operand.operands) add_paths(attributes, inner);
}

bool is_attribute(const expression::Operand& operand, const std::string& attribute) {
    const auto* path = std::get_if<DocumentPath>(&operand);
    return path != nullptr && path->is_top_level() && path->attribute() == attribute;
}

void add_literal(Texts& texts, const expression::Operand& operand) {
    const auto* literal = std::get_if<expression::Literal>(&operand);
    if (literal == nullptr) return;
    if (auto text = key_text(literal->view())) add_once(texts, *text);
}

std::optional<Texts> held_values(const Condition& condition, const std::string& attribute) {
    switch (condition.kind) {
        case ConditionKind::And:
            for (const Condition& child : condition.children) {
                if (auto values = held_values(child, attribute)) return values;
            }
            return std::nullopt;
        case ConditionKind::Or: {
            Texts all;
            for (const Condition& child : condition.children) {
                const auto values = held_values(child, attribute);
                if (!values) return std::nullopt;
                for (const std::string& value : *values) add_once(all, value);
            }
            return all;
        }
        case ConditionKind::Compare: {
            if (condition.comparator != expression::Comparator::Equal) return std::nullopt;
            Texts texts;
            const auto& operands = condition.operands;
            if (is_attribute(operands[0], attribute)) add_literal(texts, operands[1]);
            if (is_attribute(operands[1], attribute)) add_literal(texts, operands[0]);
            if (texts.empty()) return std::nullopt;
            return texts;
        }
        case ConditionKind::In: {
            if (!is_attribute(condition.operands[0], attribute)) return std::nullopt;
            Texts texts;
            for (std::size_t i = 1; i < condition.operands.size(); ++i) {
                add_literal(texts, condition.operands[i]);
            }
            if (texts.size() + 1 < condition.operands.size()) return std::nullopt;
            return texts;
        }
        case ConditionKind::Not:
        case ConditionKind::Between:
        case ConditionKind::AttributeExists:
        case ConditionKind::AttributeNotExists:
        case ConditionKind::AttributeTypeIs:
        case ConditionKind::BeginsWith:
        case ConditionKind::Contains:
        case ConditionKind::NotContains: break;
    }
    return std::nullopt;
}

}  // namespace

void add_once(Texts& texts, std::string_view text) {
    if (std::ranges::find(texts, text) == texts.end()) texts.emplace_back(text);
}

void add_attributes(Texts& attributes, const Expression& expression) {
    Walk walk(expression);
    for (auto name = walk.next(); !name.empty(); name = walk.next()) add_once(attributes, name);
}

std::optional<std::string> key_text(JsonView value) {
    if (!value.is_object()) return std::nullopt;
    for (const char* type : {"S", "B"}) {
        if (const auto text = value.find(type); text && text->is_string()) {
            return std::string(text->string());
        }
    }
    const auto number = value.find("N");
    if (!number || !number->is_string()) return std::nullopt;
    std::string encoded;
    const auto result = protocol::values::encode_number(
        number->string(), protocol::values::Dialect::Older, encoded
    );
    if (result.has_error()) return std::nullopt;
    return protocol::values::number_text(encoded);
}

std::optional<std::string> key_text(AttributeValueView value) {
    switch (value.type()) {
        case AttributeType::String: return std::string(value.scalar());
        case AttributeType::Number: return protocol::values::number_text(value.scalar());
        case AttributeType::Binary: return protocol::values::base64_text(value.scalar());
        case AttributeType::StringSet:
        case AttributeType::NumberSet:
        case AttributeType::BinarySet:
        case AttributeType::List:
        case AttributeType::Map:
        case AttributeType::Null:
        case AttributeType::Boolean: break;
    }
    return std::nullopt;
}

std::optional<Texts> held_values(
    const protocol::partiql::Statement& statement, const std::string& attribute
) {
    if (statement.item != nullptr) {
        const auto value = statement.item->find(attribute);
        const auto text = value ? key_text(*value) : std::nullopt;
        return text ? std::optional(Texts{*text}) : std::nullopt;
    }
    return statement.where ? held_values(*statement.where, attribute) : std::nullopt;
}

void add_attributes(Texts& attributes, const protocol::partiql::Statement& statement) {
    if (statement.columns) {
        for (const auto& column : *statement.columns) {
            if (!column.path.elements.empty()) add_once(attributes, column.path.attribute());
        }
    }
    if (statement.where) add_paths(attributes, *statement.where);
    if (statement.item != nullptr) {
        for (const auto& entry : statement.item->attributes()) add_once(attributes, entry.name);
    }
    for (const auto& action : statement.update.actions) {
        add_once(attributes, action.path.attribute());
        add_paths(attributes, action.value);
    }
}

}  // namespace stator::emulator::access::authorization
