#include "protocol/expression/legacy/legacy_comparison.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/expression_support.hpp"

namespace stator::protocol::expression::legacy {
namespace {

const std::string kInvalidComparison = "One or more parameter values were invalid: ";
const std::string kNotANumber = "The parameter cannot be converted to a numeric value: x";

// "ok", or the error message for the comparison with the values of an AttributeValueList.
std::string decoded(std::string_view comparison, std::string_view list, LegacyParameter parameter) {
    const auto document = tests::document(list);
    return tests::verdict(decode_comparison(
        comparison, values_of(document.root()), parameter, values::Dialect::Current
    ));
}

std::string refused_type(const std::string& comparison, const std::string& type) {
    return kInvalidComparison + "ComparisonOperator " + comparison + " is not valid for " + type +
           " AttributeValue type";
}

std::string wrong_count(const std::string& comparison) {
    return kInvalidComparison + "Invalid number of argument(s) for the " + comparison +
           " ComparisonOperator";
}

constexpr LegacyParameter kAllParameters[] = {
    LegacyParameter::Expected, LegacyParameter::Filter, LegacyParameter::KeyConditions};

TEST(LegacyComparison, RequiresItsNumberOfValues) {
    struct Case {
        std::string comparison;
        std::string fitting;
        std::string other;
    };

    const std::vector<Case> cases = {
        {"EQ", "[{'S': 'a'}]", "[]"},
        {"NE", "[{'S': 'a'}]", "[{'S': 'a'}, {'S': 'b'}]"},
        {"GE", "[{'S': 'a'}]", "[]"},
        {"BETWEEN", "[{'S': 'a'}, {'S': 'b'}]", "[{'S': 'a'}]"},
        {"IN", "[{'S': 'a'}, {'S': 'b'}, {'S': 'c'}]", "[]"},
        {"BEGINS_WITH", "[{'S': 'a'}]", "[]"},
        {"NULL", "[]", "[{'S': 'a'}]"},
        {"NOT_NULL", "[]", "[{'S': 'a'}]"},
    };
    for (const Case& each : cases) {
        for (const LegacyParameter parameter : kAllParameters) {
            EXPECT_EQ(decoded(each.comparison, each.fitting, parameter), "ok") << each.comparison;
            EXPECT_EQ(
                decoded(each.comparison, each.other, parameter), wrong_count(each.comparison)
            );
        }
    }
}

TEST(LegacyComparison, RefusesTypesItCannotCompare) {
    const auto filter = LegacyParameter::Filter;
    EXPECT_EQ(decoded("EQ", "[{'M': {}}]", filter), "ok");
    EXPECT_EQ(decoded("NE", "[{'BOOL': true}]", filter), "ok");
    for (const std::string comparison : {"LE", "LT", "GE", "GT", "IN"}) {
        EXPECT_EQ(decoded(comparison, "[{'B': ''}]", filter), "ok") << comparison;
        EXPECT_EQ(
            decoded(comparison, "[{'NULL': true}]", filter), refused_type(comparison, "NULL")
        );
        EXPECT_EQ(decoded(comparison, "[{'SS': ['a']}]", filter), refused_type(comparison, "SS"));
    }
    EXPECT_EQ(decoded("BEGINS_WITH", "[{'N': '1'}]", filter), refused_type("BEGINS_WITH", "N"));
    EXPECT_EQ(decoded("CONTAINS", "[{'L': []}]", filter), refused_type("CONTAINS", "L"));
}

TEST(LegacyComparison, RefusesBooleansForContainsOnlyInExpected) {
    for (const std::string comparison : {"CONTAINS", "NOT_CONTAINS"}) {
        for (const std::string type : {"BOOL", "NULL"}) {
            const std::string list = "[{'" + type + "': true}]";
            EXPECT_EQ(decoded(comparison, list, LegacyParameter::Filter), "ok");
            EXPECT_EQ(
                decoded(comparison, list, LegacyParameter::Expected), refused_type(comparison, type)
            );
        }
    }
}

TEST(LegacyComparison, ReportsWrongValuesFirstExceptInExpected) {
    EXPECT_EQ(decoded("EQ", "[{'N': 'x'}, {'N': '1'}]", LegacyParameter::Filter), kNotANumber);
    EXPECT_EQ(
        decoded("EQ", "[{'N': 'x'}, {'N': '1'}]", LegacyParameter::Expected), wrong_count("EQ")
    );
    EXPECT_EQ(decoded("IN", "[{'N': 'x'}, {'S': 'a'}]", LegacyParameter::Filter), kNotANumber);
    EXPECT_EQ(
        decoded("IN", "[{'N': 'x'}, {'S': 'a'}]", LegacyParameter::Expected),
        kInvalidComparison + "AttributeValues inside AttributeValueList must be of same type"
    );
}

TEST(LegacyComparison, RequiresTheBoundsOfARangeInOrder) {
    const std::string reversed =
        "The BETWEEN condition was provided a range where the lower bound is greater than the "
        "upper "
        "bound";
    for (const LegacyParameter parameter : kAllParameters) {
        EXPECT_EQ(decoded("BETWEEN", "[{'N': '9'}, {'N': '10'}]", parameter), "ok");
        EXPECT_EQ(decoded("BETWEEN", "[{'N': '9'}, {'N': '9'}]", parameter), "ok");
        EXPECT_EQ(decoded("BETWEEN", "[{'N': '10'}, {'N': '9'}]", parameter), reversed);
        EXPECT_EQ(decoded("BETWEEN", "[{'S': '10'}, {'S': '9'}]", parameter), "ok");
    }
}

TEST(LegacyComparison, RefusesANullValue) {
    EXPECT_EQ(
        decoded("EQ", "[null]", LegacyParameter::Filter),
        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"
    );
}

TEST(LegacyComparison, BecomesACondition) {
    const auto meaning = [](std::string_view comparison, std::string_view list) {
        const auto document = tests::document(list);
        auto values = decode_comparison(
            comparison,
            values_of(document.root()),
            LegacyParameter::Filter,
            values::Dialect::Current
        );
        return condition_text(comparison_condition("a.b", comparison, std::move(values).value()));
    };
    EXPECT_EQ(meaning("NE", "[{'S': 'x'}]"), R"(a.b <> {"S":"x"})");
    EXPECT_EQ(meaning("GE", "[{'N': '1'}]"), R"(a.b >= {"N":"1"})");
    EXPECT_EQ(meaning("NOT_CONTAINS", "[{'S': 'x'}]"), R"(not_contains(a.b, {"S":"x"}))");
    EXPECT_EQ(meaning("NULL", "[]"), "attribute_not_exists(a.b)");
    EXPECT_EQ(meaning("NOT_NULL", "[]"), "attribute_exists(a.b)");
}

TEST(LegacyComparison, ComparesOneAttributeWithAnyName) {
    EXPECT_TRUE(literal_name("a.b[0]").is_top_level());
    EXPECT_EQ(literal_name("a.b[0]").attribute(), "a.b[0]");
}

TEST(LegacyComparison, BecomesAKeyConditionIfKeysSupportIt) {
    const std::vector<std::pair<std::string, KeyOperator>> cases = {
        {"EQ", KeyOperator::Equal},
        {"LT", KeyOperator::Less},
        {"LE", KeyOperator::LessOrEqual},
        {"GT", KeyOperator::Greater},
        {"GE", KeyOperator::GreaterOrEqual},
        {"BETWEEN", KeyOperator::Between},
        {"BEGINS_WITH", KeyOperator::BeginsWith},
        {"NE", KeyOperator::NotIndexable},
        {"IN", KeyOperator::NotIndexable},
        {"CONTAINS", KeyOperator::NotIndexable},
        {"NOT_CONTAINS", KeyOperator::NotIndexable},
        {"NULL", KeyOperator::NotIndexable},
        {"NOT_NULL", KeyOperator::NotIndexable},
    };
    for (const auto& [comparison, meaning] : cases) {
        EXPECT_EQ(comparison_key_operator(comparison), meaning) << comparison;
    }
}

TEST(DeclaredType, IsTheOneDatatypeAValueHas) {
    const auto type = [](std::string_view json) {
        const auto document = tests::document(json);
        const auto declared = declared_type(document.root());
        return declared ? std::string(values::type_name(*declared)) : "none";
    };
    EXPECT_EQ(type("{'NULL': true}"), "NULL");
    EXPECT_EQ(type("{'BS': []}"), "BS");
    EXPECT_EQ(type("{'Q': 1, 'L': []}"), "L");
    EXPECT_EQ(type("{'S': null, 'N': '1'}"), "N");
    EXPECT_EQ(type("{'S': 'a', 'N': '1'}"), "none");
    EXPECT_EQ(type("{}"), "none");
    EXPECT_EQ(type("'S'"), "none");
}

}  // namespace
}  // namespace stator::protocol::expression::legacy
