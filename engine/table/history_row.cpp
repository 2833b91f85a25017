#include "engine/table/history_row.hpp"

#include "engine/schema/item_keys.hpp"

namespace stator::engine::table {

persistence::HistoryRow history_row(
    const Table& table, const ItemChange& change, ChangeHistory::Added added
) {
    persistence::HistoryRow row{table.number(), added.position, added.first, change.time};
    row.is_insertion = change.is_insertion;
    row.row_id = change.image->row_id();
    row.image = change.is_insertion
                    ? schema::key_attributes(table.schema_under_lock(), nullptr, *change.image)
                    : change.image;
    return row;
}

}  // namespace stator::engine::table
