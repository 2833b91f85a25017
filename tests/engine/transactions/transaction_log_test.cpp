#include "engine/transactions/transaction_log.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/support/expression_support.hpp"

namespace stator::engine::transactions {
namespace {

constexpr std::int64_t kTenMinutesMs = 600'000;
const std::string kMismatch =
    "Request rejected because it was retried with a different payload but with a request token "
    "that "
    "was already used.";
const std::string kInProgress =
    "The transaction with the given request token is already in progress";

RequestContext context(Instant now, std::string universe = "") {
    RequestContext made;
    made.place.universe = std::move(universe);
    made.place.region = "us-east-1";
    made.now = now;
    return made;
}

// Uses the token like a transaction that commits.
void commit(
    TransactionLog& log,
    const RequestContext& context,
    std::string_view token = "tok",
    JournalTicket journal_ticket = {}
) {
    auto use = log.begin(context, "TransactWriteItems", token, "payload");
    ASSERT_TRUE(use);
    use->commit({{"tbl", 2.5}}, context.now, journal_ticket);
}

// Returns "new", "replay", or the error message.
std::string outcome(
    TransactionLog& log,
    const RequestContext& context,
    std::string_view payload = "payload",
    std::string_view operation = "TransactWriteItems",
    std::string_view token = "tok"
) {
    const auto use = log.begin(context, operation, token, payload);
    if (use.has_error()) return use.error().message;
    return use->is_replay() ? "replay" : "new";
}

TEST(TransactionLog, RemembersATokenForTenMinutes) {
    TransactionLog log;
    commit(log, context(Instant(1'000)));
    EXPECT_EQ(outcome(log, context(Instant(1'000))), "replay");
    EXPECT_EQ(outcome(log, context(Instant(1'000 + kTenMinutesMs - 1))), "replay");
    EXPECT_EQ(outcome(log, context(Instant(1'000 + kTenMinutesMs))), "new");
}

TEST(TransactionLog, KnowsATokenByItsPayload) {
    TransactionLog log;
    commit(log, context(Instant(0)));
    EXPECT_EQ(outcome(log, context(Instant(0)), "other"), kMismatch);
    EXPECT_EQ(outcome(log, context(Instant(kTenMinutesMs)), "other"), "new");
}

TEST(TransactionLog, ReservesATokenWhileItsTransactionRuns) {
    TransactionLog log;
    {
        const auto running = log.begin(context(Instant(0)), "TransactWriteItems", "tok", "payload");
        ASSERT_TRUE(running);
        EXPECT_EQ(outcome(log, context(Instant(0))), kInProgress);
        EXPECT_EQ(outcome(log, context(Instant(0)), "other"), kMismatch);
        EXPECT_EQ(outcome(log, context(Instant(10 * kTenMinutesMs))), kInProgress);
    }
    EXPECT_EQ(outcome(log, context(Instant(0)), "other"), "new");
}

TEST(TransactionLog, SeparatesTokensByUniverseRegionAndOperation) {
    TransactionLog log;
    commit(log, context(Instant(0)));
    RequestContext elsewhere = context(Instant(0));
    elsewhere.place.region = "eu-west-1";
    EXPECT_EQ(outcome(log, elsewhere, "other"), "new");
    EXPECT_EQ(outcome(log, context(Instant(0), "universe"), "other"), "new");
    EXPECT_EQ(outcome(log, context(Instant(0)), "other", "ExecuteTransaction"), "new");
    EXPECT_EQ(outcome(log, context(Instant(0)), "other", "TransactWriteItems", "tok2"), "new");
}

TEST(TransactionLog, AcceptsRepeatedTransactionsWithoutAToken) {
    TransactionLog log;
    commit(log, context(Instant(0)), "");
    const auto use = log.begin(context(Instant(0)), "TransactWriteItems", "", "payload");
    ASSERT_TRUE(use);
    EXPECT_FALSE(use->is_replay());
    EXPECT_FALSE(use->row({}, Instant(0)));
    EXPECT_TRUE(log.contents("").empty());
}

TEST(TransactionLog, ReturnsTheResultOfTheTransactionToAReplay) {
    TransactionLog log;
    commit(log, context(Instant(0)), "tok", JournalTicket{17});
    const auto use = log.begin(context(Instant(1)), "TransactWriteItems", "tok", "payload");
    ASSERT_TRUE(use);
    EXPECT_EQ(use->replay(), (TransactionReplay{{"tbl", 2.5}}));
    EXPECT_EQ(use->journal_ticket(), JournalTicket{17});
}

TEST(TransactionLog, IsRestoredFromItsRows) {
    TransactionLog log;
    auto use = log.begin(context(Instant(1'000)), "TransactWriteItems", "tok", "payload");
    const TransactionReplay replay = {
        {"one", 2}, {"arn:aws:dynamodb:us-east-1:123456789012:table/two", 0.5}};
    const auto row = use->row(replay, Instant(1'000));
    ASSERT_TRUE(row);
    EXPECT_EQ(row->expires_at, Instant(1'000 + kTenMinutesMs));

    TransactionLog restored;
    restored.restore(*row);
    EXPECT_EQ(outcome(restored, context(Instant(2'000)), "other"), kMismatch);
    const auto repeated =
        restored.begin(context(Instant(2'000)), "TransactWriteItems", "tok", "payload");
    ASSERT_TRUE(repeated);
    EXPECT_TRUE(repeated->is_replay());
    EXPECT_EQ(repeated->replay(), replay);
    EXPECT_EQ(outcome(restored, context(Instant(1'000 + kTenMinutesMs))), "new");
}

TEST(TransactionLog, KeepsATokenInUseBeyondItsExpiry) {
    TransactionLog log;
    commit(log, context(Instant(0)));
    persistence::EntryRow row = log.contents("").front();
    row.expires_at = Instant(1'000);
    log.restore(row);
    const auto running = log.begin(context(Instant(1'000)), "TransactWriteItems", "tok", "payload");
    ASSERT_TRUE(running);
    EXPECT_FALSE(running->is_replay());
    EXPECT_EQ(outcome(log, context(Instant(kTenMinutesMs))), kInProgress);
}

TEST(TransactionLog, ForgetsTheTokensOfAUniverse) {
    TransactionLog log;
    commit(log, context(Instant(0), "one"));
    commit(log, context(Instant(0), "one"), "tok2");
    commit(log, context(Instant(5), "other"));
    const auto before = log.contents("one");
    EXPECT_EQ(before.size(), 2u);
    EXPECT_EQ(log.forget("one"), before);
    EXPECT_TRUE(log.contents("one").empty());
    EXPECT_EQ(log.contents("other").size(), 1u);
    EXPECT_EQ(outcome(log, context(Instant(0), "one"), "other"), "new");
}

TEST(TransactionLog, CopiesATokenToAnotherUniverse) {
    TransactionLog log;
    commit(log, context(Instant(0), "one"));
    persistence::EntryRow row = log.contents("one").front();
    EXPECT_EQ(row.section, log.name());
    EXPECT_EQ(row.place.universe, "one");
    EXPECT_EQ(row.place.region, "us-east-1");
    row.place.universe = "two";
    log.restore(row);
    EXPECT_EQ(outcome(log, context(Instant(0), "two")), "replay");
    EXPECT_EQ(outcome(log, context(Instant(0), "one")), "replay");
}

TEST(TransactionLog, RefusesAnEntryWithoutAFingerprintOrAnExpiry) {
    TransactionLog log;
    commit(log, context(Instant(0)));
    persistence::EntryRow row = log.contents("").front();
    EXPECT_TRUE(log.adapt(row));
    row.expires_at.reset();
    EXPECT_FALSE(log.adapt(row));
    row.expires_at = Instant(1);
    row.value = "short";
    EXPECT_FALSE(log.adapt(row));
}

}  // namespace
}  // namespace stator::engine::transactions
