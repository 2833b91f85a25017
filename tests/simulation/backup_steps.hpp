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

    // Each applies its operation to both and returns the difference. Without a backup, deletions
    // and restores do nothing.
    std::optional<Difference> run(const BackupCreation& creation);
    std::optional<Difference> run(const BackupDeletion& deletion);
    std::optional<Difference> run(const BackupRestore& restore);
    std::optional<Difference> run(const RecoveryChange& change);
    std::optional<Difference> run(const MomentRestore& restore);

private:
    // Creates the restored table again and compares it. Then changes it, which must change nothing
    // else.
    std::optional<Difference> restore(
        const Request& request, ExpectedContents contents, std::size_t page_items
    );

    System& system_;
    Model& model_;
};

}  // namespace stator::simulation
