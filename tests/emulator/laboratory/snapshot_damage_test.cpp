// Snapshots that cannot be read: restoring them fails and changes nothing.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "engine/persistence/sqlite/connection.hpp"
#include "tests/emulator/laboratory/saved_snapshots.hpp"

namespace stator::emulator::laboratory {
namespace {

namespace fs = std::filesystem;

using testing::kStreamOn;
using testing::text;
using testing::World;

class DamagedSnapshotTest : public SnapshotsTest {
protected:
    // A snapshot of a table with a stream and of another table, and other data in the universe "b".
    void prepare(bool is_persistent) {
        open(is_persistent);
        world().create_table("", "Aaa", kStreamOn);
        world().put("", "Aaa", "x");
        world().create_table("", "Zzz");
        for (int i = 0; i < 200; ++i) {
            world().put("", "Zzz", std::to_string(i), {{"v", text(std::string(200, 'v'))}});
        }
        ASSERT_EQ(save("one", ""), "saved");
        world().create_table("b", "Kept");
        world().add_one("b", "Kept", "x", "token");
    }

    void change_definition(const std::string& table) {
        engine::persistence::sqlite::Connection connection(file("one"));
        connection.execute(
            "UPDATE tables SET definition = '{' WHERE definition LIKE '%" + table + "%'"
        );
        connection.set_checkpoint_on_close(true);
    }

    // Restoring fails with a sentence, and nothing has changed, neither now nor after a restart.
    void expect_refusal(bool is_persistent) {
        const std::string refusal = restore("one", "b");
        EXPECT_TRUE(refusal.starts_with("500 ")) << refusal;
        EXPECT_TRUE(refusal.ends_with(".")) << refusal;
        for (int round = 0; round < (is_persistent ? 2 : 1); ++round) {
            EXPECT_EQ(world().tables("b"), R"({"TableNames":["Kept"]})");
            EXPECT_EQ(world().run("b", "ListStreams", "{}"), R"({"Streams":[]})");
            world().add_one("b", "Kept", "x", "token");
            EXPECT_EQ(world().number("b", "Kept", "x"), "1");
            EXPECT_EQ(restore("one", "fresh").substr(0, 4), "500 ");
            EXPECT_FALSE(world().engine().universes().exists("fresh"));
            open(is_persistent);
        }
    }
};

TEST_F(DamagedSnapshotTest, WhoseFileIsNotADataFile) {
    prepare(false);
    testing::write_file(file("one"), std::string(10'000, 'x'));
    const std::string refusal = restore("one", "b");
    EXPECT_TRUE(refusal.starts_with("500 ")) << refusal;
    EXPECT_EQ(world().tables("b"), R"({"TableNames":["Kept"]})");
}

TEST_F(DamagedSnapshotTest, WhoseFileIsTruncated) {
    prepare(true);
    fs::resize_file(file("one"), fs::file_size(file("one")) / 2);
    expect_refusal(true);
}

TEST_F(DamagedSnapshotTest, WhoseFileIsEmpty) {
    prepare(true);
    fs::resize_file(file("one"), 0);
    expect_refusal(true);
}

TEST_F(DamagedSnapshotTest, WhoseFirstTableCannotBeRead) {
    prepare(true);
    change_definition("Aaa");
    expect_refusal(true);
}

TEST_F(DamagedSnapshotTest, WhoseLastTableCannotBeRead) {
    prepare(true);
    change_definition("Zzz");
    expect_refusal(true);
}

TEST_F(DamagedSnapshotTest, WhoseItemsAreMissing) {
    prepare(true);
    {
        engine::persistence::sqlite::Connection connection(file("one"));
        connection.execute("DELETE FROM items WHERE place = (SELECT max(place) FROM items)");
        connection.set_checkpoint_on_close(true);
    }
    expect_refusal(true);
}

TEST_F(DamagedSnapshotTest, InUseByAnotherProcess) {
    prepare(false);
    World served({.directory = directory() + "/one"});
    const std::string refusal = restore("one", "b");
    EXPECT_TRUE(refusal.starts_with("500 ")) << refusal;
    EXPECT_NE(refusal.find("in use"), std::string::npos) << refusal;
    EXPECT_EQ(world().tables("b"), R"({"TableNames":["Kept"]})");
    EXPECT_EQ(served.count("", "Zzz"), "200");
}

}  // namespace
}  // namespace stator::emulator::laboratory
