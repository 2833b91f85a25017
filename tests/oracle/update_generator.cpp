// Generated updates.
#include <algorithm>

#include "tests/oracle/evaluate.hpp"
#include "tests/oracle/expression_generator.hpp"

namespace stator::oracle {

// Another place in the container of an earlier target: the same list, more often than not.
Path ExpressionGenerator::beside(Path target) {
    PathElement& last = target.elements.back();
    if (fault(100)) {
        last.is_index = !last.is_index && target.elements.size() > 1;
        last.name = values_.attribute_name();
    } else if (last.is_index) {
        last.index = random_.below(8);
    } else {
        last.name = values_.attribute_name();
    }
    last.undefined = false;
    if (!last.is_index) last.written = written(last.name, last.undefined);
    return target;
}

// A place for the clause; false if none was found that does not collide with the others.
bool ExpressionGenerator::target(const std::string& keyword, Path& found) {
    for (int attempt = 0; attempt < 5; ++attempt) {
        if (!targets_.empty() && random_.percent(35)) {
            found = beside(random_.one_of(targets_));
        } else if (keyword == "ADD" && random_.percent(70)) {
            found = path_to({Type::N, Type::SS, Type::NS, Type::BS});
        } else if (keyword == "DELETE" && random_.percent(85)) {
            found = path_to({Type::SS, Type::NS, Type::BS});
        } else {
            found = path();
        }
        if (found.elements[0].name == options_.key && !fault(100)) continue;
        const bool collides = std::any_of(targets_.begin(), targets_.end(), [&](const Path& other) {
            return relation(other, found) != Relation::Apart;
        });
        if (!collides || fault(300)) return true;
    }
    return false;
}

Operand ExpressionGenerator::addend() {
    if (fault(40)) return literal(values_.any(1));
    switch (random_.weighted({stands_anywhere(Type::N) ? 45U : 5U, 40, 15})) {
        case 0: return of(path_to({Type::N}));
        case 1: return literal(values_.of_type(Type::N, 0));
        default:
            return function(
                "if_not_exists", {of(path_to({Type::N})), literal(values_.of_type(Type::N, 0))}
            );
    }
}

// The number in the item that the operand reads; null if it is not a number.
const Value* ExpressionGenerator::at_number(const Operand& operand) const {
    if (operand.kind != Operand::Kind::Path) return nullptr;
    const Value* value = at(operand.path);
    return value != nullptr && value->type() == Type::N ? value : nullptr;
}

Operand ExpressionGenerator::list_operand() {
    if (fault(40)) return literal(values_.any(1));
    if (fault(30)) return append();
    switch (random_.weighted({stands_anywhere(Type::L) ? 50U : 5U, 35, 15})) {
        case 0: return of(path_to({Type::L}));
        case 1: return literal(values_.of_type(Type::L, 2));
        default:
            return function(
                "if_not_exists", {of(path_to({Type::L})), literal(values_.of_type(Type::L, 1))}
            );
    }
}

Operand ExpressionGenerator::append() {
    return function("list_append", {list_operand(), list_operand()});
}

Operand ExpressionGenerator::fallback() {
    switch (random_.weighted({60, 25, 10, 5})) {
        case 0: return literal(values_.any(2));
        case 1: return of(path());
        case 2: return function("if_not_exists", {of(path()), literal(values_.any(1))});
        default: return function("list_append", {of(path_to({Type::L})), list_operand()});
    }
}

Operand ExpressionGenerator::faulty_update_function() {
    switch (random_.below(5)) {
        case 0: return function("if_not_exists", {literal(values_.any(1)), of(path())});
        case 1: return function("if_not_exists", {of(path())});
        case 2: return function("list_append", {of(path()), of(path()), of(path())});
        case 3: return function(random_.one_of({"size", "attribute_exists"}), {of(path())});
        default:
            return function(
                "if_not_exists",
                {function("if_not_exists", {of(path()), of(path())}), literal(values_.any(1))}
            );
    }
}

void ExpressionGenerator::set(Clause& clause) {
    if (fault(80)) {
        clause.operand = faulty_update_function();
        return;
    }
    switch (random_.weighted({32, 14, 26, 14, 14})) {
        case 0: {
            const Value* value = at(clause.target);
            clause.operand = literal(
                value != nullptr && random_.percent(40) ? values_.like(*value) : values_.any(3)
            );
            break;
        }
        case 1: clause.operand = of(path()); break;
        case 2:
            clause.operand = addend();
            clause.right = addend();
            if (const Value* value = at_number(clause.operand); value && random_.percent(25)) {
                clause.right = literal({values_.at_the_limit(*value->as<Number>())});
            }
            clause.sign = random_.one_of({'+', '-'});
            clause.right.parentheses = random_.percent(5) ? 1 : 0;
            break;
        case 3: clause.operand = function("if_not_exists", {of(path()), fallback()}); break;
        default: clause.operand = append(); break;
    }
    if (random_.percent(6)) clause.parenthesised = true;
    if (clause.sign != 0 && random_.percent(5)) clause.operand.parentheses = 1;
}

// The operand of ADD or DELETE.
Operand ExpressionGenerator::set_or_number(const std::string& keyword, const Path& target) {
    if (fault(60)) return literal(values_.any(1));
    const Value* value = at(target);
    if (value != nullptr && random_.percent(92)) {
        if (value->type() == Type::N && keyword == "ADD") {
            if (random_.percent(20)) {
                return literal({values_.at_the_limit(*value->as<Number>())});
            }
            const Value number = values_.like(*value);
            return literal(number.type() == Type::N ? number : Value{values_.number()});
        }
        if (value->type() == Type::SS || value->type() == Type::NS || value->type() == Type::BS) {
            // Sometimes exactly the existing members, so that nothing is left.
            return literal(random_.percent(15) ? *value : values_.members_like(*value));
        }
    }
    if (keyword == "ADD") {
        return literal(values_.of_type(random_.one_of({Type::N, Type::SS, Type::NS, Type::BS}), 0));
    }
    return literal(values_.of_type(random_.one_of({Type::SS, Type::NS, Type::BS}), 0));
}

std::optional<Clause> ExpressionGenerator::clause(const std::string& keyword) {
    Clause clause;
    if (!target(keyword, clause.target)) return std::nullopt;
    targets_.push_back(clause.target);
    if (keyword == "SET") set(clause);
    if (keyword == "ADD" || keyword == "DELETE") {
        clause.operand = set_or_number(keyword, clause.target);
    }
    return clause;
}

Section ExpressionGenerator::section(const std::string& keyword) {
    Section section{keyword, {}};
    const std::size_t count = 1 + random_.weighted({60, 25, 15});
    for (std::size_t i = 0; i < count; ++i) {
        if (auto made = clause(keyword)) section.clauses.push_back(std::move(*made));
    }
    return section;
}

Update ExpressionGenerator::update() {
    constexpr const char* kKeywords[] = {"SET", "REMOVE", "ADD", "DELETE"};
    Update update;
    const std::size_t count = 1 + random_.weighted({55, 30, 10, 5});
    while (update.sections.empty()) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::string keyword = kKeywords[random_.weighted({45, 20, 20, 15})];
            const auto same = [&](const Section& section) { return section.keyword == keyword; };
            const bool repeated = std::any_of(update.sections.begin(), update.sections.end(), same);
            if (repeated && !fault(200)) continue;
            Section made = section(keyword);
            if (!made.clauses.empty()) update.sections.push_back(std::move(made));
        }
    }
    return update;
}

}  // namespace stator::oracle
