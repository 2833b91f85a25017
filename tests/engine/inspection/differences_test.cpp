#include "engine/inspection/differences.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "engine/inspection/frozen_tables.hpp"
#include "protocol/values/dialect.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"
#include "tests/support/database.hpp"

namespace stator::engine::inspection {
namespace {

using protocol::values::ItemImage;
using testing::Database;
using testing::number;
using testing::text;

protocol::values::ItemImagePtr item(const std::string& json) {
    const auto document = protocol::wire::JsonDocument::parse(std::string(json));
    return protocol::wire::decode_item(document->root(), protocol::values::Dialect::Current)
        .value();
}

// Returns "path before after; …".
std::string paths(const std::string& before, const std::string& after) {
    const auto old_item = item(before);
    const auto new_item = item(after);
    std::string text;
    for (const auto& [path, old_value, new_value] : attribute_differences(*old_item, *new_item)) {
        text += path + " ";
        if (old_value) protocol::wire::append_attribute_value(text, *old_value);
        text += " ";
        if (new_value) protocol::wire::append_attribute_value(text, *new_value);
        text += "; ";
    }
    return text;
}

TEST(Differences, AreTheDeepestPathsThatDiffer) {
    EXPECT_EQ(paths(R"({"a":{"S":"x"}})", R"({"a":{"S":"x"}})"), "");
    EXPECT_EQ(
        paths(R"({"a":{"S":"x"},"b":{"N":"1"}})", R"({"b":{"N":"2"},"c":{"NULL":true}})"),
        R"(a {"S":"x"} ; b {"N":"1"} {"N":"2"}; c  {"NULL":true}; )"
    );
    EXPECT_EQ(
        paths(
            R"({"m":{"M":{"l":{"L":[{"S":"x"},{"M":{"p":{"N":"1"}}}]},"odd.name":{"S":"o"}}}})",
            R"({"m":{"M":{"l":{"L":[{"S":"x"},{"M":{"p":{"N":"2"}}},{"S":"y"}]}}}})"
        ),
        R"(m.l[1].p {"N":"1"} {"N":"2"}; m.l[2]  {"S":"y"}; m."odd.name" {"S":"o"} ; )"
    );
    // A value with another type, and a set, are reported as a whole.
    EXPECT_EQ(
        paths(R"({"m":{"M":{}},"s":{"SS":["a"]}})", R"({"m":{"L":[]},"s":{"SS":["a","b"]}})"),
        R"(m {"M":{}} {"L":[]}; s {"SS":["a"]} {"SS":["a","b"]}; )"
    );
}

protocol::operations::items::PutItemRequest put(const std::string& table, int pk, int n) {
    const std::string name = "k" + std::to_string(pk);
    return testing::put(table, testing::item({{"pk", text(name)}, {"n", number(n)}}));
}

FrozenTable freeze(Database& database, const std::string& name) {
    return std::get<FrozenTable>(freeze_table(database.universe(), std::nullopt, name));
}

// Each item that differs is visited once, regardless of how both tables are split.
TEST(Differences, OfTablesAreThoseOfTheirItems) {
    Database database;
    database.create_table("Left", "pk:S");
    database.create_table("Right", "pk:S");
    std::mt19937 random(3);
    std::map<std::string, std::map<int, int>> model;
    for (const std::string table : {"Left", "Right"}) {
        for (int i = 0; i < 600; ++i) {
            const int pk = static_cast<int>(random() % 400);
            const int n = static_cast<int>(random() % 2);
            database.run(put(table, pk, n));
            model[table][pk] = n;
        }
    }
    database.table("Left")->split_partition(std::uint64_t{1} << 62U, Database::kStart);
    DifferenceCounts expected;
    for (const auto& [pk, n] : model["Left"]) {
        const auto other = model["Right"].find(pk);
        if (other == model["Right"].end()) ++expected.removed;
        if (other != model["Right"].end() && other->second != n) ++expected.changed;
    }
    for (const auto& [pk, n] : model["Right"]) {
        if (!model["Left"].contains(pk)) ++expected.added;
    }
    const FrozenTable before = freeze(database, "Left");
    const FrozenTable after = freeze(database, "Right");
    // Writes after the snapshot are not compared.
    database.run(put("Left", 1'000, 1));
    std::uint64_t visited = 0;
    const DifferenceCounts counts = compare_items(
        *before.contents, *after.contents, [&](const ItemImage*, const ItemImage*) { ++visited; }
    );
    EXPECT_EQ(counts.added, expected.added);
    EXPECT_EQ(counts.removed, expected.removed);
    EXPECT_EQ(counts.changed, expected.changed);
    EXPECT_EQ(visited, counts.added + counts.removed + counts.changed);
    EXPECT_GT(counts.changed, 0U);
}

TEST(Differences, KeysMustBeTheSame) {
    Database database;
    database.create_table("Left", "pk:S");
    database.create_table("Right", "pk:N");
    database.create_table("Ranged", "pk:S sk:N");
    const auto same = [&](const std::string& one, const std::string& other) {
        return have_same_keys(*freeze(database, one).contents, *freeze(database, other).contents);
    };
    EXPECT_TRUE(same("Left", "Left"));
    EXPECT_FALSE(same("Left", "Right"));
    EXPECT_FALSE(same("Left", "Ranged"));
}

}  // namespace
}  // namespace stator::engine::inspection
