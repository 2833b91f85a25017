#include <array>

#include "tests/oracle/fault_collector.hpp"

namespace stator::oracle {
namespace {

// Parentheses 0, function names 1, misuse 2, reserved words 3, then each condition separately.
class ConditionCollector : public Collector {
public:
    void condition(const Condition& node) {
        if (node.parentheses > 1) add({0, 0, 0}, "The expression has redundant parentheses;");
        for (const Condition& child : node.children) condition(child);
        if (!node.children.empty()) return;
        ++place_;
        if (node.kind == Condition::Kind::Function) {
            function_name(node.name);
            if (node.name == "size") misuse(node.name, {2, 0, 0});
        }
        for (const Operand& operand : node.operands) this->operand(operand);
        leaf(node);
    }

private:
    static constexpr int kUndefined = 0;
    static constexpr int kArity = 1;
    static constexpr int kDistinct = 2;
    static constexpr int kTypes = 3;

    Rank here(int detail) const { return {4, place_, detail}; }

    void function_name(const std::string& name) {
        const bool known = is_among(kConditionFunctions, name);
        Collector::function_name(
            name, known, is_among(kUpdateFunctions, name), "a condition", {1, 0, 0}
        );
    }

    void operand(const Operand& node) {
        if (node.parentheses > 1) add({0, 0, 0}, "The expression has redundant parentheses;");
        reserved(node.path, 3);
        undefined_names(node.path, here(kUndefined));
        undefined_value(node, here(kUndefined));
        if (node.kind != Operand::Kind::Function) return;
        function_name(node.function);
        if (node.function != "size") misuse(node.function, {2, 0, 0});
        for (const Operand& argument : node.arguments) operand(argument);
        if (node.function == "size") size(node);
    }

    void size(const Operand& node) {
        arity("size", 1, node.arguments.size(), here(kArity));
        for (const Operand& argument : node.arguments) {
            if (is_literal_of(argument, {Type::N, Type::BOOL, Type::NUL})) {
                operand_type("size", name_of(argument), here(kTypes));
            }
            if (argument.kind == Operand::Kind::Function) operand_type("size", "N", here(kTypes));
        }
    }

    void leaf(const Condition& node) {
        switch (node.kind) {
            case Condition::Kind::Comparison: comparison(node); break;
            case Condition::Kind::Between: between(node); break;
            case Condition::Kind::Function: function(node); break;
            case Condition::Kind::In:
            case Condition::Kind::And:
            case Condition::Kind::Or:
            case Condition::Kind::Not: break;
        }
    }

    void comparison(const Condition& node) {
        distinct(node);
        if (node.name != "=" && node.name != "<>") orderable(node);
    }

    void orderable(const Condition& node) {
        for (const Operand& operand : node.operands) {
            if (is_other_literal(operand, {Type::S, Type::N, Type::B})) {
                operand_type(node.name, name_of(operand), here(kTypes));
            }
        }
    }

    void between(const Condition& node) {
        orderable(node);
        const Operand& low = node.operands[1];
        const Operand& high = node.operands[2];
        if (!is_literal(low) || !is_literal(high)) return;
        if (low.value->type() != high.value->type()) {
            bounds("requires same data type for lower and upper bounds", low, high);
        } else if (order(*low.value, *high.value).value_or(0) > 0) {
            bounds("requires upper bound to be greater than or equal to lower bound", low, high);
        }
    }

    void bounds(const std::string& rule, const Operand& low, const Operand& high) {
        // It is not known whether the message has the number as sent or as stored.
        for (const bool canonical : {true, false}) {
            add(here(kTypes),
                "The BETWEEN operator " + rule +
                    "; lower bound operand: AttributeValue: " + shown(*low.value, canonical) +
                    ", upper bound operand: AttributeValue: " + shown(*high.value, canonical));
        }
    }

    static std::string shown(const Value& value, bool canonical) {
        std::string content;
        if (const auto* text = value.as<std::string>()) content = *text;
        if (const auto* binary = value.as<Binary>()) content = base64(binary->bytes);
        if (const auto* number = value.as<Number>()) {
            content = canonical ? plain_text(number->value) : number->spelling;
        }
        return "{" + std::string(type_name(value.type())) + ":" + content + "}";
    }

