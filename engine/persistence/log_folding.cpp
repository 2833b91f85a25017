#include "engine/persistence/log_folding.hpp"

namespace stator::engine {

void fold_sealed_log(ChangeLog& log, ChangeWriter& writer, SqliteConnection& connection) {
    if (!log.has_sealed()) return;
    log.read_sealed([&](const StoredBatches& batches) { writer.write(batches); });
    // Not before the batches have left SQLite's own log, which is not always forced.
    connection.checkpoint();
    log.remove_sealed();
}

void fold_log(ChangeLog& log, SqliteConnection& connection) {
    if (log.is_empty()) return;
    ChangeWriter writer(connection);
    log.read([&](const StoredBatches& batches) { writer.write(batches); });
    connection.checkpoint();
    log.remove();
}

}  // namespace stator::engine
