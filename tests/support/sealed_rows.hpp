// Changes a data file with valid checksums, like Stator itself.
#pragma once

#include <string>

#include "engine/persistence/sqlite/connection.hpp"
#include "engine/persistence/sqlite/row_seals.hpp"

namespace stator::testing {

// Executes `sql`, which must set the column `sum` of each row itself, with row_sum().
inline void write_sealed(const std::string& file, const std::string& sql) {
    namespace sqlite = engine::persistence::sqlite;
    sqlite::Connection connection(file);
    connection.set_checkpoint_on_close(true);
    connection.execute("PRAGMA locking_mode = EXCLUSIVE");
    sqlite::RowSeals seals(connection);
    sqlite::SealedTransaction transaction(connection, seals);
    connection.execute(sql);
    transaction.commit();
}

}  // namespace stator::testing
