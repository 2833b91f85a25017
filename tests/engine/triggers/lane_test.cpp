#include "engine/triggers/lane.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace stator::engine::triggers {
namespace {

using Kind = LaneOutcome::Kind;

constexpr std::int64_t kMinuteMs = 60'000;

// The outcome for the answer of a function: "ok", "fail", "down", or "partial 2" for a failure from
// record 2.
LaneOutcome outcome_of(const std::string& answer) {
    if (answer == "fail") return {Kind::Failure};
    if (answer == "down") return {Kind::Unavailable};
    if (answer.starts_with("partial ")) return {Kind::Partial, {std::stoull(answer.substr(8)), 0}};
    return {};
}

std::string numbers_of(const LaneBatch& batch) {
    if (batch.records.empty()) return "nothing";
    const std::uint64_t first = batch.records.front().position.commit;
    const std::uint64_t last = batch.records.back().position.commit;
    const std::string text = std::to_string(first);
    return first == last ? text : text + "-" + std::to_string(last);
}

std::string window_of(const LaneBatch& batch) {
    if (!batch.window) return "";
    std::string text = " w" + std::to_string(batch.window->start.unix_ms());
    if (batch.window->is_final) text.append(" final");
    if (batch.window->ends_early) text.append(" early");
    return text;
}

struct LaneCase {
    std::string name;
    LaneRules rules = {};
    std::vector<std::int64_t> times;        // of records 1, 2, 3 …
    std::vector<std::string> answers = {};  // then "ok"
    std::string expected;
    std::int64_t begins_at = 0;
    bool shard_ends = false;
};

// Runs a case on its own clock until no work is left. Returns for example "0: 1-3 ok; 500: 4 fail".
class Play {
public:
    explicit Play(const LaneCase& one)
        : case_(one), lane_(one.rules, {}), now_(Instant(one.begins_at)) {}

    std::string run() {
        for (int steps = 0; steps < 1'000; ++steps) {
            add_records();
            const Lane::Step step = lane_.next(now_);
            switch (step.kind) {
                case Lane::Step::Kind::Rest:
                    if (next_ == case_.times.size()) return trace_;
                    now_ = Instant(case_.times[next_]);
                    break;
                case Lane::Step::Kind::Wait: wait(step.until); break;
                case Lane::Step::Kind::Call: call(); break;
                case Lane::Step::Kind::Report:
                    note(
                        "gave up " + numbers_of(lane_.batch()) + window_of(lane_.batch()) + " " +
                        std::string(given_up_text(step.reason))
                    );
                    lane_.reported(true, now_);
                    break;
            }
        }
        return trace_ + " … without end";
    }

private:
    void add_records() {
        while (next_ < case_.times.size() && now_ >= Instant(case_.times[next_]) &&
               lane_.wants_records()) {
            const StreamPosition position{next_ + 1, 0};
            lane_.add({position, Instant(case_.times[next_]), "0123456789"}, now_);
            ++next_;
        }
        if (case_.shard_ends && next_ == case_.times.size()) lane_.end();
    }

    void wait(Instant until) {
        if (next_ < case_.times.size() && lane_.wants_records()) {
            until = std::min(until, Instant(case_.times[next_]));
        }
        ASSERT_GT(until, now_) << case_.name;
        now_ = until;
    }

    void call() {
        const std::string answer = answers_ < case_.answers.size() ? case_.answers[answers_] : "ok";
        ++answers_;
        note(numbers_of(lane_.batch()) + window_of(lane_.batch()) + " " + answer);
        lane_.answered(outcome_of(answer), now_);
    }

    void note(const std::string& what) {
        if (!trace_.empty()) trace_.append("; ");
        trace_.append(std::to_string(now_.unix_ms())).append(": ").append(what);
    }

