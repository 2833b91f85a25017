// Bulk operations: what they put, their counts and their reports, compared with what the model
// says.
#pragma once

#include <optional>
#include <string>

#include "tests/simulation/comparison.hpp"
#include "tests/simulation/model/model.hpp"
#include "tests/simulation/operations/operation.hpp"
#include "tests/simulation/system.hpp"

namespace stator::simulation {

class BulkSteps {
public:
    // Both must outlive it.
    BulkSteps(System& system, Model& model) : system_(system), model_(model) {}

    // Does all its puts, in the system and in the model, where operations are over at once. A table
    // with a replica, or with an index on its way, refuses them.
    std::optional<Difference> run(const BulkPut& bulk);

private:
    // The error that the operation begins with, "" for none.
    std::string refusal(std::size_t table) const;
    // The lines in the objects of the report whose keys have that part.
    std::size_t lines(const std::string& part);

    System& system_;
    Model& model_;
};

}  // namespace stator::simulation
