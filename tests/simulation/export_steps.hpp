// Exports of tables, full and incremental, each compared with the table in the model at that time.
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

    // Exports the table at that moment, which must be restorable, and its changes in the quarter of
    // an hour before, if recovery reaches back as far. Skips exports that are not written
    // immediately.
    std::optional<Difference> run(
        std::size_t table, std::int64_t earliest_ms, std::int64_t moment_ms
    );

private:
    // The lines of the data objects of an export with these members, sorted. A rejected export has
    // its error as its only line. Nullopt while the export is in progress.
    std::optional<std::vector<std::string>> lines(std::size_t table, const std::string& members);

    System& system_;
    const Model& model_;
};

}  // namespace stator::simulation
