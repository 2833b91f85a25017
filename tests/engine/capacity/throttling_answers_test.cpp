// Every reply to a throttled request, by billing mode, resource, direction and cause: if the limit
// is really exceeded, and if a fault rule injects the reply.
#include <functional>
#include <map>
#include <set>

#include "engine/faults/rare_answers.hpp"
#include "tests/engine/capacity/throttled_requests.hpp"
#include "tests/support/throttling_rows.hpp"

namespace stator::engine::capacity {
namespace {

using protocol::errors::ThroughputLimit;

constexpr std::array kLimits = {
    ThroughputLimit::Provisioned,
    ThroughputLimit::KeyRange,
    ThroughputLimit::MaxOnDemand,
    ThroughputLimit::Account};

constexpr Instant kNow{1'750'000'000'000};

// One table or index, in one direction.
struct Source {
    bool is_on_demand = false;
    bool is_index = false;
    Direction direction = Direction::Read;

    std::string text() const {
        std::string text = is_on_demand ? "on demand" : "provisioned";
        text.append(is_index ? " index" : " table");
        return text.append(direction == Direction::Write ? " write" : " read");
    }

    ChargedSource charged(const ThroughputLimits& limits) const {
        return {TableNumber{1}, "t", is_index ? "i" : "", is_index ? "arn:i" : "arn:t", limits};
    }
};

std::vector<Source> all_sources() {
    std::vector<Source> sources;
    for (const bool is_on_demand : {false, true}) {
        for (const bool is_index : {false, true}) {
            for (const Direction direction : {Direction::Read, Direction::Write}) {
                sources.push_back({is_on_demand, is_index, direction});
            }
        }
    }
    return sources;
}

// The reason that the error has in the table of replies. If the error does not match a row, the
// test fails.
std::string row_of(const Source& source, const protocol::ApiError& error) {
    if (error.throttling_reasons.size() != 1) return "not one reason";
    const auto& reason = error.throttling_reasons.front();
    const auto* row = testing::find_throttling_row(source.text(), reason.reason);
    if (row == nullptr) return source.text() + " has no " + reason.reason;
    if (row->exception != protocol::error_name(error.type)) return "wrong exception";
    if (!error.message.starts_with(row->message)) return "wrong message: " + error.message;
    if (reason.resource != (source.is_index ? "arn:i" : "arn:t")) return "wrong resource";
    return reason.reason;
}

// Limits with which that source reaches this limit first, if it has this limit.
ThroughputLimits limits_for(const Source& source, ThroughputLimit limit) {
    ThroughputLimits limits;
    limits.on_demand = source.is_on_demand;
    // So many units that a partition reaches its own limit first.
    const double units = limit == ThroughputLimit::KeyRange ? 20'000 : 10;
    limits.read_units = limits.write_units = source.is_on_demand ? 0 : units;
    limits.warm_read = limits.warm_write = source.is_on_demand ? units : 0;
    if (limit == ThroughputLimit::MaxOnDemand) limits.max_read = limits.max_write = 1;
    if (limit == ThroughputLimit::Account) limits.warm_read = limits.warm_write = 50'000;
    return limits;
}

// The error of the source after enough units are consumed, in one partition or in all.
protocol::ApiError exhausted(const Source& source, ThroughputLimit limit) {
    Throughput throughput;
    throughput.set_mode(ThrottleMode::Aws);
    const ChargedSource charged = source.charged(limits_for(source, limit));
    const bool is_one_partition = limit == ThroughputLimit::KeyRange;
    for (std::uint64_t i = 0; i < 1'000; ++i) {
        const PartitionId partition{is_one_partition ? 1 : i};
        const auto admitted = throughput.admit(source.direction, charged, partition, kNow);
        if (admitted.has_error()) return admitted.error();
        throughput.charge(source.direction, charged, {partition, i, "k", 900}, kNow);
    }
    return {};
}

bool has_row(const Source& source, ThroughputLimit limit) {
    const std::string name(protocol::errors::throughput_limit_name(limit));
    return std::ranges::any_of(testing::kThrottlingRows, [&](const auto& row) {
        return row.source == source.text() && row.reason.ends_with(name);
    });
}

TEST(ThrottlingAnswers, AreReturnedWhenALimitIsExceeded) {
    std::set<std::pair<std::string, std::string>> met;
    for (const Source& source : all_sources()) {
        for (const ThroughputLimit limit : kLimits) {
            if (!has_row(source, limit)) continue;
            const std::string row = row_of(source, exhausted(source, limit));
            EXPECT_TRUE(row.ends_with(protocol::errors::throughput_limit_name(limit)))
                << source.text() << ": " << row;
            met.emplace(source.text(), row);
        }
    }
    EXPECT_EQ(met.size(), testing::kThrottlingRows.size());
}

TEST(ThrottlingAnswers, AreInjectedByFaults) {
    std::set<std::pair<std::string, std::string>> met;
    for (const Source& source : all_sources()) {
        for (const ThroughputLimit limit : kLimits) {
            const ChargedSource charged = source.charged(limits_for(source, limit));
            faults::Throttle throttle;
            throttle.limit = limit;
            const std::string row =
                row_of(source, faults::throttled_by(throttle, source.direction, charged));
            const auto expected =
                has_row(source, limit) ? limit : protocol::errors::usual_limit(source.is_on_demand);
            EXPECT_TRUE(row.ends_with(protocol::errors::throughput_limit_name(expected)))
                << source.text() << ": " << row;
            met.emplace(source.text(), row);
        }
    }
    EXPECT_EQ(met.size(), testing::kThrottlingRows.size());
}

TEST(ThrottlingAnswers, UnsetMaximumIsNotExceeded) {
    const Source source{true, false, Direction::Write};
    const ChargedSource charged = source.charged(limits_for(source, ThroughputLimit::KeyRange));
    faults::Throttle throttle;
    throttle.limit = ThroughputLimit::MaxOnDemand;
    EXPECT_EQ(
        row_of(source, faults::throttled_by(throttle, Direction::Write, charged)),
        "TableWriteKeyRangeThroughputExceeded"
    );
}

TEST(ThrottlingAnswers, CompleteReasonIsNotChanged) {
    const Source source{false, false, Direction::Read};
    const ChargedSource charged = source.charged(limits_for(source, ThroughputLimit::Provisioned));
    faults::Throttle throttle;
    throttle.limit = ThroughputLimit::Account;
    throttle.reason = "IndexWriteAccountLimitExceeded";
    throttle.resource = "arn:x";
    const protocol::ApiError error = faults::throttled_by(throttle, Direction::Read, charged);
    EXPECT_EQ(error.type, protocol::ErrorType::RequestLimitExceeded);
    EXPECT_EQ(error.throttling_reasons[0].reason, "IndexWriteAccountLimitExceeded");
    EXPECT_EQ(error.throttling_reasons[0].resource, "arn:x");
}

// ---- Whole requests, throttled by a fault ----

class RareThrottles : public ThrottledRequests {
protected:
    RareThrottles() { database.universe().throughput().set_mode(ThrottleMode::Off); }