    void distinct(const Condition& node) {
        if (node.operands.size() != 2) return;
        const Operand& left = node.operands[0];
        const Operand& right = node.operands[1];
        if (left.kind != Operand::Kind::Path || right.kind != Operand::Kind::Path) return;
        if (!same_path(left.path, right.path)) return;
        add(here(kDistinct),
            "The first operand must be distinct from the remaining operands for this operator or "
            "function; operator: " +
                node.name + ", first operand: " + listed(left.path));
    }

    void function(const Condition& node) {
        const std::size_t right =
            node.name.starts_with("attribute_") && node.name != "attribute_type" ? 1 : 2;
        arity(node.name, right, node.operands.size(), here(kArity));
        if (node.operands.size() != right) return;
        if (right == 1) {
            needs_path(node.name, node.operands[0], here(kTypes));
            return;
        }
        distinct(node);
        if (node.name == "begins_with") begins_with(node);
        if (node.name == "contains") contains(node);
        if (node.name == "attribute_type") attribute_type(node.operands[1]);
    }

    void begins_with(const Condition& node) {
        for (const Operand& operand : node.operands) {
            if (is_other_literal(operand, {Type::S, Type::B})) {
                operand_type(node.name, name_of(operand), here(kTypes));
            }
            if (operand.kind == Operand::Kind::Function) operand_type(node.name, "N", here(kTypes));
        }
    }

    void contains(const Condition& node) {
        const Operand& container = node.operands[0];
        if (is_literal_of(container, {Type::N, Type::BOOL, Type::NUL, Type::M})) {
            operand_type(node.name, name_of(container), here(kTypes));
        }
    }

    void attribute_type(const Operand& type) {
        const std::string all = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}";
        if (type.kind == Operand::Kind::Path) operand_type("attribute_type", all, here(kTypes));
        if (!is_literal(type)) return;
        const auto* name = type.value->as<std::string>();
        if (name == nullptr) {
            operand_type("attribute_type", name_of(type), here(kTypes));
        } else if (!is_type_name(*name)) {
            add(here(kTypes),
                "Invalid attribute type name found; type: " + *name +
                    ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
        }
    }

    static bool is_type_name(std::string_view name) {
        for (int type = 0; type < static_cast<int>(Type::Broken); ++type) {
            if (type_name(static_cast<Type>(type)) == name) return true;
        }
        return false;
    }

    std::size_t place_ = 0;
};

}  // namespace

std::vector<std::string> first_faults(const std::vector<Fault>& faults) {
    std::vector<std::string> messages;
    if (faults.empty()) return messages;
    const auto by_rank = [](const Fault& one, const Fault& two) { return one.rank < two.rank; };
    const Rank first = std::min_element(faults.begin(), faults.end(), by_rank)->rank;
    for (const Fault& fault : faults) {
        if (fault.rank == first) messages.push_back(fault.message);
    }
    return messages;
}

std::vector<Fault> faults_of(const Condition& condition) {
    ConditionCollector collector;
    collector.condition(condition);
    return collector.faults;
}

// IN or BETWEEN with the same path twice: some observations show an error, others do not.
bool is_unclear(const Condition& condition) {
    for (const Condition& child : condition.children) {
        if (is_unclear(child)) return true;
    }
    const bool listed =
        condition.kind == Condition::Kind::In || condition.kind == Condition::Kind::Between;
    if (!listed || condition.operands[0].kind != Operand::Kind::Path) return false;
    for (std::size_t i = 1; i < condition.operands.size(); ++i) {
        const Operand& other = condition.operands[i];
        if (other.kind != Operand::Kind::Path) continue;
        if (same_path(condition.operands[0].path, other.path)) return true;
    }
    return false;
}

bool is_reserved(std::string_view word) {
    return is_among(kReservedWords, word);
}

}  // namespace stator::oracle
