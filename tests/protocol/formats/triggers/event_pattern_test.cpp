#include "protocol/formats/triggers/event_pattern.hpp"

#include <gtest/gtest.h>

#include <string>
#include <variant>

namespace stator::protocol::formats::triggers {
namespace {

// A record as a function receives it.
constexpr std::string_view kRecord =
    R"({"eventName":"MODIFY","eventID":"ab12","userIdentity":{"type":"Service"},)"
    R"("dynamodb":{"ApproximateCreationDateTime":1664559083,"Keys":{"id":{"S":"order#17"}},)"
    R"("NewImage":{"id":{"S":"order#17"},"n":{"N":"300"},"ok":{"BOOL":true},"nil":{"NULL":true},)"
    R"("mail":{"S":"Ann@Example.com"},"empty":{"S":""},"ip":{"S":"10.0.0.17"},)"
    R"("v6":{"S":"2001:db8::17"},"nul":{"S":"10.0.0.1\u0000x"},"tags":{"SS":["red","blue"]},)"
    R"("list":{"L":[{"S":"x"},{"N":"5"}]},"map":{"M":{"deep":{"S":"down"}}}},"SizeBytes":26}})";

struct PatternCase {
    std::string name;
    std::string pattern;
    bool matches = false;
};

// A pattern for the attribute "a" of the new image.
std::string image(const std::string& pattern) {
    return R"({"dynamodb":{"NewImage":)" + pattern + "}}";
}

std::vector<PatternCase> pattern_cases() {
    return {
        {"a literal", R"({"eventName":["MODIFY"]})", true},
        {"one of several", R"({"eventName":["INSERT","MODIFY"]})", true},
        {"another literal", R"({"eventName":["INSERT"]})", false},
        {"case counts", R"({"eventName":["modify"]})", false},
        {"all members", R"({"eventName":["MODIFY"],"eventID":["x"]})", false},
        {"of time to live", R"({"userIdentity":{"type":["Service"]}})", true},
        {"a number", R"({"dynamodb":{"ApproximateCreationDateTime":[1664559083.0]}})", true},
        {"numbers of attributes are texts", image(R"({"n":{"N":["300"]}})"), true},
        {"texts are equal or not", image(R"({"n":{"N":["300.0"]}})"), false},
        {"numeric is for numbers", image(R"({"n":{"N":[{"numeric":["=",300]}]}})"), false},
        {"numeric", R"({"dynamodb":{"SizeBytes":[{"numeric":[">",0,"<=",26]}]}})", true},
        {"numeric, the edge", R"({"dynamodb":{"SizeBytes":[{"numeric":["<",26]}]}})", false},
        {"numeric, equal", R"({"dynamodb":{"SizeBytes":[{"numeric":["=",26]}]}})", true},
        {"numeric, at least", R"({"dynamodb":{"SizeBytes":[{"numeric":[">=",26.5]}]}})", false},
        {"true", image(R"({"ok":{"BOOL":[true]}})"), true},
        {"false", image(R"({"ok":{"BOOL":[false]}})"), false},
        {"null is a value", image(R"({"nil":{"NULL":[null]}})"), false},
        {"an empty text", image(R"({"empty":{"S":[""]}})"), true},
        {"exists", image(R"({"mail":{"S":[{"exists":true}]}})"), true},
        {"exists, of another type", image(R"({"mail":{"N":[{"exists":true}]}})"), false},
        {"only leaves exist", image(R"({"mail":[{"exists":true}]})"), false},
        {"is absent", image(R"({"none":{"S":[{"exists":false}]}})"), true},
        {"is not absent", image(R"({"mail":{"S":[{"exists":false}]}})"), false},
        {"absent with all around it",
         R"({"dynamodb":{"OldImage":{"a":{"S":[{"exists":false}]}}}})",
         true},
        {"prefix", image(R"({"id":{"S":[{"prefix":"order#"}]}})"), true},
        {"no prefix", image(R"({"id":{"S":[{"prefix":"rder#"}]}})"), false},
        {"prefix ignoring case",
         image(R"({"id":{"S":[{"prefix":{"equals-ignore-case":"ORDER"}}]}})"),
         true},
        {"suffix", image(R"({"mail":{"S":[{"suffix":".com"}]}})"), true},
        {"suffix ignoring case",
         image(R"({"mail":{"S":[{"suffix":{"equals-ignore-case":".COM"}}]}})"),
         true},
        {"no suffix", image(R"({"mail":{"S":[{"suffix":".COM"}]}})"), false},
        {"equals ignoring case",
         image(R"({"mail":{"S":[{"equals-ignore-case":"ann@example.COM"}]}})"),
         true},
        {"wildcard", image(R"({"mail":{"S":[{"wildcard":"*@*.com"}]}})"), true},
        {"wildcard, all of it", image(R"({"mail":{"S":[{"wildcard":"*@Example"}]}})"), false},
        {"wildcard that is escaped",
         image(R"({"mail":{"S":[{"wildcard":"\\*@Example.com"}]}})"),
         false},
        {"cidr", image(R"({"ip":{"S":[{"cidr":"10.0.0.0/24"}]}})"), true},
        {"cidr, another network", image(R"({"ip":{"S":[{"cidr":"10.0.1.0/24"}]}})"), false},
        {"cidr, an odd length", image(R"({"ip":{"S":[{"cidr":"10.0.0.16/30"}]}})"), true},
        {"cidr of IPv6", image(R"({"v6":{"S":[{"cidr":"2001:db8::/32"}]}})"), true},
        {"cidr of no address", image(R"({"nul":{"S":[{"cidr":"10.0.0.0/8"}]}})"), false},
        {"cidr, another family", image(R"({"v6":{"S":[{"cidr":"10.0.0.0/0"}]}})"), false},
        {"anything but", image(R"({"id":{"S":[{"anything-but":["order#18"]}]}})"), true},
        {"anything but itself", image(R"({"id":{"S":[{"anything-but":"order#17"}]}})"), false},
        {"anything but, absent", image(R"({"none":{"S":[{"anything-but":["x"]}]}})"), false},
        {"anything but a prefix",
         image(R"({"id":{"S":[{"anything-but":{"prefix":["item#","order#"]}}]}})"),
         false},
        {"anything but a suffix",
         image(R"({"id":{"S":[{"anything-but":{"suffix":"18"}}]}})"),
         true},
        {"anything but, any case",
         image(R"({"id":{"S":[{"anything-but":{"equals-ignore-case":"ORDER#17"}}]}})"),
         false},
        {"anything but a wildcard",
         image(R"({"id":{"S":[{"anything-but":{"wildcard":"*#18"}}]}})"),
         true},
        {"a set has it", image(R"({"tags":{"SS":["blue"]}})"), true},
        {"a set has it not", image(R"({"tags":{"SS":["green"]}})"), false},
        {"a list is flat", image(R"({"list":{"L":{"S":["x"]}}})"), true},
        {"another of the list", image(R"({"list":{"L":{"N":["5"]}}})"), true},
        {"a map", image(R"({"map":{"M":{"deep":{"S":[{"prefix":"d"}]}}}})"), true},
        {"or", R"({"$or":[{"eventName":["INSERT"]},{"eventID":["ab12"]}]})", true},
        {"or, none", R"({"$or":[{"eventName":["INSERT"]},{"eventID":["x"]}]})", false},
        {"or beside another", R"({"eventName":["INSERT"],"$or":[{"eventID":["ab12"]}]})", false},
        {"or within", image(R"({"$or":[{"n":{"N":["1"]}},{"ok":{"BOOL":[true]}}]})"), true},
    };
}

TEST(EventPattern, MatchesLikeEventBridge) {
    const auto record = wire::JsonDocument::parse(std::string(kRecord));
    for (const PatternCase& one : pattern_cases()) {
        const auto pattern = EventPattern::parse(one.pattern);
        const auto* problem = std::get_if<std::string>(&pattern);
        ASSERT_EQ(problem, nullptr) << one.name << ": " << *problem;
        EXPECT_EQ(std::get<EventPattern>(pattern).matches(record->root()), one.matches) << one.name;
    }
}

TEST(EventPattern, ReportsTheFaultOfAPattern) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"{", "it is not JSON"},
        {"[]", "it is not an object"},
        {"{}", "an object of it is empty"},
        {R"({"a":"b"})", "'a' must be a list of alternatives, such as [\"a\"]"},
        {R"({"a":[]})", "the list of 'a' is empty"},
        {R"({"a":[["b"]]})", "an alternative cannot be a list"},
        {R"({"a":[{}]})", "a matcher has one member"},
        {R"({"a":[{"like":"b"}]})", "there is no matcher 'like'"},
        {R"({"a":[{"exists":"yes"}]})", "'exists' takes true or false"},
        {R"({"a":[{"prefix":1}]})", "'prefix' takes a string"},
        {R"({"a":[{"wildcard":{"equals-ignore-case":"b"}}]})", "'wildcard' takes a string"},
        {R"({"a":[{"numeric":[">"]}]})",
         "'numeric' takes one or two comparisons, such as [\">\",0,\"<=\",5]"},
        {R"({"a":[{"numeric":["!=",1]}]})",
         "'numeric' takes one or two comparisons, such as [\">\",0,\"<=\",5]"},
        {R"({"a":[{"cidr":"10.0.0.0/33"}]})", "'cidr' takes a network such as \"10.0.0.0/24\""},
        {R"({"a":[{"anything-but":[]}]})", "a list in 'anything-but' is empty"},
        {R"({"a":[{"anything-but":[true]}]})", "'anything-but' takes strings and numbers"},
        {R"({"a":[{"anything-but":{"numeric":[">",0]}}]})", "'anything-but' knows no 'numeric'"},
        {R"({"$or":{"a":["b"]}})", "'$or' takes a list of patterns"},
        {R"({"$or":[]})", "'$or' takes a list of patterns"},
    };
    for (const auto& [text, problem] : cases) {
        const auto parsed = EventPattern::parse(text);
        ASSERT_TRUE(std::holds_alternative<std::string>(parsed)) << text;
        EXPECT_EQ(std::get<std::string>(parsed), problem) << text;
    }
}

TEST(EventPattern, NestingHasALimit) {
    const auto nested = [](int levels) {
        std::string text;
        for (int i = 0; i < levels; ++i) text.append(R"({"a":)");
        text.append(R"(["b"])");
        return text + std::string(static_cast<std::size_t>(levels), '}');
    };
    EXPECT_TRUE(std::holds_alternative<EventPattern>(EventPattern::parse(nested(65))));
    EXPECT_TRUE(std::holds_alternative<std::string>(EventPattern::parse(nested(66))));
}

}  // namespace
}  // namespace stator::protocol::formats::triggers
