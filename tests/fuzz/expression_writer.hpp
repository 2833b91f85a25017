// ExpressionWriter: the text of a parsed expression, with placeholders of its own for every name
// and value, and the JSON of those placeholders. Parsing the text must give the same tree again.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expression/ast.hpp"

namespace stator::fuzz {

class ExpressionWriter {
public:
    std::string condition(const protocol::expression::Condition& node);
    std::string update(const protocol::expression::UpdateExpression& update);
    std::string projection(const std::vector<protocol::values::DocumentPath>& paths);
    std::string key_condition(const std::vector<protocol::expression::KeyCondition>& conditions);

    // ExpressionAttributeNames and ExpressionAttributeValues of all that was written; "" for none.
    std::string names_json() const;
    std::string values_json() const;

private:
    std::string path(const protocol::values::DocumentPath& path);
    std::string literal(const protocol::expression::Literal& literal);
    std::string operand(const protocol::expression::Operand& operand);
    std::string call(
        std::string_view function, const std::vector<protocol::expression::Operand>& operands
    );
    std::string child(
        const protocol::expression::Condition& child, protocol::expression::ConditionKind parent
    );
    std::string update_operand(const protocol::expression::UpdateOperand& operand);
    std::string update_call(
        std::string_view name, const protocol::expression::UpdateOperand& operand
    );
    std::string action(const protocol::expression::UpdateAction& action);
    std::string one_key_condition(const protocol::expression::KeyCondition& condition);

    std::map<std::string, std::string> names_;   // name → placeholder
    std::map<std::string, std::string> values_;  // encoded value → placeholder
};

}  // namespace stator::fuzz
