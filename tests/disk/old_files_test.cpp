// A data file of every past data version (tests/fixtures/data_files) is opened, and still has its
// contents.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/clock.hpp"
#include "engine/data_check.hpp"
#include "engine/engine.hpp"
#include "engine/persistence/sqlite/migrations.hpp"
#include "protocol/model/table_definition.hpp"
#include "protocol/values/number.hpp"
#include "tests/disk/fixture_files.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::disk {
namespace {

namespace ep = engine::persistence;
namespace pv = protocol::values;
using ::testing::HasSubstr;
using testing::TemporaryDirectory;

std::string text_of_scalar(pv::AttributeValueView value) {
    const std::string payload(value.scalar());
    return value.type() == pv::AttributeType::Number ? pv::number_text(payload) : payload;
}

std::string text_of_value(pv::AttributeValueView value) {
    std::string text(pv::type_name(value.type()));
    const auto add = [&text](const std::string& part) { text += " " + part; };
    switch (value.type()) {
        case pv::AttributeType::String:
        case pv::AttributeType::Number: add(text_of_scalar(value)); break;
        case pv::AttributeType::Binary: add(std::to_string(value.scalar().size())); break;
        case pv::AttributeType::Boolean: add(value.boolean() ? "true" : "false"); break;
        case pv::AttributeType::Null: break;
        case pv::AttributeType::StringSet:
        case pv::AttributeType::BinarySet:
            for (const std::string_view member : value.members()) add(std::string(member));
            break;
        case pv::AttributeType::NumberSet:
            for (const std::string_view member : value.members()) add(pv::number_text(member));
            break;
        case pv::AttributeType::List:
            for (const auto element : value.elements()) add(text_of_value(element));
            break;
        case pv::AttributeType::Map:
            for (const auto entry : value.entries()) {
                add(std::string(entry.name) + "=" + text_of_value(entry.value));
            }
            break;
    }
    return "(" + text + ")";
}

// "Artist=(S Boards) Song=(S Nested)"
std::string text_of_item(std::string_view payload) {
    std::string text;
    const auto image = pv::ItemImage::create(payload);
    for (const auto attribute : image->attributes()) {
        if (!text.empty()) text += ' ';
        text += std::string(attribute.name) + "=" + text_of_value(attribute.value);
    }
    return text;
}

// A table's items by row, including shared ones.
std::string items_of(ep::DataFile& file, const ep::StoredTable& table) {
    std::map<std::uint64_t, std::string> rows;
    const auto add = [&](std::uint64_t row, std::string_view payload) {
        rows[row] = payload.empty() ? "" : text_of_item(payload);
    };
    if (table.base) file.each_base_item(*table.base, add);
    file.each_item(table.number, add);
    std::string text;
    for (const auto& [row, item] : rows) {
        if (!item.empty()) text += item + "\n";
    }
    return text;
}

constexpr const char* kNumbers =
    "Artist=(S Arturia) Plays=(NS -15 0 700) Song=(S Numbers) Year=(N 1999)\n";
constexpr const char* kWords = "Artist=(S Arturia) Data=(B 2) Song=(S Words) Tags=(SS a b)\n";
constexpr const char* kNested =
    "Artist=(S Boards) Map=(M list=(L (NULL) (BOOL true) (S ))) Song=(S Nested)\n";

class OldFile : public ::testing::TestWithParam<std::int64_t> {
protected:
    OldFile() { take_fixture(version(), directory_.path()); }

    static std::int64_t version() { return GetParam(); }

