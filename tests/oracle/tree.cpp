#include "tests/oracle/tree.hpp"

#include <algorithm>

namespace stator::oracle {
namespace {

void add(const Path& path, std::set<std::string>& used) {
    for (const PathElement& element : path.elements) used.insert(element.written);
}

void add(const Operand& operand, std::set<std::string>& used) {
    add(operand.path, used);
    used.insert(operand.reference);
    for (const Operand& argument : operand.arguments) add(argument, used);
}

void collect_paths(const Operand& operand, std::vector<const Path*>& paths) {
    if (operand.kind == Operand::Kind::Path) paths.push_back(&operand.path);
    for (const Operand& argument : operand.arguments) collect_paths(argument, paths);
}

void collect_paths(const Condition& condition, std::vector<const Path*>& paths) {
    for (const Operand& operand : condition.operands) collect_paths(operand, paths);
    for (const Condition& child : condition.children) collect_paths(child, paths);
}

}  // namespace

Relation relation(const Path& left, const Path& right) {
    const std::size_t common = std::min(left.elements.size(), right.elements.size());
    for (std::size_t i = 0; i < common; ++i) {
        const PathElement& one = left.elements[i];
        const PathElement& two = right.elements[i];
        if (one.is_index != two.is_index) return Relation::Conflict;
        if (one.is_index ? one.index != two.index : one.name != two.name) return Relation::Apart;
    }
    return Relation::Overlap;
}

bool same_path(const Path& left, const Path& right) {
    return left.elements.size() == right.elements.size() &&
           relation(left, right) == Relation::Overlap;
}

std::string listed(const Path& path) {
    std::string text;
    for (const PathElement& element : path.elements) {
        if (!text.empty()) text += ", ";
        text += element.is_index ? "[" + std::to_string(element.index) + "]" : element.name;
    }
    return "[" + text + "]";
}

void add_placeholders(const Condition& condition, std::set<std::string>& used) {
    for (const Operand& operand : condition.operands) add(operand, used);
    for (const Condition& child : condition.children) add_placeholders(child, used);
}

void add_placeholders(const Update& update, std::set<std::string>& used) {
    for (const Section& section : update.sections) {
        for (const Clause& clause : section.clauses) {
            add(clause.target, used);
            add(clause.operand, used);
            add(clause.right, used);
        }
    }
}

void add_placeholders(const Projection& projection, std::set<std::string>& used) {
    for (const Path& path : projection.paths) add(path, used);
}

std::vector<const Path*> paths_of(const Condition& condition) {
    std::vector<const Path*> paths;
    collect_paths(condition, paths);
    return paths;
}

std::vector<const Path*> read_paths(const Update& update) {
    std::vector<const Path*> paths;
    for (const Section& section : update.sections) {
        if (section.keyword != "SET") continue;
        for (const Clause& clause : section.clauses) {
            collect_paths(clause.operand, paths);
            if (clause.sign != 0) collect_paths(clause.right, paths);
        }
    }
    return paths;
}

}  // namespace stator::oracle
