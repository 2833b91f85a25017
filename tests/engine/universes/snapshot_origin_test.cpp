#include "engine/universes/snapshot_origin.hpp"

#include <gtest/gtest.h>

namespace stator::engine::universes {
namespace {

TEST(SnapshotOrigin, IsReadBack) {
    for (const char* universe : {"", "a", "test-3"}) {
        const Origin origin{universe, Instant(5), Instant(-7), "0.1.0"};
        EXPECT_EQ(SnapshotOrigin::decode(origin_row(origin)), origin) << universe;
    }
}

TEST(SnapshotOrigin, RefusesAnythingElse) {
    const SnapshotOrigin section;
    persistence::EntryRow row = origin_row({"a", Instant(5), Instant(7), "0.1.0"});
    EXPECT_TRUE(section.adapt(row));
    row.value = "soon";
    EXPECT_FALSE(section.adapt(row));
    row.value.reset();
    EXPECT_FALSE(section.adapt(row));
    row = origin_row({});
    row.section = "tokens";
    EXPECT_FALSE(SnapshotOrigin::decode(row));
}

}  // namespace
}  // namespace stator::engine::universes
