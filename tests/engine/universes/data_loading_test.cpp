#include "engine/universes/data_loading.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/engine/persistence/persistence_fixture.hpp"
#include "tests/support/note_section.hpp"

namespace stator::engine::universes {
namespace {

// Loads a data file that contains only entries.
class DataLoadingTest : public ::testing::Test {
protected:
    // Returns the entries as "universe/key=text …", or why the file cannot be read.
    static std::string loaded(
        std::vector<persistence::EntryRow> entries, std::optional<std::string> renamed_default = {}
    ) {
        const testing::TemporaryDirectory directory;
        const auto file = persistence::open_file(directory.path());
        persistence::ChangeBatch batch;
        batch.entries = std::move(entries);
        const auto journal = file->start_journal();
        journal->append(std::move(batch));
        EXPECT_TRUE(journal->close());
        testing::NoteSection notes("notes");
        const persistence::DurableSections sections({&notes});
        std::string text;
        LoadingTarget target{
            {},
            {},
            {},
            sections,
            [&](const persistence::EntryRow& entry) {
                text += entry.place.universe + "/" + entry.key + "=" + *entry.value + " ";
            },
            std::move(renamed_default),
            {},
            {}};
        try {
            load_entries(*file, target);
        } catch (const persistence::UnreadableDataFile& damage) {
            return damage.what();
        }
        return text;
    }
};

TEST_F(DataLoadingTest, AdaptsEveryEntry) {
    EXPECT_EQ(
        loaded({{"notes", "", "r", "a", "old one"}, {"notes", "u", "r", "b", "two"}}),
        "/a=one u/b=two "
    );
}

TEST_F(DataLoadingTest, LoadsOnlyTheEntriesOfTheDefaultUniverse) {
    EXPECT_EQ(
        loaded({{"notes", "", "r", "a", "one"}, {"notes", "u", "r", "b", "bad"}}, "copy"),
        "copy/a=one "
    );
}

TEST_F(DataLoadingTest, ReportsTheEntryThatItCannotRead) {
    const auto says = [](const std::string& text, const std::string& section) {
        return text.find("an entry of \"" + section + "\" that this Stator cannot read") !=
               std::string::npos;
    };
    EXPECT_TRUE(says(loaded({{"notes", "", "", "a", "bad"}}), "notes"));
    EXPECT_TRUE(says(loaded({{"policies", "", "", "a", "text"}}), "policies"));
}

}  // namespace
}  // namespace stator::engine::universes
