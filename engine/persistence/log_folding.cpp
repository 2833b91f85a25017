#include "engine/persistence/log_folding.hpp"

namespace stator::engine::persistence {

void fold_sealed_log(ChangeLog& log, ChangeWriter& writer, SqliteConnection& connection) {
    if (!log.has_sealed()) return;
    log.read_sealed([&](const StoredBatches& batches) { writer.write(batches); });
    // Not before the batches have left SQLite's own log, which is not always forced.
    connection.checkpoint();
    log.remove_sealed();
}

void fold_log(ChangeLog& log, SqliteConnection& connection) {
    // A sealed file that is there already comes first.
    for (log.seal(); log.has_sealed(); log.seal()) {
        ChangeWriter writer(connection);
        fold_sealed_log(log, writer, connection);
    }
}

}  // namespace stator::engine::persistence
