#include "tests/oracle/evaluate.hpp"

#include <algorithm>
#include <set>

namespace stator::oracle {
namespace {

using Elements = std::vector<PathElement>;

const Value* step(const Value& value, const PathElement& element) {
    if (element.is_index) {
        const auto* list = value.as<List>();
        return list != nullptr && element.index < list->size() ? &(*list)[element.index] : nullptr;
    }
    const auto* map = value.as<Map>();
    if (map == nullptr) return nullptr;
    const auto found = map->find(element.name);
    return found == map->end() ? nullptr : &found->second;
}

std::size_t utf16_units(const std::string& text) {
    std::size_t units = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0U) == 0x80U) continue;
        units += byte >= 0xF0U ? 2 : 1;
    }
    return units;
}

std::optional<std::size_t> size_of(const Value& value) {
    if (const auto* text = value.as<std::string>()) return utf16_units(*text);
    if (const auto* binary = value.as<Binary>()) return binary->bytes.size();
    if (const auto* strings = value.as<StringSet>()) return strings->members.size();
    if (const auto* numbers = value.as<NumberSet>()) return numbers->members.size();
    if (const auto* binaries = value.as<BinarySet>()) return binaries->members.size();
    if (const auto* list = value.as<List>()) return list->size();
    if (const auto* map = value.as<Map>()) return map->size();
    return std::nullopt;
}

std::optional<Value> value_of(const Operand& operand, const Item& item) {
    switch (operand.kind) {
        case Operand::Kind::Path: {
            const Value* found = find(item, operand.path);
            return found == nullptr ? std::nullopt : std::optional(*found);
        }
        case Operand::Kind::Value: return operand.value;
        case Operand::Kind::Function: break;  // size, the only one
    }
    const auto argument = value_of(operand.arguments[0], item);
    if (!argument) return std::nullopt;
    const auto size = size_of(*argument);
    return size ? std::optional(number_value(decimal_of(*size))) : std::nullopt;
}

bool are_equal(const std::optional<Value>& left, const std::optional<Value>& right) {
    return left && right && equal(*left, *right);
}

bool compares(
    const std::optional<Value>& left,
    const std::string& comparator,
    const std::optional<Value>& right
) {
    if (comparator == "=") return are_equal(left, right);
    if (comparator == "<>") return !are_equal(left, right);
    if (!left || !right) return false;
    const auto sign = order(*left, *right);
    if (!sign) return false;
    if (comparator == "<") return *sign < 0;
    if (comparator == "<=") return *sign <= 0;
    if (comparator == ">") return *sign > 0;
    return *sign >= 0;
}

bool begins(const Value& value, const Value& prefix) {
    const auto* text = value.as<std::string>();
    const auto* beginning = prefix.as<std::string>();
    if (text != nullptr && beginning != nullptr) return text->starts_with(*beginning);
    const auto* binary = value.as<Binary>();
    const auto* bytes = prefix.as<Binary>();
    return binary != nullptr && bytes != nullptr && binary->bytes.starts_with(bytes->bytes);
}

bool contains(const Value& container, const Value& part) {
    const auto* text = part.as<std::string>();
    const auto* binary = part.as<Binary>();
    const auto has = [](const std::vector<std::string>& members, const std::string& member) {
        return std::find(members.begin(), members.end(), member) != members.end();
    };
    if (const auto* whole = container.as<std::string>()) {
        return text != nullptr && whole->find(*text) != std::string::npos;
    }
    if (const auto* whole = container.as<Binary>()) {
        return binary != nullptr && whole->bytes.find(binary->bytes) != std::string::npos;
    }
    if (const auto* set = container.as<StringSet>()) return text && has(set->members, *text);
    if (const auto* set = container.as<BinarySet>()) {
        return binary != nullptr && has(set->members, binary->bytes);
    }
    if (const auto* set = container.as<NumberSet>()) {
        const auto* number = part.as<Number>();
        return number &&
               std::any_of(set->members.begin(), set->members.end(), [&](const auto& one) {
                   return compare(one.value, number->value) == 0;
               });
    }
    const auto* list = container.as<List>();
    return list && std::any_of(list->begin(), list->end(), [&](const Value& element) {
               return equal(element, part);
           });
}

