#include "tests/histories/linearizability.hpp"

#include <gtest/gtest.h>

namespace stator::testing {
namespace {

struct Span {
    std::uint64_t invoked;
    std::uint64_t responded;
};

RegisterOperation operation(RegisterAction action, Span span, RegisterValue value) {
    RegisterOperation made;
    made.key = "k";
    made.action = action;
    made.value = value;
    made.invoked = span.invoked;
    made.responded = span.responded;
    return made;
}

RegisterOperation read(Span span, RegisterValue value) {
    return operation(RegisterAction::Read, span, value);
}

RegisterOperation write(Span span, RegisterValue value) {
    return operation(RegisterAction::Write, span, value);
}

RegisterOperation remove(Span span) {
    return operation(RegisterAction::Delete, span, kNoValue);
}

RegisterOperation replace(Span span, RegisterValue expected, RegisterValue value) {
    RegisterOperation made = operation(RegisterAction::ConditionalWrite, span, value);
    made.expected = expected;
    return made;
}

RegisterOperation refused(Span span, RegisterValue expected, RegisterValue value) {
    RegisterOperation made = replace(span, expected, value);
    made.is_refused = true;
    return made;
}

RegisterOperation of_key(std::string key, RegisterOperation made) {
    made.key = std::move(key);
    return made;
}

bool is_linearizable(const RegisterHistory& history) {
    return !find_violation(history).has_value();
}

TEST(Linearizability, AcceptsSequentialOperations) {
    EXPECT_TRUE(is_linearizable({}));
    EXPECT_TRUE(is_linearizable(
        {read({1, 2}, kNoValue),
         write({3, 4}, 7),
         read({5, 6}, 7),
         replace({7, 8}, 7, 8),
         refused({9, 10}, 7, 9),
         read({11, 12}, 8),
         remove({13, 14}),
         read({15, 16}, kNoValue),
         replace({17, 18}, kNoValue, 5),
         read({19, 20}, 5)}
    ));
}

TEST(Linearizability, RefusesAStaleRead) {
    EXPECT_FALSE(is_linearizable({write({1, 2}, 1), write({3, 4}, 2), read({5, 6}, 1)}));
    EXPECT_FALSE(is_linearizable({write({1, 2}, 1), read({3, 4}, kNoValue)}));
    EXPECT_FALSE(is_linearizable({write({1, 2}, 1), remove({3, 4}), read({5, 6}, 1)}));
}

TEST(Linearizability, RefusesAReadOfTheFuture) {
    EXPECT_FALSE(is_linearizable({read({1, 2}, 1), write({3, 4}, 1)}));
    EXPECT_FALSE(is_linearizable({read({1, 2}, 9)}));
}

TEST(Linearizability, RefusesALostUpdate) {
    // Both receive the reply that they replaced the 1.
    EXPECT_FALSE(is_linearizable({write({1, 2}, 1), replace({3, 10}, 1, 2), replace({4, 11}, 1, 3)})
    );
    // An update that was confirmed and is then missing.
    EXPECT_FALSE(is_linearizable({write({1, 2}, 1), replace({3, 4}, 1, 2), replace({5, 6}, 1, 3)}));
}

TEST(Linearizability, AcceptsConcurrentOperations) {
    // A read that overlaps a write sees either value.
    EXPECT_TRUE(is_linearizable({write({1, 2}, 1), write({3, 8}, 2), read({4, 5}, 1)}));
    EXPECT_TRUE(is_linearizable({write({1, 2}, 1), write({3, 8}, 2), read({4, 5}, 2)}));
    // Two concurrent writes are in the order that later reads saw, in either order.
    EXPECT_TRUE(is_linearizable({write({1, 10}, 1), write({2, 9}, 2), read({11, 12}, 1)}));
    EXPECT_TRUE(is_linearizable({write({1, 10}, 1), write({2, 9}, 2), read({11, 12}, 2)}));
    // One of two updates fails, although it was invoked first.
    EXPECT_TRUE(is_linearizable({write({1, 2}, 1), refused({3, 11}, 1, 2), replace({4, 10}, 1, 3)})
    );
    // One ends at the same time when the other begins.
    EXPECT_TRUE(is_linearizable({read({1, 2}, 1), write({2, 3}, 1)}));
}

TEST(Linearizability, RejectsGoingBackDuringAWrite) {
    // The write has not ended, but a read that ended before the other began saw it.
    EXPECT_FALSE(
        is_linearizable({write({1, 2}, 1), write({3, 20}, 2), read({4, 5}, 2), read({6, 7}, 1)})
    );
    // Two readers that disagree on the order of two writes.
    EXPECT_FALSE(is_linearizable(
        {write({1, 20}, 1), write({2, 19}, 2), read({3, 4}, 1), read({5, 6}, 2), read({7, 8}, 1)}
    ));
}

TEST(Linearizability, RejectsAnImpossibleRefusal) {
    EXPECT_FALSE(is_linearizable({write({1, 2}, 1), refused({3, 4}, 1, 2)}));
    // A write overlaps it, but takes effect only after the 1 was seen once more.
    EXPECT_FALSE(is_linearizable(
        {write({1, 2}, 1), write({3, 20}, 2), refused({4, 5}, 1, 3), read({6, 7}, 1)}
    ));
    EXPECT_TRUE(is_linearizable({write({1, 2}, 1), write({3, 20}, 2), refused({4, 5}, 1, 3)}));
}

TEST(Linearizability, ChecksEachKeySeparately) {
    const RegisterHistory good = {
        of_key("a", write({1, 2}, 1)),
        of_key("b", read({3, 4}, kNoValue)),
        of_key("b", write({5, 6}, 2)),
        of_key("a", read({7, 8}, 1)),
        of_key("b", read({7, 8}, 2))};
    EXPECT_TRUE(is_linearizable(good));
    RegisterHistory bad = good;
    bad.push_back(of_key("b", read({9, 10}, 1)));
    EXPECT_FALSE(is_linearizable(bad));
}

TEST(Linearizability, TriesEveryOrderBeforeItRefuses) {
    // Ten concurrent writes, and reads that fix one order of them, the reverse of the invocations'.
    RegisterHistory history;
    for (std::uint64_t i = 0; i < 10; ++i) history.push_back(write({i, 1'000}, i + 1));
    for (std::uint64_t i = 0; i < 10; ++i) {
        history.push_back(read({20 + 2 * i, 21 + 2 * i}, 10 - i));
    }
    EXPECT_TRUE(is_linearizable(history));
    history.push_back(read({100, 101}, 10));
    EXPECT_FALSE(is_linearizable(history));
}

TEST(Linearizability, NamesTheOperationThatFitsNowhere) {
    RegisterOperation stale = read({5, 6}, 1);
    stale.client = 4;
    EXPECT_EQ(
        find_violation({write({1, 2}, 1), write({3, 4}, 2), stale}),
        "key k: client 4 read 1 between 5 and 6, but after 2 operations it holds 2, the last "
        "being that client 0 wrote 2 between 3 and 4"
    );
}

}  // namespace
}  // namespace stator::testing
