#include "engine/write/rare_conflict.hpp"
#include "engine/faults/watched_context.hpp"

#include <gtest/gtest.h>

#include "engine/faults/rare_answers.hpp"

#include <string>

namespace stator::engine::write {
namespace {

using protocol::ErrorType;

class RareConflict : public ::testing::Test {
protected:
    void meet_at(std::size_t action) {
        rare_.conflict_at = action;
        context_.rare_answers = &rare_;
    }

    // The codes as "None TransactionConflict", or "" without a conflict.
    std::string codes(std::size_t actions) const {
        const auto result = rare_conflict(context_, actions);
        if (result.has_value()) return "";
        EXPECT_EQ(result.error().type, ErrorType::TransactionCanceledException);
        std::string text;
        for (const auto& reason : result.error().cancellation_reasons) {
            text.append(text.empty() ? "" : " ").append(reason.code);
        }
        return text;
    }

    faults::RareAnswers rare_;
    faults::WatchedContext context_;
};

TEST_F(RareConflict, DoesNotHappenByDefault) {
    EXPECT_EQ(codes(2), "");
    EXPECT_TRUE(rare_conflict(context_));
    EXPECT_EQ(conflicting_position(context_, 2), std::nullopt);
    // Other rare answers have no effect here.
    rare_.page_rows = 1;
    context_.rare_answers = &rare_;
    EXPECT_EQ(codes(2), "");
    EXPECT_TRUE(rare_conflict(context_));
    EXPECT_EQ(conflicting_position(context_, 2), std::nullopt);
}

TEST_F(RareConflict, HappensAtTheGivenAction) {
    meet_at(1);
    EXPECT_EQ(codes(3), "None TransactionConflict None");
    EXPECT_EQ(conflicting_position(context_, 3), 1U);
}

TEST_F(RareConflict, HappensAtTheLastOfFewerActions) {
    meet_at(2);
    EXPECT_EQ(codes(3), "None None TransactionConflict");
    EXPECT_EQ(codes(2), "None TransactionConflict");
    EXPECT_EQ(codes(1), "TransactionConflict");
}

TEST_F(RareConflict, HappensToASingleWriteForAnyGivenAction) {
    meet_at(7);
    const auto result = rare_conflict(context_);
    ASSERT_TRUE(result.has_error());
    EXPECT_EQ(result.error().type, ErrorType::TransactionConflictException);
    EXPECT_EQ(result.error().message, "Transaction is ongoing for the item");
}

}  // namespace
}  // namespace stator::engine::write
