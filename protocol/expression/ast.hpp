// The trees for conditions, filters, updates, projections and key conditions. Values.
//
// Placeholders are resolved while parsing: a path contains real attribute names and a literal
// contains its encoded value, so evaluation needs nothing else. The legacy parameters (Expected,
// AttributeUpdates, QueryFilter, KeyConditions …) are converted to the same trees.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/values/attribute_value.hpp"
#include "protocol/values/document_path.hpp"
#include "protocol/values/expression_kind.hpp"

namespace stator::protocol::expression {

// An expression attribute value, or the value of a legacy parameter (which has no placeholder).
struct Literal {
    std::string placeholder;
    values::AttributeValue value;

    values::AttributeValueView view() const { return value.view(); }
};

// size(path) or size(:value).
struct SizeOperand {
    std::variant<values::DocumentPath, Literal> argument;
};

struct Condition;

// The result of a condition, as a BOOL. PartiQL only: "attribute_exists(a) = true".
struct TruthOperand {
    std::shared_ptr<const Condition> condition;
};

using Operand = std::variant<values::DocumentPath, Literal, SizeOperand, TruthOperand>;

enum class Comparator : unsigned char {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
};

// "=", "<>", "<", "<=", ">", ">=".
std::string_view comparator_text(Comparator comparator);

enum class ConditionKind : unsigned char {
    And,                 // children
    Or,                  // children
    Not,                 // one child
    Compare,             // two operands
    Between,             // three operands
    In,                  // two or more operands
    AttributeExists,     // one operand, a path
    AttributeNotExists,  // one operand, a path
    AttributeTypeIs,     // path or literal, literal
    BeginsWith,          // two operands
    Contains,            // two operands
    NotContains,         // two operands; legacy only: false when the attribute is absent
};

struct Condition {
    ConditionKind kind = ConditionKind::And;
    Comparator comparator = Comparator::Equal;
    std::vector<Condition> children = {};
    std::vector<Operand> operands = {};
};

// "(a = :x AND size(b) > :y)" with names resolved and values as JSON: for tests and logs.
std::string condition_text(const Condition& condition);

// Returns all paths in the condition, in text order.
std::vector<const values::DocumentPath*> condition_paths(const Condition& condition);

enum class UpdateOperandKind : unsigned char {
    Path,
    Literal,
    IfNotExists,  // operands[0] is a path
    ListAppend,
    Plus,
    Minus,
};

struct UpdateOperand {
    UpdateOperandKind kind = UpdateOperandKind::Literal;
    values::DocumentPath path = {};
    Literal literal = {};
    std::vector<UpdateOperand> operands = {};
};

enum class UpdateActionKind : unsigned char { Set, Remove, Add, Delete };

struct UpdateAction {
    UpdateActionKind kind = UpdateActionKind::Set;
    values::DocumentPath path = {};
    UpdateOperand value = {};  // always a Literal for Add and Delete; unused for Remove
};

struct UpdateExpression {
    std::vector<UpdateAction> actions = {};
    // True for AttributeUpdates: ADD also appends to lists, type mismatches have another message,
    // and the size charge of an expression does not apply.
    bool legacy = false;
    // True for a PartiQL statement: an item that becomes too deep has another message.
    bool statement = false;

    // Returns true if all actions are Remove or Delete. Applying the update to a missing item must
    // then not create one.
    bool only_removes() const;
};

std::string update_text(const UpdateExpression& update);

enum class KeyOperator : unsigned char {
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Between,
    BeginsWith,
    // A legacy ComparisonOperator that no key condition supports. It is rejected once the schema is
    // known.
    NotIndexable,
};

// Returns the key operator for the comparator; nullopt for <>, which key conditions do not have.
std::optional<KeyOperator> key_operator(Comparator comparator);
// Returns the key operator for a condition of that kind; nullopt if key conditions do not have the
// kind.
std::optional<KeyOperator> key_operator(ConditionKind kind, Comparator comparator);

// One condition of a key condition expression, on one attribute. Not yet checked against a key
// schema.
struct KeyCondition {
    std::string attribute;
    KeyOperator op = KeyOperator::Equal;
    std::vector<Literal> values;  // two for Between, else one
};

}  // namespace stator::protocol::expression
