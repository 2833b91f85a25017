#include "engine/persistence/sqlite/foundations.hpp"

#include "engine/persistence/sqlite/counters.hpp"
#include "engine/persistence/sqlite/row_seals.hpp"

namespace stator::engine::persistence::sqlite {
namespace {

// 16 MB, which SQLite reads in about 10 ms.
constexpr std::int64_t kSmallFilePages = 2'048;

bool is_small(Connection& connection) {
    return connection.integer("PRAGMA page_count") <= kSmallFilePages;
}

}  // namespace

void check_foundations(Connection& connection) {
    if (is_small(connection)) check_pages(connection);
    take_sum_seed(connection);
    SealedReader reader(connection);
    SealedRows counters(reader, SealKind::Meta);
    while (counters.next() != nullptr) continue;
    if (read_counter(connection, kSchemaSum) == schema_sum(connection)) return;
    throw Error(ErrorKind::Corrupt, "its list of tables is not the one that was written");
}

void check_pages_of_large_file(Connection& connection) {
    if (!is_small(connection)) check_pages(connection);
}

}  // namespace stator::engine::persistence::sqlite
