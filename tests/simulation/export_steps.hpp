// Exports of tables, full and incremental, each compared with what the model says the table was.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/simulation/comparison.hpp"
#include "tests/simulation/model/model.hpp"
#include "tests/simulation/system.hpp"

namespace stator::simulation {

class ExportSteps {
public:
    // Both must outlive it.
    ExportSteps(System& system, const Model& model) : system_(system), model_(model) {}

    // Exports the table as it was at that moment, which can be restored; and what was changed in
    // the quarter of an hour before, where recovery reaches back as far. What is not written at
    // once is not looked at.
    std::optional<Difference> run(
        std::size_t table, std::int64_t earliest_ms, std::int64_t moment_ms
    );

private:
    // The lines of the data objects of an export with these members, sorted; nothing while it is
    // under way. A line is an error if it was refused.
    std::optional<std::vector<std::string>> lines(std::size_t table, const std::string& members);

    System& system_;
    const Model& model_;
};

}  // namespace stator::simulation