    const LaneCase& case_;
    Lane lane_;
    Instant now_;
    std::size_t next_ = 0;
    std::size_t answers_ = 0;
    std::string trace_;
};

LaneRules rules(std::size_t batch_size, std::optional<std::int64_t> most_retries = {}) {
    LaneRules rules;
    rules.batch_size = batch_size;
    rules.most_retries = most_retries;
    return rules;
}

LaneRules bisecting(std::optional<std::int64_t> most_retries = {}) {
    LaneRules rules;
    rules.bisects = true;
    rules.most_retries = most_retries;
    return rules;
}

LaneRules bytes(std::size_t batch_bytes) {
    LaneRules rules;
    rules.batch_bytes = batch_bytes;
    return rules;
}

LaneRules window(std::int64_t window_ms, std::size_t batch_size = 100) {
    LaneRules rules;
    rules.window_ms = window_ms;
    rules.batch_size = batch_size;
    return rules;
}

LaneRules aged(std::int64_t most_age_ms) {
    LaneRules rules;
    rules.most_age_ms = most_age_ms;
    return rules;
}

LaneRules tumbling(std::int64_t tumbling_ms, std::optional<std::int64_t> most_retries = {}) {
    LaneRules rules;
    rules.tumbling_ms = tumbling_ms;
    rules.most_retries = most_retries;
    return rules;
}

std::vector<LaneCase> batch_cases() {
    return {
        {"a batch of all there is", {}, {0, 0, 0}, {}, "0: 1-3 ok"},
        {"BatchSize 1", rules(1), {0, 0, 0}, {}, "0: 1 ok; 0: 2 ok; 0: 3 ok"},
        {"BatchSize", rules(2), {0, 0, 0}, {}, "0: 1-2 ok; 0: 3 ok"},
        {"6 MB", bytes(25), {0, 0, 0}, {}, "0: 1-2 ok; 0: 3 ok"},
        {"one record may be larger", bytes(5), {0, 0}, {}, "0: 1 ok; 0: 2 ok"},
        {"as records come", {}, {0, 7}, {}, "0: 1 ok; 7: 2 ok"},
        {"window: gathers", window(1'000), {0, 0, 900}, {}, "1000: 1-3 ok"},
        {"window: begins with its first record",
         window(1'000),
         {0, 900, 1'100},
         {},
         "1000: 1-2 ok; 2100: 3 ok"},
        {"window: a full batch does not wait",
         window(1'000, 2),
         {0, 0, 0},
         {},
         "0: 1-2 ok; 1000: 3 ok"},
        {"window: 6 MB do not wait",
         [] {
             LaneRules both = window(1'000);
             both.batch_bytes = 15;
             return both;
         }(),
         {0, 0},
         {},
         "0: 1 ok; 1000: 2 ok"},
        {"window: the end of the shard does not wait", window(1'000), {0}, {}, "0: 1 ok", 0, true},
    };
}

std::vector<LaneCase> failure_cases() {
    return {
        {"retries until it works",
         {},
         {0, 0, 0},
         {"fail", "fail", "fail"},
         "0: 1-3 fail; 500: 1-3 fail; 1250: 1-3 fail; 2375: 1-3 ok"},
        {"MaximumRetryAttempts 0",
         rules(9, 0),
         {0, 0},
         {"fail"},
         "0: 1-2 fail; 0: gave up 1-2 RetryAttemptsExhausted"},
        {"MaximumRetryAttempts 2: three calls",
         rules(9, 2),
         {0},
         {"fail", "fail", "fail"},
         "0: 1 fail; 500: 1 fail; 1250: 1 fail; 1250: gave up 1 RetryAttemptsExhausted"},
        {"the last retry works", rules(9, 1), {0}, {"fail"}, "0: 1 fail; 500: 1 ok"},
        {"the next batch begins anew",
         rules(1, 1),
         {0, 0},
         {"fail", "fail", "fail"},
         "0: 1 fail; 500: 1 fail; 500: gave up 1 RetryAttemptsExhausted; 500: 2 fail; 1000: 2 ok"},
        {"a failing batch blocks those behind it",
         rules(1),
         {0, 0},
         {"fail", "fail"},
         "0: 1 fail; 500: 1 fail; 1250: 1 ok; 1250: 2 ok"},
        {"nobody there counts not",
         rules(9, 0),
         {0},
         {"down", "down"},
         "0: 1 down; 500: 1 down; 1250: 1 ok"},
        {"bisect", bisecting(), {0, 0, 0, 0}, {"fail"}, "0: 1-4 fail; 500: 1-2 ok; 500: 3-4 ok"},
        {"bisect: an odd number",
         bisecting(),
         {0, 0, 0},
         {"fail"},
         "0: 1-3 fail; 500: 1 ok; 500: 2-3 ok"},
        {"bisect: finds the poison",
         bisecting(1),
         {0, 0, 0, 0},
         {"fail", "ok", "fail", "fail", "fail"},
         "0: 1-4 fail; 500: 1-2 ok; 500: 3-4 fail; 1000: 3 fail; 1750: 3 fail; "
         "1750: gave up 3 RetryAttemptsExhausted; 1750: 4 ok"},
        {"bisect: a split is no retry",
         bisecting(0),
         {0, 0},
         {"fail", "fail"},
         "0: 1-2 fail; 500: 1 fail; 500: gave up 1 RetryAttemptsExhausted; 500: 2 ok"},
        {"items: the rest is retried",
         {},
         {0, 0, 0},
         {"partial 2"},
         "0: 1-3 partial 2; 500: 2-3 ok"},
        {"items: the first is a whole failure",
         rules(9, 1),
         {0, 0},
         {"partial 1", "partial 1"},
         "0: 1-2 partial 1; 500: 1-2 partial 1; 500: gave up 1-2 RetryAttemptsExhausted"},
        {"items: progress is an attempt",
         rules(9, 1),
         {0, 0, 0},
         {"partial 2", "partial 3"},
         "0: 1-3 partial 2; 500: 2-3 partial 3; 500: gave up 3 RetryAttemptsExhausted"},
        {"items and bisect: cut where it failed",
         bisecting(0),
         {0, 0, 0},
         {"partial 2"},
         "0: 1-3 partial 2; 500: 2-3 ok"},
        {"items and bisect: the first is split",
         bisecting(0),
         {0, 0, 0, 0},
         {"partial 1"},
         "0: 1-4 partial 1; 500: 1-2 ok; 500: 3-4 ok"},
        {"items: behind the last one is a success", {}, {0, 0}, {"partial 3"}, "0: 1-2 partial 3"},
    };
}

std::vector<LaneCase> age_cases() {
    return {
        {"age: too old",
         aged(kMinuteMs),
         {0, 0},
         {},
         "60001: gave up 1-2 RecordAgeExceeded",
         kMinuteMs + 1},
        {"age: just not", aged(kMinuteMs), {0, 0}, {}, "60000: 1-2 ok", kMinuteMs},
        {"age: some of a batch",
         aged(kMinuteMs),
         {0, 0, 30'000},
         {},
         "70000: gave up 1-2 RecordAgeExceeded; 70000: 3 ok",
         70'000},
        {"age: ends retries",
         aged(1'000),
         {0, 0},
         {"fail", "fail"},
         "0: 1-2 fail; 500: 1-2 fail; 1001: gave up 1-2 RecordAgeExceeded"},
        {"age: ends waiting for one that is down",
         aged(600),
         {0},
         {"down", "down"},
         "0: 1 down; 500: 1 down; 601: gave up 1 RecordAgeExceeded"},
        {"age: a day without any",
         {},
         {0},
         {},
         "86400001: gave up 1 RecordAgeExceeded",
         86'400'001},
    };
}

std::vector<LaneCase> tumbling_cases() {
    constexpr std::int64_t kTenSeconds = 10'000;
    return {
        {"tumbling: a window and its last call",
         tumbling(kTenSeconds),
         {0, 5'000},
         {},
         "0: 1 w0 ok; 5000: 2 w0 ok; 10000: nothing w0 final ok"},
        {"tumbling: the next record ends it, too",
         tumbling(kTenSeconds),
         {0, 12'000},
         {},
         "0: 1 w0 ok; 10000: nothing w0 final ok; 12000: 2 w10000 ok; "
         "20000: nothing w10000 final ok"},
        {"tumbling: no batch is of two windows",
         tumbling(kTenSeconds),
         {0, 1, 12'000},
         {},
         "15000: 1-2 w0 ok; 15000: nothing w0 final ok; 15000: 3 w10000 ok; "
         "20000: nothing w10000 final ok",
         15'000},
        {"tumbling: the end of the shard",
         tumbling(kTenSeconds),
         {0},
         {},
         "0: 1 w0 ok; 0: nothing w0 final ok",
         0,
         true},
        {"tumbling: the last call is retried",
         tumbling(kTenSeconds, 1),
         {0},
         {"ok", "fail"},
         "0: 1 w0 ok; 10000: nothing w0 final fail; 10500: nothing w0 final ok"},
        {"tumbling: the last call is given up",
         tumbling(kTenSeconds, 0),
         {0, 11'000},
         {"ok", "fail"},
         "0: 1 w0 ok; 10000: nothing w0 final fail; "
         "10000: gave up nothing w0 final RetryAttemptsExhausted; 11000: 2 w10000 ok; "
         "20000: nothing w10000 final ok"},
    };
}

TEST(Lane, BehavesLikeLambda) {
    std::size_t count = 0;
    for (const auto& cases : {batch_cases(), failure_cases(), age_cases(), tumbling_cases()}) {
        for (const LaneCase& one : cases) {
            EXPECT_EQ(Play(one).run(), one.expected) << one.name;
            ++count;
        }
    }
    EXPECT_EQ(count, 40U);
}

LaneRecord record(std::uint64_t number, std::int64_t time_ms = 0) {
    return {{number, 0}, Instant(time_ms), "x"};
}

TEST(Lane, PausesAreAtMostAMinute) {
    Lane lane({}, {});
    lane.add(record(1), Instant(0));
    Instant now;
    std::int64_t longest = 0;
    for (int i = 0; i < 40; ++i) {
        ASSERT_EQ(lane.next(now).kind, Lane::Step::Kind::Call);
        lane.answered({Kind::Unavailable}, now);
        longest = *lane.retries_at() - now;
        now = *lane.retries_at();
    }
    EXPECT_EQ(longest, kMinuteMs);
}

TEST(Lane, RestsWhileItIsBusy) {
    Lane lane(rules(1), {});
    lane.add(record(1), Instant(0));
    lane.add(record(2), Instant(0));
    EXPECT_EQ(lane.next(Instant(0)).kind, Lane::Step::Kind::Call);
    EXPECT_EQ(lane.next(Instant(999'999)).kind, Lane::Step::Kind::Rest);
    EXPECT_TRUE(lane.is_busy());
    EXPECT_EQ(lane.oldest(), Instant(0));
}

TEST(Lane, PassesOnTheStateOfAWindow) {
    Lane lane(tumbling(10'000), {});
    lane.add(record(1), Instant(0));
    ASSERT_EQ(lane.next(Instant(0)).kind, Lane::Step::Kind::Call);
    EXPECT_EQ(lane.state(), "{}");
    lane.answered({Kind::Success, {}, R"({"sum":1})"}, Instant(0));
    const LanePosition position = lane.position();
    EXPECT_EQ(position, (LanePosition{{1, 1}, Instant(0), R"({"sum":1})"}));
    // After a restart the lane continues.
    Lane next(tumbling(10'000), position);
    ASSERT_EQ(next.next(Instant(10'000)).kind, Lane::Step::Kind::Call);
    EXPECT_TRUE(next.batch().window->is_final);
    EXPECT_EQ(next.state(), R"({"sum":1})");
    next.answered({Kind::Success, {}, R"({"sum":2})"}, Instant(10'000));
    EXPECT_EQ(next.position(), (LanePosition{{1, 1}}));
    EXPECT_EQ(next.state(), "{}");
}

TEST(Lane, AWindowWithTooMuchStateEndsEarly) {
    Lane lane(tumbling(10'000), {});
    lane.add(record(1), Instant(0));
    ASSERT_EQ(lane.next(Instant(0)).kind, Lane::Step::Kind::Call);
    lane.answered({Kind::Success, {}, std::string((1U << 20U) + 1, 'x')}, Instant(0));
    ASSERT_EQ(lane.next(Instant(0)).kind, Lane::Step::Kind::Call);
    EXPECT_TRUE(lane.batch().records.empty());
    EXPECT_TRUE(lane.batch().window->ends_early);
    EXPECT_TRUE(lane.batch().window->is_final);
    lane.answered({}, Instant(0));
    EXPECT_EQ(lane.next(Instant(20'000)).kind, Lane::Step::Kind::Rest);
}

TEST(Lane, PassesARecordOnlyWhenItIsDone) {
    Lane lane(rules(2, 0), {});
    lane.add(record(5), Instant(0));
    lane.add(record(7), Instant(0));
    lane.skip_to({9, 0});
    EXPECT_EQ(lane.position().next, (StreamPosition{5, 0}));
    EXPECT_EQ(lane.cursor(), (StreamPosition{9, 0}));
    ASSERT_EQ(lane.next(Instant(0)).kind, Lane::Step::Kind::Call);
    lane.answered({Kind::Partial, {7, 0}}, Instant(0));
    EXPECT_EQ(lane.position().next, (StreamPosition{7, 0}));
    ASSERT_EQ(lane.next(Instant(0)).kind, Lane::Step::Kind::Report);
    lane.reported(false, Instant(0));
    EXPECT_EQ(lane.position().next, (StreamPosition{7, 0}));
    EXPECT_EQ(lane.next(Instant(499)).kind, Lane::Step::Kind::Wait);
    ASSERT_EQ(lane.next(Instant(500)).kind, Lane::Step::Kind::Report);
    lane.reported(true, Instant(500));
    EXPECT_EQ(lane.position().next, (StreamPosition{9, 0}));
    lane.end();
    EXPECT_TRUE(lane.is_done());
}

}  // namespace
}  // namespace stator::engine::triggers
