// Generated conditions and projections.
#include "tests/oracle/evaluate.hpp"
#include "tests/oracle/expression_generator.hpp"
#include "tests/oracle/faults.hpp"
#include "tests/oracle/print.hpp"

namespace stator::oracle {

// The left operand of a condition: mostly a path.
Operand ExpressionGenerator::comparand() {
    switch (random_.weighted({72, 14, 14})) {
        case 0: return of(path());
        case 1: {
            if (random_.percent(90)) {
                return function(
                    "size",
                    {of(path_to({Type::S, Type::B, Type::SS, Type::NS, Type::BS, Type::L, Type::M})
                    )}
                );
            }
            return function("size", {literal(values_.of_type(Type::S, 0))});
        }
        default: return literal(values_.of_type(random_.one_of({Type::S, Type::N, Type::B}), 0));
    }
}

// The operand to compare with: a value near the other one, another path, a count.
Operand ExpressionGenerator::near(const Operand& other) {
    if (random_.percent(12)) return of(path());
    if (other.kind == Operand::Kind::Path) {
        if (const Value* value = at(other.path)) return literal(values_.like(*value));
    }
    if (other.kind == Operand::Kind::Value && other.value)
        return literal(values_.like(*other.value));
    if (other.kind == Operand::Kind::Function) {
        return literal(number_value(decimal_of(random_.below(5))));
    }
    return literal(values_.any(1));
}

Value ExpressionGenerator::orderable_like(const Operand& other) {
    const Value* value = other.kind == Operand::Kind::Path ? at(other.path) : nullptr;
    if (other.kind == Operand::Kind::Value && other.value) value = &*other.value;
    const auto is_orderable = [](const Value& one) {
        return one.type() == Type::S || one.type() == Type::N || one.type() == Type::B;
    };
    if (value != nullptr) {
        Value found = values_.like(*value);
        if (is_orderable(found)) return found;
    }
    if (other.kind == Operand::Kind::Function) return number_value(decimal_of(random_.below(5)));
    return values_.of_type(random_.one_of({Type::S, Type::N, Type::B}), 0);
}

Condition ExpressionGenerator::comparison() {
    Condition node;
    node.kind = Condition::Kind::Comparison;
    node.name = random_.one_of({"=", "<>", "<", "<=", ">", ">="});
    node.operands.push_back(comparand());
    const bool equality = node.name == "=" || node.name == "<>";
    if (equality || fault(60)) {
        node.operands.push_back(near(node.operands[0]));
    } else if (random_.percent(10)) {
        node.operands.push_back(of(path()));
    } else {
        node.operands.push_back(literal(orderable_like(node.operands[0])));
    }
    if (random_.percent(20)) std::swap(node.operands[0], node.operands[1]);
    return node;
}

Condition ExpressionGenerator::between() {
    Condition node;
    node.kind = Condition::Kind::Between;
    node.name = "BETWEEN";
    node.operands.push_back(comparand());
    const auto bound = [&] {
        if (random_.percent(25)) return of(path());
        return literal(fault(60) ? values_.any(1) : orderable_like(node.operands[0]));
    };
    Operand low = bound();
    Operand high = bound();
    const bool literals = low.value && high.value;
    if (literals && !fault(200)) {
        if (low.value->type() != high.value->type()) {
            high = low;
        } else if (order(*low.value, *high.value).value_or(0) > 0) {
            std::swap(low, high);
        }
    }
    node.operands.push_back(std::move(low));
    node.operands.push_back(std::move(high));
    return node;
}

Condition ExpressionGenerator::in() {
    Condition node;
    node.kind = Condition::Kind::In;
    node.operands.push_back(comparand());
    const int count = random_.percent(2) ? 100 : random_.between(1, 4);
    for (int i = 0; i < count; ++i) node.operands.push_back(near(node.operands[0]));
    return node;
}

Condition ExpressionGenerator::attribute_type() {
    Condition node;
    node.name = "attribute_type";
    const Operand subject = random_.percent(93) ? of(path()) : literal(values_.any(1));
    const Value* value = subject.kind == Operand::Kind::Path ? at(subject.path) : nullptr;
    Type type = static_cast<Type>(random_.below(10));
    if (value != nullptr && random_.percent(50)) type = value->type();
    Value named{std::string(type_name(type))};
    if (fault(100)) named = Value{std::string(random_.one_of({"STRING", "s", "", "BOOLEAN"}))};
    if (fault(60)) named = values_.any(1);
    node.operands = {subject, fault(30) ? of(path()) : literal(named)};
    return node;
}

Condition ExpressionGenerator::call() {
    Condition node;
    node.name = random_.one_of(
        {"attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains"}
    );
    if (node.name == "attribute_type") return attribute_type();
    if (node.name.starts_with("attribute")) {
        node.operands = {fault(60) ? comparand() : of(path())};
        return node;
    }
    const bool begins = node.name == "begins_with";
    Operand whole = begins ? of(path_to({Type::S, Type::B}))
                           : of(path_to({Type::S, Type::B, Type::SS, Type::NS, Type::BS, Type::L}));
    if (random_.percent(8)) {
        whole = literal(values_.of_type(
            begins ? random_.one_of({Type::S, Type::B})
                   : random_.one_of({Type::S, Type::B, Type::SS, Type::NS, Type::BS, Type::L}),
            1
        ));
    }
    if (fault(60)) whole = literal(values_.any(1));
    const Value* value = whole.kind == Operand::Kind::Path ? at(whole.path) : nullptr;
    if (whole.value) value = &*whole.value;
    Value part = value != nullptr && value->type() != Type::Broken ? values_.part_of(*value)
                                                                   : values_.of_type(Type::S, 0);
    const bool fits = part.type() == Type::S || part.type() == Type::B;
    if (begins && !fits && !fault(300)) part = values_.of_type(Type::S, 0);
    node.operands = {whole, random_.percent(15) ? of(path()) : literal(std::move(part))};
    return node;
}

// A call with an error in its name, its place or its operands.
Condition ExpressionGenerator::faulty_call() {
    Condition node = call();
    switch (random_.below(6)) {
        case 0: node.name = random_.one_of({"Contains", "exists", "attribute_Exists"}); break;
        case 1:
            if (options_.condition_wording) {
                node.name = random_.one_of({"if_not_exists", "list_append"});
            }
            break;
        case 2: node.operands.push_back(of(path())); break;
        case 3:
            if (node.operands.size() == 2) node.operands.pop_back();
            break;
        case 4: node.name = "size"; break;
        default:
            if (node.operands.size() == 2) node.operands[1] = node.operands[0];
            break;
    }
    return node;
}

void ExpressionGenerator::faulty_operand(Operand& operand) {
    switch (random_.below(4)) {
        case 0: operand = function("size", {function("size", {of(path())})}); break;
        case 1: operand = function("attribute_exists", {of(path())}); break;
        case 2: operand = function("size", {literal(values_.any(1))}); break;
        default: operand = function("size", {of(path()), of(path())}); break;
    }
}

Condition ExpressionGenerator::leaf() {
    if (fault(100)) return faulty_call();
    Condition node;
    switch (random_.weighted({40, 12, 10, 38})) {
        case 0: node = comparison(); break;
        case 1: node = between(); break;
        case 2: node = in(); break;
        default: node = call(); break;
    }
    if (node.kind != Condition::Kind::Function && fault(50)) faulty_operand(node.operands[0]);
    const std::size_t group = node.kind == Condition::Kind::Function ? 0 : 1;
    for (std::size_t i = 0; i < group; ++i) {
        Operand& operand = node.operands[i];
        if (random_.percent(4)) operand.parentheses = fault(100) ? 2 : 1;
        if (operand.path.elements.size() > 1 && random_.percent(4)) {
            operand.path.parenthesised = 1 + random_.below(operand.path.elements.size() - 1);
        }
    }
    return node;
}

Condition ExpressionGenerator::tree(int depth) {
    if (depth <= 0 || random_.percent(50)) {
        Condition node = leaf();
        if (random_.percent(8)) node.parentheses = fault(100) ? 2 : 1;
        return node;
    }
    Condition node;
    node.kind = random_.one_of({Condition::Kind::And, Condition::Kind::Or, Condition::Kind::Not});
    node.children.push_back(tree(depth - 1));
    if (node.kind != Condition::Kind::Not) node.children.push_back(tree(depth - 1));
    if (random_.percent(15)) node.parentheses = fault(100) ? 2 : 1;
    return node;
}

Condition ExpressionGenerator::condition() {
    Condition condition = tree(3);
    while (is_unclear(condition)) condition = tree(3);
    parenthesise(condition);
    return condition;
}

Projection ExpressionGenerator::projection() {
    Projection projection;
    const int count = random_.between(1, 5);
    for (int i = 0; i < count; ++i) {
        Path next = path();
        bool collides = false;
        for (const Path& path : projection.paths) {
            collides = collides || relation(path, next) != Relation::Apart;
        }
        if (!collides || fault(500) || projection.paths.empty()) {
            projection.paths.push_back(std::move(next));
        }
    }
    return projection;
}

}  // namespace stator::oracle
