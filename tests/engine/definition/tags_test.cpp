// Tags of a table, by its ARN: which table the ARN names, and that all tags change or none.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/catalog/catalog.hpp"
#include "tests/support/catalog_fixture.hpp"

namespace stator::engine::definition {
namespace {

using protocol::ErrorType;
using protocol::operations::settings::Tags;

const std::string kArn = "arn:aws:dynamodb:us-east-1:123456789012:table/tbl";

class TableTags : public CatalogFixture {
protected:
    std::string tag(const Tags& tags, const std::string& arn = kArn) {
        return message_of(CatalogFixture::tag(arn, tags));
    }

    std::string untag(const std::vector<std::string>& keys) {
        return message_of(CatalogFixture::untag(kArn, keys));
    }

    // Returns for example "a=1 b=2", or the error message.
    std::string tags(const std::string& arn = kArn) {
        const auto found = list_tags(arn);
        if (found.has_error()) return found.error().message;
        std::string text;
        for (const auto& [key, value] : *found) {
            text.append(text.empty() ? "" : " ").append(key).append("=").append(value);
        }
        return text;
    }
};

Tags many_tags(int count) {
    Tags tags;
    for (int i = 0; i < count; ++i) tags["key" + std::to_string(i)] = "value";
    return tags;
}

TEST_F(TableTags, AreAddedReplacedAndRemoved) {
    create_on_demand();
    EXPECT_EQ(tags(), "");
    EXPECT_EQ(tag({{"b", "1"}, {"a", ""}}), "");
    EXPECT_EQ(tags(), "a= b=1");
    EXPECT_EQ(tag({{"b", "2"}, {"c", "3"}}), "");
    EXPECT_EQ(tags(), "a= b=2 c=3");
    EXPECT_EQ(untag({"a", "none", "c"}), "");
    EXPECT_EQ(tags(), "b=2");
}

TEST_F(TableTags, AreRecordedOnceTheyChange) {
    create_on_demand();
    EXPECT_EQ(tag({{"a", "1"}}), "");
    const std::size_t recorded = host->records().size();
    EXPECT_EQ(tag({{"a", "1"}}), "");
    EXPECT_EQ(untag({"b"}), "");
    EXPECT_EQ(host->records().size(), recorded);
    EXPECT_EQ(untag({"a"}), "");
    EXPECT_EQ(host->records().size(), recorded + 1);
}

TEST_F(TableTags, AreFiftyAtMostAllOrNothing) {
    create_on_demand();
    const std::string too_many =
        "Number of Tags exceed the current limit for the provided ResourceArn";
    EXPECT_EQ(tag(many_tags(51)), too_many);
    EXPECT_EQ(tags(), "");
    EXPECT_EQ(tag(many_tags(50)), "");
    EXPECT_EQ(tag({{"key7", "other"}}), "");
    EXPECT_EQ(tag({{"key7", "lost"}, {"one more", ""}}), too_many);
    EXPECT_EQ(table().tags.size(), 50U);
    EXPECT_EQ(table().tags.at("key7"), "other");
}

// AWS: [case tags/resource_arn]
TEST_F(TableTags, AreOfTheTableThatTheArnNames) {
    create_on_demand();
    const std::string arn = "arn:aws:dynamodb:";
    const auto refused = [&](const std::string& bad) {
        const auto found = list_tags(bad);
        EXPECT_TRUE(found.has_error()) << bad;
        return found.error();
    };
    const std::string abroad = arn + "eu-west-1:123456789012:table/tbl";
    EXPECT_EQ(refused(abroad).type, ErrorType::ValidationException);
    EXPECT_EQ(
        refused(abroad).message, "Invalid TableArn: Invalid ResourceArn provided as input " + abroad
    );
    // The table of another account is rejected before the lookup, even if it does not exist.
    const std::string foreign = arn + "us-east-1:999999999999:table/none";
    EXPECT_EQ(refused(foreign).type, ErrorType::AccessDeniedException);
    const std::string missing = arn + "us-east-1:123456789012:table/none";
    EXPECT_EQ(refused(missing).type, ErrorType::ResourceNotFoundException);
    EXPECT_EQ(tag({{"a", "1"}}, missing), refused(missing).message);
}

TEST_F(TableTags, AreNotFoundWhileTheTableIsCreating) {
    ASSERT_EQ(create(kOnDemandTable), "");
    const auto found = list_tags(kArn);
    ASSERT_TRUE(found.has_error());
    EXPECT_EQ(found.error().type, ErrorType::ResourceNotFoundException);
    settle();
    EXPECT_EQ(tags(), "");
}

// AWS: [case tags/deleting_table]
TEST_F(TableTags, DoNotChangeWhileTheTableIsDeleting) {
    create_on_demand();
    EXPECT_EQ(tag({{"a", "1"}}), "");
    ASSERT_EQ(remove(), "");
    EXPECT_EQ(tags(), "a=1");
    EXPECT_EQ(tag({{"a", "1"}}), "");
    const std::string deleting =
        "Attempt to change a resource which is still in use: Table is being deleted: tbl";
    EXPECT_EQ(tag({{"a", "2"}}), deleting);
    EXPECT_EQ(untag({"a"}), deleting);
    EXPECT_EQ(tags(), "a=1");
}

}  // namespace
}  // namespace stator::engine::definition
