// The wording table: properties that the compiler does not check, and messages from the table.
#include "protocol/errors/wordings.hpp"

#include <gtest/gtest.h>

#include <set>

#include "protocol/errors/constraints.hpp"
#include "protocol/errors/requests.hpp"
#include "protocol/errors/values.hpp"

namespace stator::protocol::errors {
namespace {

constexpr values::Dialect kLayers[] = {values::Dialect::Current, values::Dialect::Older};

std::vector<Message> all_messages() {
    std::vector<Message> messages;
    for (unsigned char i = 0; i < static_cast<unsigned char>(Message::Count); ++i) {
        messages.push_back(static_cast<Message>(i));
    }
    return messages;
}

std::vector<WordingRow> rows_of(Message message) {
    std::vector<WordingRow> rows;
    for (const WordingRow& row : wordings()) {
        if (row.message == message) rows.push_back(row);
    }
    return rows;
}

std::set<char> slots_of(std::string_view text) {
    std::set<char> slots;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (is_slot(text, at)) slots.insert(text[at + 1]);
    }
    return slots;
}

TEST(Wordings, EveryMessageHasOnePinnedRowForEachReader) {
    for (const Message message : all_messages()) {
        for (const values::Dialect dialect : kLayers) {
            EXPECT_EQ(said_count(message, dialect), 1U) << static_cast<int>(message);
            EXPECT_FALSE(pinned_text(message, dialect).empty()) << static_cast<int>(message);
        }
    }
}

TEST(Wordings, AMessageIsInTheTableBecauseItHasVariants) {
    for (const Message message : all_messages()) {
        std::set<std::string_view> texts;
        for (const WordingRow& row : rows_of(message)) texts.insert(row.text);
        EXPECT_GE(texts.size(), 2U) << static_cast<int>(message);
    }
}

TEST(Wordings, RowsOfAMessageAreConsecutive) {
    std::set<Message> done;
    Message current = Message::Count;
    for (const WordingRow& row : wordings()) {
        if (row.message == current) continue;
        current = row.message;
        EXPECT_TRUE(done.insert(current).second) << row.text;
    }
    EXPECT_EQ(done.size(), all_messages().size());
}

TEST(Wordings, NoDialectOfACohortHasTwoTextsForOneMessage) {
    for (const Message message : all_messages()) {
        std::set<std::pair<Cohort, Speaker>> seen;
        for (const WordingRow& row : rows_of(message)) {
            if (row.cohort == Cohort::Unrecorded) continue;
            EXPECT_TRUE(seen.emplace(row.cohort, row.speaker).second) << row.text;
        }
    }
}

TEST(Wordings, MonthsAreYearAndMonthOrUnrecorded) {
    for (const WordingRow& row : wordings()) {
        if (row.seen.empty()) continue;
        ASSERT_EQ(row.seen.size(), 7U) << row.seen;
        EXPECT_EQ(row.seen.substr(0, 2), "20") << row.seen;
        EXPECT_EQ(row.seen[4], '-') << row.seen;
        EXPECT_GE(row.seen.substr(5), "01") << row.seen;
        EXPECT_LE(row.seen.substr(5), "12") << row.seen;
    }
}

// A variant may omit slots. The message's slots are numbered without a gap, so that a slot in one
// variant cannot be a misspelt slot of another.
TEST(Wordings, SlotsMatchBetweenVariants) {
    for (const Message message : all_messages()) {
        std::set<char> slots;
        for (const WordingRow& row : rows_of(message)) slots.merge(slots_of(row.text));
        EXPECT_EQ(slots.size(), slot_count(message)) << static_cast<int>(message);
    }
}

TEST(Wordings, SlotsAreFilledOnceAndBracesOfValuesStay) {
    EXPECT_EQ(fill_slots("{1} of {0}: {", {"{1}", "keys {#a}"}), "keys {#a} of {1}: {");
    EXPECT_EQ(fill_slots("{x} {} {12}", {"a"}), "{x} {} {12}");
    EXPECT_EQ(fill_slots("", {}), "");
}

TEST(Wordings, ReadersUseDifferentMessagesForTheSameFault) {
    const std::string_view members[] = {"AA==", "/w=="};
    EXPECT_EQ(
        set_has_duplicates(values::AttributeType::BinarySet, members, values::Dialect::Current)
            .message,
        "One or more parameter values were invalid: Input collection [\"AA==\",\"/w==\"]of type "
        "BS contains duplicates."
    );
    EXPECT_EQ(
        set_has_duplicates(values::AttributeType::BinarySet, members, values::Dialect::Older)
            .message,
        "One or more parameter values were invalid: Input collection [AA==, /w==]of type BS "
        "contains duplicates."
    );
    const ApiError fault = null_must_be_true();
    EXPECT_EQ(
        invalid_expression_value(fault, ":v", values::Dialect::Current).message, fault.message
    );
    EXPECT_EQ(
        invalid_expression_value(fault, ":v", values::Dialect::Older).message,
        "ExpressionAttributeValues contains invalid value: " + fault.message + " for key :v"
    );
}

TEST(Wordings, MemberConstraintsNameTheMemberLikeTheReader) {
    const MemberViolation violation{"0", "limit", "Limit", "have value greater than or equal to 1"};
    EXPECT_EQ(
        member_violation(violation, values::Dialect::Current),
        "Value at 'Limit' failed to satisfy constraint: Member must have value greater than or "
        "equal to 1"
    );
    EXPECT_EQ(
        member_violation(violation, values::Dialect::Older),
        "Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or "
        "equal to 1"
    );
    EXPECT_EQ(
        unnamed_member_violation(violation, {}),
        "Failed to satisfy constraint: Member must have value greater than or equal to 1"
    );
    EXPECT_EQ(
        empty_table_name().message,
        "1 validation error detected: Value at 'TableName' failed to satisfy constraint: Member "
        "must have length greater than or equal to 1"
    );
}

}  // namespace
}  // namespace stator::protocol::errors
