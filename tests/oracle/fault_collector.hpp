// Common parts of the checks of conditions, updates and projections.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/oracle/faults.hpp"

namespace stator::oracle {

inline constexpr std::string_view kConditionFunctions[] = {
    "attribute_exists",
    "attribute_not_exists",
    "attribute_type",
    "begins_with",
    "contains",
    "size"};
inline constexpr std::string_view kUpdateFunctions[] = {"if_not_exists", "list_append"};

template <class Names, class Name>
bool is_among(const Names& names, const Name& name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

inline std::string name_of(const Operand& operand) {
    return std::string(type_name(operand.value->type()));
}

inline bool is_literal(const Operand& operand) {
    return operand.kind == Operand::Kind::Value && operand.value &&
           operand.value->type() != Type::Broken;
}

inline bool is_literal_of(const Operand& operand, std::initializer_list<Type> types) {
    return is_literal(operand) && is_among(types, operand.value->type());
}

// A literal, but of none of the types.
inline bool is_other_literal(const Operand& operand, std::initializer_list<Type> types) {
    return is_literal(operand) && !is_among(types, operand.value->type());
}

// Collects errors. Each class and function that uses it documents its steps of a rank.
class Collector {
public:
    void add(Rank rank, std::string message) { faults.push_back({rank, std::move(message)}); }

    void reserved(const Path& path, int step) {
        for (const PathElement& element : path.elements) {
            if (!element.is_index && is_reserved(element.written)) {
                add({step, 0, 0},
                    "Attribute name is a reserved keyword; reserved keyword: " + element.written);
            }
        }
    }

    void undefined_names(const Path& path, Rank rank) {
        for (const PathElement& element : path.elements) {
            if (element.undefined) {
                add(rank,
                    "An expression attribute name used in the document path is not defined; "
                    "attribute name: " +
                        element.written);
            }
        }
    }

    void undefined_value(const Operand& operand, Rank rank) {
        if (operand.kind != Operand::Kind::Value || operand.value) return;
        add(rank,
            "An expression attribute value used in expression is not defined; attribute value: " +
                operand.reference);
    }

    void arity(std::string_view function, std::size_t right, std::size_t count, Rank rank) {
        if (count == right) return;
        add(rank,
            "Incorrect number of operands for operator or function; operator or function: " +
                std::string(function) + ", number of operands: " + std::to_string(count));
    }

    void needs_path(std::string_view function, const Operand& operand, Rank rank) {
        if (operand.kind == Operand::Kind::Path) return;
        add(rank,
            "Operator or function requires a document path; operator or function: " +
                std::string(function));
    }

    void operand_type(std::string_view operation, std::string_view type, Rank rank) {
        add(rank,
            "Incorrect operand type for operator or function; operator or function: " +
                std::string(operation) + ", operand type: " + std::string(type));
    }

    void misuse(std::string_view function, Rank rank) {
        add(rank,
            "The function is not allowed to be used this way in an expression; function: " +
                std::string(function));
    }

    // `kind` is "a condition", "an update".
    void function_name(
        std::string_view function, bool known, bool known_elsewhere, const char* kind, Rank rank
    ) {
        if (known) return;
        if (known_elsewhere) {
            add(rank,
                std::string("The function is not allowed in ") + kind +
                    " expression; function: " + std::string(function));
        } else {
            add(rank, "Invalid function name; function: " + std::string(function));
        }
    }

    // Adds every pair of targets that collides.
    void collisions(const std::vector<const Path*>& paths, int step) {
        for (std::size_t two = 0; two < paths.size(); ++two) {
            for (std::size_t one = 0; one < two; ++one) {
                const Relation found = relation(*paths[one], *paths[two]);
                if (found == Relation::Apart) continue;
                const bool overlap = found == Relation::Overlap;
                add({overlap ? step : step + 1, 0, 0},
                    std::string("Two document paths ") + (overlap ? "overlap" : "conflict") +
                        " with each other; must remove or rewrite one of these paths; path one: " +
                        listed(*paths[one]) + ", path two: " + listed(*paths[two]));
            }
        }
    }

    std::vector<Fault> faults;
};

}  // namespace stator::oracle
