// The operations about backups, point-in-time recovery and restores.
#pragma once

#include <optional>

#include "tests/simulation/comparison.hpp"
#include "tests/simulation/model/model.hpp"
#include "tests/simulation/operations/operation.hpp"
#include "tests/simulation/operations/requests.hpp"
#include "tests/simulation/system.hpp"

namespace stator::simulation {

class BackupSteps {
public:
    // Both must outlive it.
    BackupSteps(System& system, Model& model) : system_(system), model_(model) {}

    // Each does its operation to both and says what differed. Without a backup there is nothing to
    // delete or to restore.
    std::optional<Difference> run(const BackupCreation& creation);
    std::optional<Difference> run(const BackupDeletion& deletion);
    std::optional<Difference> run(const BackupRestore& restore);
    std::optional<Difference> run(const RecoveryChange& change);
    std::optional<Difference> run(const MomentRestore& restore);

private:
    // Makes the restored table anew and compares it. Then changes it, which must change nothing
    // else.
    std::optional<Difference> restore(
        const Request& request, ExpectedContents contents, std::size_t page_items
    );

    System& system_;
    Model& model_;
};

}  // namespace stator::simulation
