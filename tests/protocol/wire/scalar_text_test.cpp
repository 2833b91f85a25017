#include "protocol/wire/scalar_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stator::protocol::wire {
namespace {

std::string truth(std::string_view text) {
    const auto value = boolean_from_text(text);
    if (!value) return "neither";
    return *value ? "true" : "false";
}

std::string verdict(std::string_view text) {
    const auto result = check_base64(text);
    return result.has_error() ? result.error().message : "ok";
}

TEST(BooleanText, KnowsThreeWordsForEachBooleanInAnyCase) {
    for (const std::string text : {"true", "TRUE", "True", "1", "yes", "YES"})
        EXPECT_EQ(truth(text), "true") << text;
    for (const std::string text : {"false", "FALSE", "False", "0", "no", "No"})
        EXPECT_EQ(truth(text), "false") << text;
}

TEST(BooleanText, RefusesOtherText) {
    for (const std::string text : {"", "maybe", "t", "y", "on", "2", " true", "true ", "01"})
        EXPECT_EQ(truth(text), "neither") << text;
}

TEST(Base64Text, AcceptsTextPaddedToAMultipleOfFour) {
    for (const std::string text : {"", "AAAA", "AAA=", "AA==", "abcd+/09", "/w=="})
        EXPECT_EQ(verdict(text), "ok") << text;
}

TEST(Base64Text, ChecksForAMultipleOfFourFirst) {
    const std::string expected =
        "Base64 encoded length is expected a multiple of 4 bytes but found: ";
    EXPECT_EQ(verdict("abcde"), expected + "5");
    EXPECT_EQ(verdict("::="), expected + "3");
    EXPECT_EQ(verdict("A"), expected + "1");
}

TEST(Base64Text, ChecksBitsAfterTheLastByteBeforeTheAlphabet) {
    const std::string expected = "Invalid last non-pad Base64 character dectected";
    for (const std::string text : {"AAB=", "AB==", "AI==", "A9==", "::B="})
        EXPECT_EQ(verdict(text), expected) << text;
    for (const std::string text : {"AAE=", "AQ=="}) EXPECT_EQ(verdict(text), "ok") << text;
}

TEST(Base64Text, NamesTheFirstInvalidCharacterInFull) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"a:==", ":"},
        {"é==", "é"},
        {"a😀AAA", "😀"},
        {"A=AA", "="},
        {"====", "="},
        {"A AA", " "},
        {"A-_A", "-"},
    };
    for (const auto& [text, offender] : cases) {
        EXPECT_EQ(verdict(text), "Invalid base 64 character: '" + offender + "'") << text;
    }
}

TEST(Base64Text, FailsWithASerializationException) {
    EXPECT_EQ(check_base64("A").error().type, ErrorType::SerializationException);
}

}  // namespace
}  // namespace stator::protocol::wire
