// The trees of the expression languages, as the generator makes them: they contain everything that
// a text can contain, including errors. Printed for the product, evaluated directly by the oracle.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/value.hpp"

namespace stator::oracle {

struct PathElement {
    bool is_index = false;
    std::size_t index = 0;
    std::string name;
    std::string written;     // the identifier, or its placeholder
    bool undefined = false;  // a placeholder that is not defined
};

struct Path {
    std::vector<PathElement> elements;
    std::size_t parenthesised = 0;  // number of leading elements in parentheses
};

// A path, a value or the result of a function.
struct Operand {
    enum class Kind { Path, Value, Function };
    Kind kind = Kind::Path;
    Path path;
    std::string reference;
    std::optional<Value> value;  // nullopt: not defined
    std::string function;
    std::vector<Operand> arguments;
    int parentheses = 0;
};

struct Condition {
    enum class Kind { And, Or, Not, Comparison, Between, In, Function };
    Kind kind = Kind::Function;
    std::string name;  // the comparator or the function
    std::vector<Operand> operands;
    std::vector<Condition> children;
    int parentheses = 0;
};

// One target of an update; `right` and `sign` only for arithmetic in SET.
struct Clause {
    Path target;
    Operand operand;
    char sign = 0;
    Operand right;
    bool parenthesised = false;
};

struct Section {
    std::string keyword;  // SET, REMOVE, ADD, DELETE
    std::vector<Clause> clauses;
};

struct Update {
    std::vector<Section> sections;
};

struct Projection {
    std::vector<Path> paths;
};

// ExpressionAttributeNames and ExpressionAttributeValues.
struct Scope {
    std::vector<std::pair<std::string, std::string>> names;
    std::vector<std::pair<std::string, Value>> values;
    std::optional<std::string> unused_name;
    std::optional<std::string> unused_value;
};

// The relation between two paths.
enum class Relation { Apart, Overlap, Conflict };

Relation relation(const Path& left, const Path& right);
bool same_path(const Path& left, const Path& right);

// "[a, [1], b]".
std::string listed(const Path& path);

// Adds the placeholders of an expression to `used`.
void add_placeholders(const Condition& condition, std::set<std::string>& used);
void add_placeholders(const Update& update, std::set<std::string>& used);
void add_placeholders(const Projection& projection, std::set<std::string>& used);

// Every path in the condition.
std::vector<const Path*> paths_of(const Condition& condition);

// The paths that the update reads.
std::vector<const Path*> read_paths(const Update& update);

}  // namespace stator::oracle
