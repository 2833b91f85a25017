#include "engine/partiql/write_plan.hpp"

#include <gtest/gtest.h>

#include <string>

#include "engine/schema/partition_hash.hpp"
#include "tests/engine/partiql/statement_targets.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::engine::partiql {
namespace {

const std::string kEqualityNeeded =
    "Where clause does not contain a mandatory equality on all key attributes";
const std::string kWholeKey = " WHERE pk = 'a' AND sk = 1";

class WritePlanTest : public ::testing::Test {
protected:
    std::string single_item_verdict(const std::string& text) const {
        return tests::verdict(check_single_item(targets_.schema(), statement_of(text)));
    }

    protocol::Result<StatementWrite> planned(const std::string& text) {
        statement_ = statement_of(text);
        return plan_write(targets_.target(statement_), statement_);
    }

    StatementTargets targets_;
    protocol::partiql::Statement statement_;
};

TEST_F(WritePlanTest, RequiresOneValueForEveryKey) {
    const std::string update = "UPDATE Tab SET x = 1 WHERE ";
    EXPECT_EQ(single_item_verdict(update + "pk = 'a' AND sk = 1 AND x > 2"), "ok");
    EXPECT_EQ(single_item_verdict(update + "pk = 'a'"), kEqualityNeeded);
    EXPECT_EQ(single_item_verdict(update + "pk = 'a' AND sk IN [1]"), kEqualityNeeded);
    EXPECT_EQ(
        single_item_verdict(update + "pk = 'a' AND sk = 1 AND sk = 2"),
        "Multiple conditions on same key sk. Only single item Update/Insert/Delete are supported"
    );
    EXPECT_EQ(single_item_verdict("DELETE FROM Tab WHERE sk = 1"), kEqualityNeeded);
    EXPECT_EQ(single_item_verdict("INSERT INTO Tab VALUE {'a': 1}"), "ok");
}

TEST_F(WritePlanTest, RequiresAConditionForExists) {
    const auto exists = [&](const std::string& where) {
        return single_item_verdict("EXISTS(SELECT * FROM Tab WHERE " + where + ")");
    };
    const std::string refusal =
        "EXISTS() must contain a single item read with additional condition";
    EXPECT_EQ(exists("pk = 'a' AND sk = 1 AND x = 2"), "ok");
    EXPECT_EQ(exists("pk = 'a' AND sk = 1 AND sk = 2"), "ok");
    EXPECT_EQ(exists("pk = 'a' AND sk = 1"), refusal);
    EXPECT_EQ(exists("pk = 'a' AND x = 2"), refusal);
}

TEST_F(WritePlanTest, TakesASelectOfOneItemByItsKey) {
    const protocol::ApiError refusal{protocol::ErrorType::ValidationException, "refused"};
    const auto select = [&](const std::string& text) {
        return tests::verdict(check_selects_one_item(targets_.schema(), statement_of(text), refusal)
        );
    };
    EXPECT_EQ(select("SELECT * FROM Tab" + kWholeKey), "ok");
    EXPECT_EQ(select("SELECT x FROM Tab WHERE pk IN ['a'] AND sk = 1"), "ok");
    EXPECT_EQ(select("SELECT * FROM Tab"), "refused");
    EXPECT_EQ(select("SELECT * FROM Tab" + kWholeKey + " AND x = 1"), "refused");
    EXPECT_EQ(select("SELECT * FROM Tab.\"all\"" + kWholeKey), "refused");
    EXPECT_EQ(
        select("SELECT * FROM Tab WHERE pk = 1"),
        "Key attribute's data type should match its data type in table's schema: Key pk"
    );
}

TEST_F(WritePlanTest, PutsANewItemForAnInsert) {
    const auto write = planned("INSERT INTO Tab VALUE {'pk': 'a', 'sk': 1, 'x': 2}");
    ASSERT_TRUE(write) << write.error().message;
    EXPECT_EQ(write->intent.kind, write::WriteKind::Put);
    EXPECT_TRUE(write->intent.must_be_new);
    EXPECT_FALSE(write->intent.charge_statement);
    EXPECT_EQ(write->intent.hash, schema::hash_partition_key("a"));
    EXPECT_EQ(write->intent.key().pk, "a");
    EXPECT_EQ(
        tests::verdict(planned("INSERT INTO Tab VALUE {'pk': 'a'}")),
        "One or more parameter values were invalid: Missing the key sk in the item"
    );
}

TEST_F(WritePlanTest, ChecksTheWholeWhereOfAnUpdate) {
    const auto write = planned("UPDATE Tab SET x = 1" + kWholeKey + " AND y = 2");
    ASSERT_TRUE(write);
    EXPECT_EQ(write->intent.kind, write::WriteKind::Update);
    EXPECT_EQ(write->intent.update, &statement_.update);
    EXPECT_EQ(write->intent.condition, &*statement_.where);
    EXPECT_EQ(tests::item_text(write->intent.image.get()), "{'pk':{'S':'a'},'sk':{'N':'1'}}");
    EXPECT_EQ(
        tests::verdict(planned("UPDATE Tab SET x = 1 WHERE pk = 'a' AND sk = 'b'")),
        "The provided key element does not match the schema"
    );
}

TEST_F(WritePlanTest, LetsADeleteOfAMissingItemSucceed) {
    const auto bare = planned("DELETE FROM Tab" + kWholeKey);
    ASSERT_TRUE(bare);
    EXPECT_EQ(bare->intent.kind, write::WriteKind::Delete);
    EXPECT_EQ(bare->intent.condition, nullptr);
    const auto conditional = planned("DELETE FROM Tab" + kWholeKey + " AND x = 2");
    ASSERT_TRUE(conditional);
    EXPECT_EQ(
        protocol::expression::condition_text(*conditional->intent.condition),
        R"((attribute_not_exists(pk) OR (pk = {"S":"a"} AND sk = {"N":"1"} AND x = {"N":"2"})))"
    );
}

TEST_F(WritePlanTest, ChecksForAnExists) {
    const auto write = planned("EXISTS(SELECT * FROM Tab" + kWholeKey + " AND sk = 2)");
    ASSERT_TRUE(write);
    EXPECT_EQ(write->intent.kind, write::WriteKind::Check);
    EXPECT_EQ(write->intent.condition, &*statement_.where);
}

TEST_F(WritePlanTest, ReturnsTheImageThatReturningRequests) {
    const auto old_image = tests::item("{'pk': {'S': 'a'}, 'x': {'N': '1'}, 'y': {'N': '9'}}");
    const auto new_image = tests::item("{'pk': {'S': 'a'}, 'x': {'N': '2'}, 'y': {'N': '9'}}");
    const auto returned = [&](const std::string& returning) {
        const auto statement = statement_of("UPDATE Tab SET x = 2" + kWholeKey + returning);
        return tests::item_text(returned_item(statement, old_image, new_image).get());
    };
    EXPECT_EQ(returned(""), "nothing");
    EXPECT_EQ(returned(" RETURNING ALL OLD *"), tests::item_text(old_image.get()));
    EXPECT_EQ(returned(" RETURNING ALL NEW *"), tests::item_text(new_image.get()));
    EXPECT_EQ(returned(" RETURNING MODIFIED OLD *"), "{'x':{'N':'1'}}");
    EXPECT_EQ(returned(" RETURNING MODIFIED NEW *"), "{'x':{'N':'2'}}");
}

}  // namespace
}  // namespace stator::engine::partiql
