// Expressions made at random for an item: most paths exist in it and most values are near those in
// it, so that conditions are true as often as false and updates mostly succeed. Some expressions
// have errors on purpose.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/random.hpp"
#include "tests/oracle/tree.hpp"
#include "tests/oracle/value_generator.hpp"

namespace stator::oracle {

struct GeneratorOptions {
    std::string key = "pk";
    bool key_in_paths = true;       // a filter of Query may not name it
    bool condition_wording = true;  // whether update functions may be in conditions
    unsigned fault_percent = 25;    // share of expressions that may have errors
};

class ExpressionGenerator {
public:
    // `item` includes its key, and must outlive this.
    ExpressionGenerator(Random& random, Scope& scope, const Item& item, GeneratorOptions options);

    Condition condition();
    Update update();
    Projection projection();

private:
    struct Place {
        Path path;
        const Value* value;
    };

    // Paths.
    void collect(const Path& path, const Value& value);
    Path path();
    Path astray(Path path);
    // A path to a value of one of the types, or any path if there is none.
    Path path_to(std::initializer_list<Type> types);
    bool stands_anywhere(Type type) const;
    const Value* at(const Path& path) const;
    static void append_name(Path& path, const std::string& name);
    static void append_index(Path& path, std::size_t index);
    std::string written(const std::string& name, bool& undefined);
    std::string placeholder_for(const std::string& name);

    // Operands.
    static Operand of(Path path);
    Operand literal(Value value);
    Operand function(const std::string& name, std::vector<Operand> arguments);
    Operand comparand();
    Operand near(const Operand& other);
    Value orderable_like(const Operand& other);

    // Conditions.
    Condition tree(int depth);
    Condition leaf();
    Condition comparison();
    Condition between();
    Condition in();
    Condition call();
    Condition attribute_type();
    Condition faulty_call();
    void faulty_operand(Operand& operand);

    // Updates.
    Section section(const std::string& keyword);
    std::optional<Clause> clause(const std::string& keyword);
    Path beside(Path target);
    bool target(const std::string& keyword, Path& found);
    void set(Clause& clause);
    Operand addend();
    const Value* at_number(const Operand& operand) const;
    Operand list_operand();
    Operand fallback();
    Operand append();
    Operand faulty_update_function();
    Operand set_or_number(const std::string& keyword, const Path& target);

    bool fault(unsigned permille) { return faulty_ && random_.permille(permille); }

    Random& random_;
    Scope& scope_;
    const Item& item_;
    GeneratorOptions options_;
    ValueGenerator values_;
    std::vector<Place> places_;
    std::vector<Path> targets_;
    bool faulty_ = false;
};

}  // namespace stator::oracle
