#include "engine/read/empty_page.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "engine/read/planner.hpp"
#include "tests/support/expression_support.hpp"
#include "tests/support/indexed_table.hpp"

namespace stator::engine::read {
namespace {

using testing::item;
using testing::number;
using testing::put;
using testing::text;

class EmptyPageTest : public ::testing::Test {
protected:
    EmptyPageTest() : table_(testing::make_indexed_table(database_)) {
        for (const std::string sk : {"1", "2", "5"}) {
            database_.run(put("Tab", item({{"pk", text("a")}, {"sk", number(sk)}})));
        }
    }

    // The key at the end of an empty page that follows the sort key `start`; "" starts at the
    // beginning.
    std::string end(const std::string& start, bool forward = true) {
        auto request = testing::query("Tab", "pk = :a", {{":a", text("a")}});
        request.forward = forward;
        if (!start.empty()) {
            request.options.start_key = item({{"pk", text("a")}, {"sk", number(start)}});
        }
        const ReadPlan plan = plan_query(table_, request).value();
        return tests::item_text(end_of_empty_page(plan).get());
    }

    testing::Database database_;
    std::shared_ptr<table::Table> table_;
};

TEST_F(EmptyPageTest, EndsBetweenTwoRows) {
    EXPECT_EQ(end("2"), "{'pk':{'S':'a'},'sk':{'N':'3'}}");
    EXPECT_EQ(end("1"), "{'pk':{'S':'a'},'sk':{'N':'1.5'}}");
}

TEST_F(EmptyPageTest, EndsBetweenTwoRowsAlsoBackwards) {
    EXPECT_EQ(end("5", false), "{'pk':{'S':'a'},'sk':{'N':'3'}}");
}

TEST_F(EmptyPageTest, FollowsARowAndNothingElse) {
    EXPECT_EQ(end(""), "nothing");
    EXPECT_EQ(end("3"), "nothing");
}

TEST_F(EmptyPageTest, PrecedesARow) {
    EXPECT_EQ(end("5"), "nothing");
    EXPECT_EQ(end("1", false), "nothing");
}

}  // namespace
}  // namespace stator::engine::read
