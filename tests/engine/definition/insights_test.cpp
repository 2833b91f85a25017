#include "engine/definition/insights.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/definition/edited_table.hpp"

namespace stator::engine::definition {
namespace {

using protocol::model::ContributorInsights;
using protocol::model::InsightsMode;
using protocol::model::InsightsStatus;
using protocol::model::TableDescription;
using protocol::operations::settings::DescribedInsights;
using protocol::operations::settings::InsightsPlace;
using protocol::values::IndexStatus;
using protocol::values::TableStatus;

constexpr InsightsMode kAll = InsightsMode::AccessedAndThrottledKeys;
constexpr InsightsMode kThrottled = InsightsMode::ThrottledKeys;

class InsightsTest : public EditedTables {
protected:
    std::string set(bool enable, const std::string& index = "", InsightsMode mode = kAll) {
        return apply(insights_edit({"tbl", index, enable, mode}, described_));
    }

    DescribedInsights described_;
};

TEST_F(InsightsTest, HaveStatusEnablingAtFirst) {
    EXPECT_EQ(set(true), "changed");
    const ContributorInsights expected{InsightsStatus::Enabling, kAll, now_, now_};
    EXPECT_EQ(table_.insights.at(""), expected);
    EXPECT_EQ(described_.insights, expected);
    EXPECT_EQ(described_.table_name, "tbl");
}

TEST_F(InsightsTest, DoNotChangeIfTheRequestMatchesTheirState) {
    EXPECT_EQ(set(false), "unchanged");
    set(true);
    EXPECT_EQ(set(true), "unchanged");
    table_.insights[""].status = InsightsStatus::Enabled;
    EXPECT_EQ(set(true), "unchanged");
    EXPECT_EQ(described_.insights, table_.insights[""]);
    now_ += 5;
    EXPECT_EQ(set(true, "", kThrottled), "changed") << "the mode differs";
    EXPECT_EQ(
        table_.insights.at(""),
        (ContributorInsights{InsightsStatus::Enabling, kThrottled, now_, now_})
    );
}

TEST_F(InsightsTest, KeepTheirEnabledTimeWhileDisabling) {
    set(true);
    const Instant enabled = now_;
    now_ += 5;
    EXPECT_EQ(set(false), "changed");
    EXPECT_EQ(
        table_.insights.at(""),
        (ContributorInsights{InsightsStatus::Disabling, kAll, enabled, now_})
    );
    EXPECT_EQ(set(false), "unchanged");
}

TEST_F(InsightsTest, AreSeparateForEachIndex) {
    EXPECT_EQ(set(true, "gsi"), "changed");
    EXPECT_EQ(table_.insights.size(), 1U);
    EXPECT_EQ(described_.index_name, "gsi");
    EXPECT_TRUE(described_.has_sort_key);
    EXPECT_FALSE(insights_of(table_, "")->insights);
    EXPECT_FALSE(insights_of(table_, "")->has_sort_key);
    EXPECT_EQ(
        set(true, "none"), "Requested resource not found: Index: none not found for table: tbl"
    );
}

TEST_F(InsightsTest, RequireAnActiveTableAndIndex) {
    const std::string invalid =
        "Table or Index is not in a valid state to update Key Access Insights: ";
    table_.global_indexes[0].status = IndexStatus::Updating;
    EXPECT_EQ(
        set(true, "gsi"), invalid + "IndexStatus must be ACTIVE to enable ContributorInsights."
    );
    EXPECT_EQ(set(true), "changed");
    table_.status = TableStatus::Updating;
    EXPECT_EQ(set(false), invalid + "TableStatus must be ACTIVE to enable ContributorInsights.");
    EXPECT_TRUE(insights_of(table_, "")->insights) << "reading them is still allowed";
}

TEST_F(InsightsTest, TreatARestoringTableAsMissing) {
    table_.restore = protocol::model::RestoreSummary{};
    EXPECT_EQ(message_of(insights_of(table_, "")), set(true));
    EXPECT_NE(set(true), "");
}

class InsightsPages : public InsightsTest {
protected:
    InsightsPages() {
        table_.insights[""] = {InsightsStatus::Enabled};
        table_.insights["gsi"] = {InsightsStatus::Disabling};
        tables_ = {table_, table_};
        tables_[0].name = "a";
        tables_[1].name = "b";
        tables_[1].insights["gsi"] = {InsightsStatus::Disabled};
    }

    // One page, such as "a a/gsi b", with "…" at the end if it is not the last one.
    std::string page(std::int64_t most, const std::optional<InsightsPlace>& after = {}) const {
        const auto reply = list_insights(tables_, {"", most, after});
        std::string text;
        for (const DescribedInsights& summary : reply.summaries) {
            text += text.empty() ? "" : " ";
            text += summary.table_name;
            if (!summary.index_name.empty()) text += "/" + summary.index_name;
        }
        return reply.has_more ? text + "…" : text;
    }

    std::vector<TableDescription> tables_;
};

TEST_F(InsightsPages, ListAllInsightsThatAreNotDisabled) {
    EXPECT_EQ(page(100), "a a/gsi b");
    EXPECT_EQ(page(3), "a a/gsi b") << "no results follow the full page";
    EXPECT_EQ(page(2), "a a/gsi…");
}

TEST_F(InsightsPages, ContinueAfterTheGivenPlace) {
    EXPECT_EQ(page(1), "a…");
    EXPECT_EQ(page(1, InsightsPlace{"a", ""}), "a/gsi…");
    EXPECT_EQ(page(1, InsightsPlace{"a", "gsi"}), "b");
    EXPECT_EQ(page(1, InsightsPlace{"b", ""}), "");
}

TEST_F(InsightsPages, RepeatTheTableIfItsIndexWasDeleted) {
    EXPECT_EQ(page(100, InsightsPlace{"a", "gone"}), "a a/gsi b");
    EXPECT_EQ(page(100, InsightsPlace{"aa", ""}), "b") << "the table was deleted";
}

}  // namespace
}  // namespace stator::engine::definition
