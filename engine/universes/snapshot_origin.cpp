#include "engine/universes/snapshot_origin.hpp"

#include <sstream>

namespace stator::engine::universes {

persistence::EntryRow origin_row(const Origin& origin) {
    // The name is last because it may be empty.
    std::string value = std::to_string(origin.saved.unix_ms()) + "\n" +
                        std::to_string(origin.time.unix_ms()) + "\n" + origin.version + "\n" +
                        origin.universe;
    return {std::string(SnapshotOrigin::kSection), {}, "saved", std::move(value)};
}

std::optional<Origin> SnapshotOrigin::decode(const persistence::EntryRow& row) {
    if (row.section != kSection || !row.value) return std::nullopt;
    std::istringstream lines(*row.value);
    std::int64_t saved_ms = 0;
    std::int64_t time_ms = 0;
    Origin origin;
    if (!(lines >> saved_ms >> time_ms >> std::ws)) return std::nullopt;
    std::getline(lines, origin.version);
    std::getline(lines, origin.universe);
    origin.saved = Instant(saved_ms);
    origin.time = Instant(time_ms);
    return origin;
}

}  // namespace stator::engine::universes
