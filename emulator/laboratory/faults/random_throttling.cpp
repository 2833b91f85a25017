#include "emulator/laboratory/faults/random_throttling.hpp"

#include <string>
#include <utility>
#include <vector>

namespace stator::emulator::laboratory::faults {
namespace {

engine::faults::FaultRule throttling_rule(
    std::string name, std::vector<std::string> operations, double probability
) {
    engine::faults::FaultRule rule;
    rule.name = std::move(name);
    rule.match.operations = std::move(operations);
    rule.match.probability = probability;
    rule.fault.throttle = engine::faults::Throttle();
    return rule;
}

}  // namespace

FaultRules random_throttling(double read_probability, double write_probability) {
    FaultRules rules;
    if (read_probability > 0) {
        rules.push_back(throttling_rule(
            "random-read-errors",
            {"GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems"},
            read_probability
        ));
    }
    if (write_probability > 0) {
        rules.push_back(throttling_rule(
            "random-write-errors",
            {"PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"},
            write_probability
        ));
    }
    return rules;
}

}  // namespace stator::emulator::laboratory::faults
