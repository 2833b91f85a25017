#include "engine/universes/snapshot_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/base/directory_lock.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::universes {
namespace {

namespace fs = std::filesystem;

class SnapshotFiles : public ::testing::Test {
protected:
    std::string place(const std::string& name) const { return directory_.path() + "/" + name; }

    void write(const std::string& directory, const std::string& text) {
        fs::create_directories(directory);
        testing::write_file(directory + "/stator.db", text);
    }

    std::string read(const std::string& name) const {
        std::ifstream file(place(name) + "/stator.db");
        return {std::istreambuf_iterator<char>(file), {}};
    }

    std::size_t count() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(directory_.path()), fs::directory_iterator())
        );
    }

    testing::TemporaryDirectory directory_;
};

TEST_F(SnapshotFiles, AFinishedSnapshotHasItsName) {
    {
        UnfinishedSnapshot unfinished(place("one"));
        write(unfinished.directory(), "new");
        EXPECT_FALSE(fs::exists(place("one")));
        EXPECT_EQ(unfinished.finish(false), std::nullopt);
    }
    EXPECT_EQ(read("one"), "new");
    EXPECT_EQ(count(), 1U);
}

// Several servers may share the directory.
TEST_F(SnapshotFiles, SeveralWithOneNameCanBeWrittenAtTheSameTime) {
    UnfinishedSnapshot first(place("one"));
    ASSERT_EQ(first.problem(), std::nullopt);
    first.note_lock();
    UnfinishedSnapshot second(place("one"));
    ASSERT_EQ(second.problem(), std::nullopt);
    EXPECT_NE(first.directory(), second.directory());
    write(first.directory(), "first");
    write(second.directory(), "second");
    EXPECT_EQ(second.finish(false), std::nullopt);
    EXPECT_EQ(read("one"), "second");
    EXPECT_NE(first.finish(false), std::nullopt);
    EXPECT_EQ(first.finish(true), std::nullopt);
    EXPECT_EQ(read("one"), "first");
}

TEST_F(SnapshotFiles, AreRemovedInOneStep) {
    write(place("one"), "old");
    EXPECT_EQ(remove_snapshot(place("one")), std::nullopt);
    EXPECT_EQ(count(), 0U);
    EXPECT_NE(remove_snapshot(place("one")), std::nullopt) << "it does not exist";
}

TEST_F(SnapshotFiles, AnUnfinishedSnapshotIsRemoved) {
    {
        UnfinishedSnapshot unfinished(place("one"));
        write(unfinished.directory(), "half");
    }
    EXPECT_EQ(count(), 0U);
}

TEST_F(SnapshotFiles, ANameIsOverwrittenOnlyOnRequest) {
    write(place("one"), "old");
    for (const bool overwrites : {false, true}) {
        UnfinishedSnapshot unfinished(place("one"));
        write(unfinished.directory(), "new");
        EXPECT_EQ(unfinished.finish(overwrites).has_value(), !overwrites);
        EXPECT_EQ(read("one"), overwrites ? "new" : "old");
    }
    EXPECT_EQ(count(), 1U);
}

TEST_F(SnapshotFiles, ASnapshotInUseIsNotOverwritten) {
    write(place("one"), "old");
    const auto lock = DirectoryLock::acquire(place("one"));
    {
        UnfinishedSnapshot unfinished(place("one"));
        write(unfinished.directory(), "new");
        EXPECT_EQ(unfinished.finish(true), "the existing one is in use by another process");
    }
    EXPECT_EQ(read("one"), "old");
    EXPECT_EQ(count(), 1U);
}

TEST_F(SnapshotFiles, OnlyTheRemainsOfAKilledProcessAreRemoved) {
    write(place(".killed.unfinished"), "half");
    write(place(".saving.unfinished"), "half");
    write(place("whole"), "whole");
    fs::create_directories(place(".mine.unfinished"));
    testing::write_file(place(".mine.unfinished") + "/notes.txt", "text");
    testing::write_file(place(".file.unfinished"), "text");
    const auto lock = DirectoryLock::acquire(place(".saving.unfinished"));
    remove_unfinished_snapshots(directory_.path());
    EXPECT_FALSE(fs::exists(place(".killed.unfinished")));
    EXPECT_TRUE(fs::exists(place(".saving.unfinished"))) << "another process is at it";
    EXPECT_TRUE(fs::exists(place(".mine.unfinished") + "/notes.txt"));
    EXPECT_TRUE(fs::exists(place(".file.unfinished")));
    EXPECT_EQ(read("whole"), "whole");
    remove_unfinished_snapshots(place("nowhere"));
}

}  // namespace
}  // namespace stator::engine::universes