    const std::string& path() const { return directory_.path(); }

private:
    const TemporaryDirectory directory_;
};

TEST_P(OldFile, HoldsTheItemsOfItsTables) {
    const auto file = ep::open_file(path());
    const auto tables = file->tables();
    ASSERT_EQ(tables.size(), version() >= 8 ? 3U : version() >= 7 ? 2U : 1U);
    EXPECT_EQ(items_of(*file, tables[0]), std::string(kNumbers) + kWords + kNested);
    const auto description = protocol::model::decode_table_definition(tables[0].definition);
    ASSERT_TRUE(description);
    EXPECT_EQ(description->name, "Music");
    EXPECT_EQ(description->global_indexes.at(0).name, "ByYear");
    EXPECT_EQ(description->tags.at("team"), "blue");
    EXPECT_EQ(description->time_to_live_attribute, version() >= 2 ? "Gone" : "");
    // A start skips numbers.
    EXPECT_EQ(
        file->last_sequence().value,
        version() >= 10  ? 2'000'005U
        : version() >= 9 ? 1'000'005U
                         : 5U
    );
    EXPECT_EQ(file->last_table_number().value, tables.size());
    if (version() < 7) return;
    // A fork without the first item, and with one of its own.
    EXPECT_EQ(tables[1].place.universe, "dev");
    EXPECT_EQ(
        items_of(*file, tables[1]),
        std::string(kWords) + kNested + "Artist=(S Caribou) Song=(S Forked)\n"
    );
    if (version() < 8) return;
    EXPECT_TRUE(tables[2].is_backup);
    EXPECT_EQ(items_of(*file, tables[2]), kNumbers);
    std::string history;
    file->each_change(engine::TableNumber{1}, [&](const ep::StoredChange& change) {
        history += std::to_string(change.row_id) + " " + text_of_item(change.payload);
    });
    EXPECT_EQ(history, "3 Artist=(S Boards) Song=(S Nested)");
}

TEST_P(OldFile, HoldsItsStreamsTokensAndClock) {
    const auto file = ep::open_file(path());
    ASSERT_EQ(file->streams().size(), version() >= 2 ? 1U : 0U);
    std::string records;
    file->each_record(engine::StreamNumber{1}, [&](const ep::StreamRecordRow& row) {
        records += row.shard_id + " " + std::to_string(row.record.position.commit) + " " +
                   text_of_item(row.record.new_image->payload());
    });
    std::string entries;
    file->each_entry([&](const ep::EntryRow& entry) {
        entries += entry.section + "/" + entry.place.region + " ";
        entries += entry.section == "clock" ? *entry.value : entry.value->substr(32);
        entries += ";";
    });
    const std::string clock = "clock/ 1790000000000 1790000000000 2000000;";
    const std::string tokens = "tokens/us-east-1 2.5 Music\n;";
    const bool has_streams = version() >= 2;
    EXPECT_EQ(
        records,
        has_streams ? "shardId-00001790000000000-0a1b2c3d 5 " +
                          std::string(kNested, std::string_view(kNested).size() - 1)
                    : ""
    );
    EXPECT_EQ(entries, has_streams ? (version() >= 4 ? clock + tokens : tokens) : "");
}

TEST_P(OldFile, IsServedAndIsSoundAfterwards) {
    const engine::SystemClock clock;
    for (int time = 1; time <= 2; ++time) {
        auto opened = engine::Engine::open({}, clock, engine::DataPath{path()});
        ASSERT_EQ(opened.index(), 0U) << std::get<1>(opened).message;
        const auto& engine = *std::get<0>(opened);
        const auto table = std::get<0>(opened)->find_table({"", "us-east-1", "Music"});
        ASSERT_NE(table, nullptr);
        EXPECT_EQ(table->snapshot()->description.name, "Music");
        EXPECT_TRUE(std::get<0>(opened)->close());
        static_cast<void>(engine);
    }
    const auto checked = engine::check_data(path(), clock);
    ASSERT_EQ(checked.index(), 0U);
    EXPECT_EQ(std::get<0>(checked).problems, std::vector<std::string>{});
}

TEST_P(OldFile, IsSoundUnchanged) {
    const engine::SystemClock clock;
    const auto before = ep::snapshot(path());
    const auto checked = engine::check_data(path(), clock);
    ASSERT_EQ(checked.index(), 0U);
    const auto& report = std::get<0>(checked);
    EXPECT_EQ(report.problems, std::vector<std::string>{});
    EXPECT_EQ(report.figures.items, version() >= 8 ? 7U : version() >= 7 ? 6U : 3U);
    EXPECT_EQ(report.notes.empty(), version() == ep::sqlite::migrations().back().version);
    EXPECT_TRUE(ep::snapshot(path()) == before);
}

// Its rows get new checksums, and those of damaged ones must not become valid.
TEST(FileOfVersionNine, IsRefusedAsItIsIfRowsAreDamagedOrMissing) {
    for (const std::string sql :
         {"DELETE FROM items_3",
          "DELETE FROM rows_1 WHERE row_id = 2",
          "UPDATE items_2 SET image = x'00' WHERE row_id = 4",
          "UPDATE table_shares SET base = 2 WHERE number = 2",
          "UPDATE seals SET row_count = 9 WHERE kind = 2"}) {
        const TemporaryDirectory directory;
        take_fixture(9, directory.path());
        {
            ep::sqlite::Connection connection(directory.path() + "/stator.db");
            connection.set_checkpoint_on_close(true);
            connection.execute(sql);
        }
        const auto before = ep::snapshot(directory.path());
        EXPECT_THAT(ep::refusal(directory.path()), HasSubstr("damaged or missing")) << sql;
        EXPECT_TRUE(ep::snapshot(directory.path()) == before) << sql;
    }
}

INSTANTIATE_TEST_SUITE_P(
    EveryVersion,
    OldFile,
    ::testing::Range<std::int64_t>(1, ep::sqlite::migrations().back().version + 1),
    [](const auto& version) { return "Version" + std::to_string(version.param); }
);

}  // namespace
}  // namespace stator::disk
