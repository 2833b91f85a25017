#include "tools/anonymise/anonymiser.hpp"

#include <gtest/gtest.h>

namespace stator::tools::anonymise {
namespace {

using protocol::values::AttributeType;

Anonymiser with(const std::string& rules, const std::string& more = R"("key":"k","seed":1)") {
    const auto read = rules_from("{" + more + ",\"rules\":" + rules + "}", "r.json");
    EXPECT_TRUE(read.has_value()) << (read.has_error() ? read.error().sentence : "");
    return Anonymiser(read.value());
}

std::string applied(const std::string& rules, const std::string& item) {
    return with(rules).apply("T", item).value();
}

std::string refusal(const std::string& text) {
    const auto read = rules_from(text, "r.json");
    return read.has_error() ? read.error().sentence : "accepted";
}

struct Case {
    std::string rules;
    std::string item;
    std::string expected;
};

TEST(Anonymiser, FindsThePlacesThatRulesName) {
    const std::vector<Case> cases{
        {R"({"a":"drop"})", R"({"a":{"S":"x"},"b":{"S":"y"}})", R"({"b":{"S":"y"}})"},
        {R"({"m.a":"drop"})",
         R"({"m":{"M":{"a":{"S":"x"},"b":{"NULL":true}}}})",
         R"({"m":{"M":{"b":{"NULL":true}}}})"},
        {R"({"l[0]":"drop"})",
         R"({"l":{"L":[{"S":"x"},{"S":"y"}]}})",
         R"({"l":{"L":[{"S":"y"}]}})"},
        {R"({"l[*].a":"mask"})",
         R"({"l":{"L":[{"M":{"a":{"S":"xy"}}},{"S":"y"}]}})",
         R"({"l":{"L":[{"M":{"a":{"S":"**"}}},{"S":"y"}]}})"},
        // A rule about a map applies to everything in it; a longer path takes precedence, and a
        // name takes precedence over a star.
        {R"({"m":"mask","m.*":"drop","m.keep":"keep","m.x":"mask"})",
         R"({"m":{"M":{"keep":{"S":"a"},"x":{"S":"b"},"y":{"S":"c"}}}})",
         R"({"m":{"M":{"keep":{"S":"a"},"x":{"S":"*"}}}})"},
        {R"({"m":"mask","m.k":"keep"})",
         R"({"m":{"M":{"k":{"M":{"deep":{"S":"a"}}},"l":{"L":[{"S":"b"},{"N":"-12.50"}]}}}})",
         R"({"m":{"M":{"k":{"M":{"deep":{"S":"a"}}},"l":{"L":[{"S":"*"},{"N":"-11.1"}]}}}})"},
        {R"({"a\\.b":"drop","\\*":"drop"})",
         R"({"a.b":{"S":"x"},"*":{"S":"x"},"c":{"S":"x"}})",
         R"({"c":{"S":"x"}})"}};
    for (const auto& [rules, item, expected] : cases) EXPECT_EQ(applied(rules, item), expected);
}

TEST(Anonymiser, KeepsTypes) {
    EXPECT_EQ(
        applied(
            R"({"*":{"action":"mask","keepLast":2}})", R"({"s":{"S":"g\u00fcnther"},"e":{"S":""}})"
        ),
        R"({"s":{"S":"*****er"},"e":{"S":""}})"
    );
    EXPECT_EQ(
        applied(R"({"*":"mask"})", R"({"b":{"B":"AQI="},"t":{"BOOL":true},"n":{"NULL":true}})"),
        R"({"b":{"B":"AAA="},"t":{"BOOL":true},"n":{"NULL":true}})"
    );
    // Values that become equal are in a set once.
    EXPECT_EQ(
        applied(R"({"*":"mask"})", R"({"s":{"SS":["ab","cd","e"]},"n":{"NS":["7","12"]}})"),
        R"({"s":{"SS":["*","**"]},"n":{"NS":["1","11"]}})"
    );
}

TEST(Anonymiser, HashesAlikeWhereverAValueStands) {
    const std::string one =
        applied(R"({"*":"hash"})", R"({"a":{"S":"x"},"b":{"L":[{"S":"x"}]},"c":{"SS":["x"]}})");
    const std::string hash = one.substr(one.find(":\"") + 2, 32);
    EXPECT_EQ(
        one,
        R"({"a":{"S":")" + hash + R"("},"b":{"L":[{"S":")" + hash + R"("}]},"c":{"SS":[")" + hash +
            R"("]}})"
    );
    const std::string numbers =
        applied(R"({"*":"hash"})", R"({"a":{"N":"1.0"},"b":{"N":"10e-1"}})");
    EXPECT_EQ(numbers.substr(5, 23), numbers.substr(33, 23)) << numbers;
    const auto other = with(R"({"*":"hash"})", R"("key":"other")");
    EXPECT_EQ(other.apply("T", R"({"a":{"S":"x"}})").value().find(hash), std::string::npos);
}

