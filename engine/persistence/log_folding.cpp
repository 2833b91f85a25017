#include "engine/persistence/log_folding.hpp"

#include "engine/persistence/changes/log_scan.hpp"
#include "engine/persistence/sqlite/counters.hpp"

namespace stator::engine::persistence {

void fold_log(
    const std::string& path,
    const changes::LogIdentity& identity,
    std::uint64_t end,
    ChangeWriter& writer
) {
    changes::read_log(path, identity, end, [&](const changes::StoredBatches& batches) {
        writer.write(batches);
    });
    writer.count_as_folded(identity.number);
}

}  // namespace stator::engine::persistence
