// Bulk operations: their puts, counts and reports, compared with the model.
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

    // Does all its puts, in the system and in the model, where operations complete immediately. A
    // table with a replica, or with an index that is being created, rejects them.
    std::optional<Difference> run(const BulkPut& bulk);

private:
    // The error that the operation starts with; "" if there is none.
    std::string refusal(std::size_t table) const;
    // The lines in those objects of the report whose keys contain that part.
    std::size_t lines(const std::string& part);

    System& system_;
    Model& model_;
};

}  // namespace stator::simulation
