#include <gtest/gtest.h>

#include "engine/faults/watched_context.hpp"
#include "engine/persistence/data_file.hpp"
#include "protocol/model/table_definition.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"
#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::stream {
namespace {

std::vector<protocol::model::StreamDescription> streams_of(testing::Database& database) {
    faults::WatchedContext context;
    context.place.region = "us-east-1";
    auto& catalog = database.universe().catalog(context);
    return catalog.streams().list("", "", 10).streams;
}

// Makes the data file like one that a crash leaves between the two steps of ending a stream.
void disable_in_table_alone(const std::string& directory) {
    const auto file = persistence::open_file(directory);
    const persistence::StoredTable stored = file->tables().at(0);
    auto description = protocol::model::decode_table_definition(stored.definition);
    description->stream.enabled = false;
    const auto journal = file->start_journal();
    const std::string definition = protocol::model::encode_table_definition(*description);
    journal->append({SequenceNumber{100}, {}, {{stored.number, stored.place, definition}}});
    ASSERT_TRUE(journal->close());
}

TEST(StreamRecovery, EndsAStreamThatItsTableNoLongerHas) {
    const testing::TemporaryDirectory directory;
    {
        testing::Database database({}, directory.path());
        database.create_table(
            "Table",
            "pk:S",
            "",
            "\"StreamSpecification\":{\"StreamEnabled\":true,\"StreamViewType\":\"KEYS_ONLY\"}"
        );
        ASSERT_EQ(streams_of(database).size(), 1U);
        ASSERT_TRUE(streams_of(database).at(0).is_enabled());
        ASSERT_TRUE(database.close());
    }
    disable_in_table_alone(directory.path());
    testing::Database database({}, directory.path());
    const auto streams = streams_of(database);
    ASSERT_EQ(streams.size(), 1U);
    EXPECT_FALSE(streams[0].is_enabled());
    for (const auto& shard : streams[0].shards) EXPECT_TRUE(shard.ending.has_value());
}

}  // namespace
}  // namespace stator::engine::stream
