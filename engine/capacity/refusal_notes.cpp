#include "engine/capacity/refusal_notes.hpp"

#include <algorithm>

namespace stator::engine::capacity {

bool RefusalNotes::add(
    TableNumber table, std::string_view index, std::optional<PartitionId> partition
) {
    const bool is_known = std::any_of(notes_.begin(), notes_.end(), [&](const Note& note) {
        return note.table == table && note.index == index && note.partition == partition;
    });
    if (!is_known) notes_.push_back({table, std::string(index), partition});
    return !is_known;
}

}  // namespace stator::engine::capacity