bool function_holds(const Condition& node, const Item& item) {
    const auto first = value_of(node.operands[0], item);
    if (node.name == "attribute_exists") return first.has_value();
    if (node.name == "attribute_not_exists") return !first.has_value();
    const auto second = value_of(node.operands[1], item);
    if (!first || !second) return false;
    if (node.name == "attribute_type") {
        return type_name(first->type()) == *second->as<std::string>();
    }
    return node.name == "begins_with" ? begins(*first, *second) : contains(*first, *second);
}

bool is_in(const Condition& node, const Item& item) {
    const auto first = value_of(node.operands[0], item);
    for (std::size_t i = 1; i < node.operands.size(); ++i) {
        if (are_equal(first, value_of(node.operands[i], item))) return true;
    }
    return false;
}

// The parts of `value` below the paths, which start at it; nullopt if none of the paths exists.
std::optional<Value> part_of(const Value& value, const std::vector<Elements>& paths) {
    for (const Elements& path : paths) {
        if (path.empty()) return value;
    }
    const auto below = [&](const auto& starts_here) {
        std::vector<Elements> rest;
        for (const Elements& path : paths) {
            if (starts_here(path[0])) rest.emplace_back(path.begin() + 1, path.end());
        }
        return rest;
    };
    if (const auto* map = value.as<Map>()) {
        Map part;
        for (const auto& member : *map) {
            const std::string& name = member.first;
            const auto rest =
                below([&](const PathElement& e) { return !e.is_index && e.name == name; });
            if (auto kept = part_of(member.second, rest)) part.emplace(name, std::move(*kept));
        }
        return part.empty() ? std::nullopt : std::optional(Value{part});
    }
    if (const auto* list = value.as<List>()) {
        List part;
        for (std::size_t i = 0; i < list->size(); ++i) {
            const auto rest =
                below([&](const PathElement& e) { return e.is_index && e.index == i; });
            if (auto kept = part_of((*list)[i], rest)) part.push_back(std::move(*kept));
        }
        return part.empty() ? std::nullopt : std::optional(Value{part});
    }
    return std::nullopt;
}

}  // namespace

const Value* find(const Item& item, const Path& path) {
    const auto first = item.find(path.elements[0].name);
    const Value* value = first == item.end() ? nullptr : &first->second;
    for (std::size_t i = 1; i < path.elements.size() && value != nullptr; ++i) {
        value = step(*value, path.elements[i]);
    }
    return value;
}

bool holds(const Condition& node, const Item& item) {
    switch (node.kind) {
        case Condition::Kind::And:
            return holds(node.children[0], item) && holds(node.children[1], item);
        case Condition::Kind::Or:
            return holds(node.children[0], item) || holds(node.children[1], item);
        case Condition::Kind::Not: return !holds(node.children[0], item);
        case Condition::Kind::In: return is_in(node, item);
        case Condition::Kind::Function: return function_holds(node, item);
        case Condition::Kind::Comparison:
        case Condition::Kind::Between: break;
    }
    const auto left = value_of(node.operands[0], item);
    const auto right = value_of(node.operands[1], item);
    if (node.kind == Condition::Kind::Comparison) return compares(left, node.name, right);
    return compares(left, ">=", right) && compares(left, "<=", value_of(node.operands[2], item));
}

Item projected(const std::vector<Path>& paths, const Item& item) {
    std::vector<Elements> elements;
    elements.reserve(paths.size());
    for (const Path& path : paths) elements.push_back(path.elements);
    const auto part = part_of(Value{item}, elements);
    return part ? *part->as<Map>() : Item{};
}

}  // namespace stator::oracle