    std::string run_with(
        const faults::Throttle& throttle,
        std::string_view operation,
        const std::string& request,
        std::uint64_t seed = 0
    ) {
        rare_ = {};
        rare_.throttle = throttle;
        rare_.throttle_seed = seed;
        rare_answers = &rare_;
        const std::string answer = run(operation, request);
        rare_answers = nullptr;
        return answer;
    }

    bool was_given() const { return rare_.given == faults::RareRefusal::Throttle; }

private:
    faults::RareAnswers rare_;
};

TEST_F(RareThrottles, EveryOperationIsThrottledByItsTable) {
    create_indexed(units_json(5, 5), "," + units_json(5, 5));
    database.create_table("free", "pk:S");
    const std::string item = R"("Item":{"pk":{"S":"a"},"g":{"S":"b"}})";
    const std::string key = R"("Key":{"pk":{"S":"a"}})";
    ASSERT_EQ(run("PutItem", R"({"TableName":"busy",)" + item + "}"), "{}");
    const std::string by_index =
        "ProvisionedThroughputExceededException IndexReadProvisionedThroughputExceeded " +
        kTableArn + "/index/by_g";
    const std::pair<std::string, std::string> reads[] = {
        {"GetItem", R"({"TableName":"busy",)" + key + "}"},
        {"Scan", R"({"TableName":"busy"})"},
        {"ExecuteStatement", R"({"Statement":"SELECT * FROM busy WHERE pk = 'a'"})"},
        {"BatchGetItem", R"({"RequestItems":{"busy":{"Keys":[{"pk":{"S":"a"}}]}}})"},
    };
    for (const auto& [operation, request] : reads) {
        EXPECT_EQ(run_with({}, operation, request), kReadRefusal) << operation;
    }
    EXPECT_EQ(run_with({}, "Scan", R"({"TableName":"busy","IndexName":"by_g"})"), by_index);
    EXPECT_EQ(
        run_with({}, "GetItem", R"({"TableName":"free",)" + key + "}"),
        "ThrottlingException TableReadKeyRangeThroughputExceeded "
        "arn:aws:dynamodb:us-east-1:123456789012:table/free"
    );
    const std::pair<std::string, std::string> writes[] = {
        {"PutItem", R"({"TableName":"busy","Item":{"pk":{"S":"x"},"g":{"S":"b"}}})"},
        {"DeleteItem", R"({"TableName":"busy",)" + key + "}"},
        {"ExecuteStatement", R"({"Statement":"DELETE FROM busy WHERE pk = 'a'"})"},
        {"BatchWriteItem",
         R"({"RequestItems":{"busy":[{"DeleteRequest":{"Key":{"pk":{"S":"a"}}}}]}})"},
    };
    for (const auto& [operation, request] : writes) {
        EXPECT_EQ(run_with({}, operation, request), kWriteRefusal) << operation;
        faults::Throttle index;
        index.part = faults::ThrottledPart::Index;
        EXPECT_EQ(
            run_with(index, operation, request),
            "ProvisionedThroughputExceededException IndexWriteProvisionedThroughputExceeded " +
                kTableArn + "/index/by_g"
        ) << operation;
        EXPECT_TRUE(was_given());
    }
    EXPECT_TRUE(has("a"));
    EXPECT_FALSE(has("x"));
}

TEST_F(RareThrottles, OneActionOfATransactionIsThrottled) {
    create_provisioned("busy", 5, 5);
    database.create_table("free", "pk:S");
    const auto part = [](const std::string& action, const std::string& table) {
        return "{\"" + action + R"(":{"TableName":")" + table + R"(","Key":)" + key_json("a") +
               "}}";
    };
    const auto both = [&](const std::string& action) {
        return R"({"TransactItems":[)" + part(action, "busy") + "," + part(action, "free") + "]}";
    };
    const std::string statements =
        R"({"TransactStatements":[{"Statement":"SELECT * FROM busy WHERE pk = 'a'"},)"
        R"({"Statement":"SELECT * FROM free WHERE pk = 'a'"}]})";
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const std::string deleted = run_with({}, "TransactWriteItems", both("Delete"), seed);
        EXPECT_EQ(run_with({}, "TransactGetItems", both("Get"), seed), deleted);
        EXPECT_EQ(run_with({}, "ExecuteTransaction", statements, seed), deleted);
        seen.insert(deleted);
    }
    EXPECT_EQ(
        seen,
        (std::set<std::string>{
            "TransactionCanceledException None ThrottlingError",
            "TransactionCanceledException ProvisionedThroughputExceeded None"})
    );
    faults::Throttle account;
    account.limit = ThroughputLimit::Account;
    seen.clear();
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        seen.insert(run_with(account, "TransactGetItems", both("Get"), seed));
    }
    EXPECT_EQ(
        seen,
        (std::set<std::string>{
            "TransactionCanceledException ProvisionedThroughputExceeded None",
            "RequestLimitExceeded TableReadAccountLimitExceeded "
            "arn:aws:dynamodb:us-east-1:123456789012:table/free"})
    ) << "no reason of a transaction speaks of the account";
}

