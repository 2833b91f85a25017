#include "protocol/errors/transactions.hpp"

#include <gtest/gtest.h>

#include <string>

#include "protocol/errors/general.hpp"
#include "protocol/errors/items.hpp"

namespace stator::protocol::errors {
namespace {

TEST(CancellationReason, ExistsForErrorsOfOneItem) {
    EXPECT_TRUE(can_be_reason(conditional_check_failed(nullptr)));
    EXPECT_TRUE(can_be_reason(validation("x")));
    EXPECT_TRUE(can_be_reason(transaction_conflict()));
    EXPECT_FALSE(can_be_reason(transaction_in_progress()));
    EXPECT_FALSE(can_be_reason(internal_server_error()));
}

TEST(CancellationReason, KeepsMessageAndItem) {
    const auto item = values::ItemImage::create(0, "");
    const CancellationReason reason = cancellation_reason(conditional_check_failed(item));
    EXPECT_EQ(reason.code, "ConditionalCheckFailed");
    EXPECT_EQ(reason.message, "The conditional request failed");
    EXPECT_EQ(reason.item, item);
    EXPECT_EQ(cancellation_reason(validation("x")).code, "ValidationError");
}

TEST(TransactionCancelled, ListsACodeForEveryAction) {
    const ApiError error =
        transaction_cancelled_by(cancellation_reason(conditional_check_failed(nullptr)), 1, 3);
    EXPECT_EQ(error.type, ErrorType::TransactionCanceledException);
    EXPECT_EQ(
        error.message,
        "Transaction cancelled, please refer cancellation reasons for specific reasons [None, "
        "ConditionalCheckFailed, None]"
    );
    ASSERT_EQ(error.cancellation_reasons.size(), 3u);
    EXPECT_EQ(error.cancellation_reasons[2].code, "None");
}

}  // namespace
}  // namespace stator::protocol::errors