TEST(Anonymiser, FakesTheSameFromTheSameSeed) {
    const std::string rules =
        R"({"mail":{"action":"fake","as":"email"},"id":{"action":"fake","as":"uuid"},"n":"fake"})";
    const std::string item = R"({"mail":{"S":"a@b"},"id":{"S":"i"},"n":{"N":"-1234.5"}})";
    const std::string one = applied(rules, item);
    EXPECT_EQ(applied(rules, item), one);
    EXPECT_NE(one.find("@example.com\""), std::string::npos) << one;
    EXPECT_EQ(one.find("a@b"), std::string::npos);
    const std::size_t number = one.find("{\"N\":\"-") + 7;
    EXPECT_EQ(one.find('"', number) - number, 4) << one;
    const auto other = with(rules, R"("seed":2)");
    EXPECT_NE(other.apply("T", item).value(), one);
    for (const char* kind :
         {"address",
          "city",
          "company",
          "firstName",
          "lastName",
          "name",
          "phone",
          "sentence",
          "word"}) {
        const std::string fake = applied(
            R"({"a":{"action":"fake","as":")" + std::string(kind) + R"("}})",
            R"({"a":{"S":"secret"}})"
        );
        EXPECT_EQ(fake.find("secret"), std::string::npos) << kind;
        EXPECT_GT(fake.size(), std::string(R"({"a":{"S":""}})").size() + 3) << kind;
    }
}

TEST(Anonymiser, HasRulesForATable) {
    const auto read = rules_from(
        R"({"rules":{"a":"mask"},"tables":{"T":{"a":"drop"},"U":{"b":"drop"}}})", "r.json"
    );
    ASSERT_TRUE(read.has_value());
    const Anonymiser anonymiser(*read);
    const std::string item = R"({"a":{"S":"x"},"b":{"S":"y"}})";
    EXPECT_EQ(anonymiser.apply("T", item).value(), R"({"b":{"S":"y"}})");
    EXPECT_EQ(anonymiser.apply("V", item).value(), R"({"a":{"S":"*"},"b":{"S":"y"}})");
    EXPECT_EQ(
        anonymiser.unused_rules(),
        std::vector<std::string>{"no item of U has 'b', which a rule names."}
    );
}

TEST(Anonymiser, RefusesToMakeKeysEqual) {
    const auto check = [](const std::string& rule, AttributeType type) {
        const auto checked =
            with("{\"pk\":" + rule + "}").check_keys("T", {{"pk", type}, {"sk", type}});
        return checked.has_error() ? checked.error().sentence : "";
    };
    EXPECT_EQ(check("\"hash\"", AttributeType::Number), "");
    EXPECT_EQ(check(R"({"action":"fake","as":"email"})", AttributeType::String), "");
    EXPECT_EQ(
        check("\"mask\"", AttributeType::String),
        "the rule for 'pk' would give items of T the same key; a key can be kept, hashed, or a "
        "text "
        "faked as email or uuid."
    );
    EXPECT_NE(check("\"drop\"", AttributeType::String), "");
    EXPECT_NE(check(R"({"action":"fake","as":"email"})", AttributeType::Number), "");
    EXPECT_NE(check(R"({"action":"fake","as":"name"})", AttributeType::String), "");
}

TEST(Rules, AreRefusedInASentence) {
    EXPECT_EQ(refusal("{"), "the rules 'r.json': this is no JSON.");
    EXPECT_EQ(refusal("{}"), "the rules 'r.json': it has none; write some into 'rules'.");
    EXPECT_EQ(
        refusal(R"({"rules":{"a":"blur"}})"),
        "the rules 'r.json': 'blur' of 'a' is no action; there are keep, mask, hash, fake and drop."
    );
    EXPECT_EQ(
        refusal(R"({"rules":{"a":"hash"}})"),
        "the rules 'r.json': a hash needs a secret, or it can be guessed; give 'key'."
    );
    for (const char* path : {"", ".a", "a.", "a[", "a[x]", "a[]b", "[0]"}) {
        EXPECT_NE(
            refusal(R"({"rules":{")" + std::string(path) + R"(":"drop"}})").find("is no path"),
            std::string::npos
        ) << path;
    }
    EXPECT_NE(
        refusal(R"({"rules":{"a":{"action":"mask","keep":1}}})").find("keep"), std::string::npos
    );
    EXPECT_NE(refusal(R"({"rules":{"a":{"action":"fake","as":"dog"}}})"), "accepted");
    EXPECT_NE(refusal(R"({"rules":[],"more":1})"), "accepted");
}

}  // namespace
}  // namespace stator::tools::anonymise