TEST_F(RareThrottles, OneStatementOfABatchIsThrottled) {
    create_provisioned("busy", 5, 5);
    const std::string reply = run_with(
        {},
        "BatchExecuteStatement",
        R"({"Statements":[{"Statement":"INSERT INTO busy VALUE {'pk':'a'}"},)"
        R"({"Statement":"INSERT INTO busy VALUE {'pk':'b'}"}]})"
    );
    EXPECT_EQ(
        testing::all_matches(reply, R"re("(Code":"ProvisionedThroughputExceeded)")re").size(), 1U
    ) << reply;
    EXPECT_NE(has("a"), has("b"));
}

TEST_F(RareThrottles, ReportsOtherErrorsFirst) {
    create_provisioned("busy", 5, 5);
    EXPECT_EQ(
        run_with({}, "GetItem", R"({"TableName":"none","Key":{"pk":{"S":"a"}}})"),
        "ResourceNotFoundException: Requested resource not found"
    );
    EXPECT_FALSE(was_given());
    EXPECT_EQ(
        run_with({}, "PutItem", R"({"TableName":"busy","Item":{"k":{"S":"a"}}})").substr(0, 20),
        "ValidationException:"
    );
    EXPECT_FALSE(was_given());
}

}  // namespace
}  // namespace stator::engine::capacity
