// Faults of updates and projections.
#include <array>

#include "tests/oracle/fault_collector.hpp"

namespace stator::oracle {
namespace {

// Reserved words 0, function names 1, sections 2, undefined names 3 and values 4, overlap 5,
// conflict 6, types of ADD and DELETE 7, then each clause by itself.
class UpdateCollector : public Collector {
public:
    void update(const Update& update) {
        std::vector<std::string> seen;
        std::vector<const Path*> targets;
        for (const Section& section : update.sections) {
            if (is_among(seen, section.keyword)) {
                add({2, 0, 0},
                    "The \"" + section.keyword +
                        "\" section can only be used once in an update expression;");
            }
            seen.push_back(section.keyword);
            for (const Clause& clause : section.clauses) {
                targets.push_back(&clause.target);
                this->clause(section.keyword, clause);
            }
        }
        collisions(targets, 5);
    }

private:
    void clause(const std::string& keyword, const Clause& clause) {
        ++place_;
        reserved(clause.target, 0);
        undefined_names(clause.target, {3, 0, 0});
        if (keyword == "REMOVE") return;
        operand(clause.operand);
        if (keyword != "SET") {
            set_operand(keyword, clause.operand);
        } else if (clause.sign != 0) {
            operand(clause.right);
            const std::string sign(1, clause.sign);
            for (const Operand* side : {&clause.operand, &clause.right}) {
                if (is_other_literal(*side, {Type::N})) operand_type(sign, name_of(*side), here());
            }
        }
    }

    Rank here() const { return {8, place_, 0}; }

    void set_operand(const std::string& keyword, const Operand& operand) {
        if (!is_literal(operand)) return;
        constexpr std::string_view kLongNames[] = {
            "STRING", "NUMBER", "BINARY", "BOOLEAN", "NULL", "", "", "", "LIST", "MAP"};
        const Type type = operand.value->type();
        if (is_among(std::array{Type::SS, Type::NS, Type::BS}, type)) return;
        if (type == Type::N && keyword == "ADD") return;
        add({7, 0, 0},
            "Incorrect operand type for operator or function; operator: " + keyword +
                ", operand type: " + std::string(kLongNames[static_cast<std::size_t>(type)]) +
                ", typeSet: ALLOWED_FOR_ADD_OPERAND");
    }

    void operand(const Operand& node) {
        reserved(node.path, 0);
        undefined_names(node.path, {3, 0, 0});
        undefined_value(node, {4, 0, 0});
        if (node.kind != Operand::Kind::Function) return;
        const std::string& name = node.function;
        const bool known = is_among(kUpdateFunctions, name);
        function_name(name, known, is_among(kConditionFunctions, name), "an update", {1, 0, 0});
        for (const Operand& argument : node.arguments) operand(argument);
        if (known) function(node);
    }

    void function(const Operand& node) {
        arity(node.function, 2, node.arguments.size(), here());
        if (node.function == "if_not_exists") {
            needs_path(node.function, node.arguments[0], here());
            return;
        }
        for (const Operand& argument : node.arguments) {
            if (is_other_literal(argument, {Type::L})) {
                operand_type(node.function, name_of(argument), here());
            }
            if (argument.function == "list_append") misuse("list_append", here());
        }
    }

    std::size_t place_ = 0;
};

}  // namespace

std::vector<Fault> faults_of(const Update& update) {
    UpdateCollector collector;
    collector.update(update);
    return collector.faults;
}

// Reserved words 0, undefined names 1, overlap 2, conflict 3.
std::vector<Fault> faults_of(const Projection& projection) {
    Collector collector;
    std::vector<const Path*> paths;
    for (const Path& path : projection.paths) {
        collector.reserved(path, 0);
        collector.undefined_names(path, {1, 0, 0});
        paths.push_back(&path);
    }
    collector.collisions(paths, 2);
    return collector.faults;
}

}  // namespace stator::oracle
