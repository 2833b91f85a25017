#include "engine/operations/batch_progress.hpp"
#include "engine/faults/watched_context.hpp"

#include <gtest/gtest.h>

#include <string>

#include "protocol/errors/general.hpp"

namespace stator::engine::operations {
namespace {

using protocol::ApiError;
using protocol::ErrorType;

ApiError throttled(const std::string& message = "slow down") {
    return {ErrorType::ProvisionedThroughputExceededException, message};
}

class BatchProgressTest : public ::testing::Test {
protected:
    BatchProgressTest() { context_.meter = &meter_; }

    // For example "yes yes no": which of the first `count` requests are processed.
    static std::string processed(BatchProgress& progress, int count) {
        std::string text;
        for (int i = 0; i < count; ++i) {
            text.append(text.empty() ? "" : " ").append(progress.processes({}) ? "yes" : "no");
        }
        return text;
    }

    capacity::RequestMeter meter_;
    faults::RareAnswers rare_;
    faults::WatchedContext context_;
};

TEST_F(BatchProgressTest, ProcessesAdmittedRequests) {
    BatchProgress progress(context_);
    EXPECT_EQ(processed(progress, 3), "yes yes yes");
    EXPECT_FALSE(progress.processes(throttled()));
    EXPECT_TRUE(progress.processes({}));
    EXPECT_EQ(meter_.unprocessed, 1);
    EXPECT_TRUE(progress.finish());
}

// AWS: returns the exception only if nothing at all was processed.
TEST_F(BatchProgressTest, EndsWithTheLastRefusalWhenNothingWasProcessed) {
    BatchProgress progress(context_);
    EXPECT_FALSE(progress.processes(throttled("first")));
    EXPECT_FALSE(progress.processes(throttled("last")));
    ASSERT_TRUE(progress.finish().has_error());
    EXPECT_EQ(progress.finish().error().message, "last");
    EXPECT_EQ(meter_.unprocessed, 2);
    EXPECT_TRUE(progress.processes({}));
    EXPECT_TRUE(progress.finish());
}

TEST_F(BatchProgressTest, ReturnsARequestThatIsThrottledLater) {
    BatchProgress progress(context_);
    EXPECT_TRUE(progress.processes({}));
    progress.throttle(throttled("index"));
    EXPECT_EQ(meter_.unprocessed, 1);
    ASSERT_TRUE(progress.finish().has_error());
    EXPECT_EQ(progress.finish().error().message, "index");
}

TEST_F(BatchProgressTest, ReturnsARequestThatDoesNotFitWithoutAnError) {
    BatchProgress progress(context_);
    progress.give_back();
    EXPECT_EQ(meter_.unprocessed, 1);
    EXPECT_TRUE(progress.finish());
    context_.meter = nullptr;
    progress.give_back();
    EXPECT_EQ(meter_.unprocessed, 1);
}

TEST_F(BatchProgressTest, ReturnsTheRequestsOfARareAnswerButNeverTheFirst) {
    rare_.unprocessed_fraction = 1;
    context_.rare_answers = &rare_;
    BatchProgress progress(context_);
    EXPECT_EQ(processed(progress, 4), "yes no no no");
    EXPECT_EQ(meter_.unprocessed, 3);
    EXPECT_TRUE(progress.finish());
}

// A request that is throttled and also selected as unprocessed counts once.
TEST_F(BatchProgressTest, CountsEachRequestOnce) {
    rare_.unprocessed_fraction = 1;
    context_.rare_answers = &rare_;
    BatchProgress progress(context_);
    EXPECT_FALSE(progress.processes(throttled()));
    EXPECT_FALSE(progress.processes(throttled()));
    EXPECT_EQ(meter_.unprocessed, 2);
    EXPECT_TRUE(progress.finish().has_error());
}

TEST(BatchThrottling, RecognizesThrottlingErrors) {
    for (const ErrorType type :
         {ErrorType::ProvisionedThroughputExceededException,
          ErrorType::ThrottlingException,
          ErrorType::RequestLimitExceeded}) {
        EXPECT_TRUE(BatchProgress::is_throttling({type, ""}));
    }
    for (const ErrorType type :
         {ErrorType::ValidationException,
          ErrorType::InternalServerError,
          ErrorType::LimitExceededException,
          ErrorType::TransactionConflictException}) {
        EXPECT_FALSE(BatchProgress::is_throttling({type, ""}));
    }
}

}  // namespace
}  // namespace stator::engine::operations
