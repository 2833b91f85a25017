#include "engine/persistence/durable_section.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/note_section.hpp"

namespace stator::engine::persistence {
namespace {

class DurableSectionsTest : public ::testing::Test {
protected:
    testing::NoteSection notes_{"notes"};
    testing::NoteSection memos_{"memos"};
    DurableSections sections_{{&notes_, &memos_}};
};

TEST_F(DurableSectionsTest, AskTheSectionOfThatNameAboutARow) {
    EntryRow row{"memos", "u", "", "k", "old text"};
    EXPECT_TRUE(sections_.adapt(row));
    EXPECT_EQ(row.value, "text");
    sections_.restore(row);
    EXPECT_TRUE(notes_.notes.empty());
    EXPECT_EQ(memos_.notes.size(), 1U);
    row.value = "bad";
    EXPECT_FALSE(sections_.adapt(row));
    row = {"of a newer Stator", "u", "", "k", "text"};
    EXPECT_FALSE(sections_.adapt(row));
}

TEST_F(DurableSectionsTest, GiveTheContentsOfOneUniverse) {
    notes_.notes = {{{"u", "a"}, "1"}, {{"v", "b"}, "2"}};
    memos_.notes = {{{"u", "c"}, "3"}};
    EXPECT_EQ(
        sections_.contents("u"),
        (std::vector<EntryRow>{{"notes", "u", "", "a", "1"}, {"memos", "u", "", "c", "3"}})
    );
}

TEST_F(DurableSectionsTest, ReplaceAUniverseByTheContentsOfAnother) {
    notes_.notes = {{{"u", "a"}, "1"}, {{"v", "b"}, "2"}};
    memos_.notes = {{{"v", "c"}, "3"}};
    EXPECT_EQ(
        sections_.replace("v", sections_.contents("u")),
        (std::vector<EntryRow>{
            {"notes", "v", "", "b", {}}, {"memos", "v", "", "c", {}}, {"notes", "v", "", "a", "1"}})
    );
    EXPECT_EQ(notes_.notes, (decltype(notes_.notes){{{"u", "a"}, "1"}, {{"v", "a"}, "1"}}));
    EXPECT_TRUE(memos_.notes.empty());
    sections_.finish_replacing({5});
    EXPECT_EQ(notes_.finished, 1);
    EXPECT_EQ(memos_.finished, 1);
    EXPECT_EQ(memos_.ticket, JournalTicket{5});
}

}  // namespace
}  // namespace stator::engine::persistence
