#include "protocol/operations/tables/index_rules.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/expression_support.hpp"

namespace stator::protocol::operations::tables {
namespace {

const std::string kInvalid = "One or more parameter values were invalid: ";

// For example "aH bR": a is a HASH element, b a RANGE element.
values::KeySchema schema(std::string_view text) {
    values::KeySchema made;
    for (std::size_t i = 0; i + 1 < text.size(); i += 3) {
        const auto type = text[i + 1] == 'H' ? values::KeyType::Hash : values::KeyType::Range;
        made.push_back({std::string(1, text[i]), type});
    }
    return made;
}

std::vector<values::AttributeDefinition> definitions(std::string_view names) {
    std::vector<values::AttributeDefinition> made;
    for (const char name : names) {
        made.push_back({std::string(1, name), values::AttributeType::String});
    }
    return made;
}

TEST(KeySchemaRules, LetATableHaveOneHashAndOneRange) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"aH", "ok"},
        {"aH bR", "ok"},
        {"aR", "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
        {"aR bH", "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
        {"aH bH", "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"},
        {"aH aR",
         "Both the Hash Key and the Range Key element in the KeySchema have the same name"},
    };
    for (const auto& [text, outcome] : cases) {
        EXPECT_EQ(tests::verdict(check_simple_key_schema(schema(text))), outcome) << text;
    }
}

TEST(KeySchemaRules, LetAGlobalIndexHaveFourOfEither) {
    const std::string too_many = kInvalid + "The KeySchema exceeds the maximum allowed number of ";
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"aH", "ok"},
        {"aH bH cH dH eR fR gR hR", "ok"},
        {"aH bH cH dH eH", too_many + "HASH key attributes"},
        {"aH bR cR dR eR fR", too_many + "RANGE key attributes"},
        {"aR bH", "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"},
        {"aH bR cH",
         kInvalid + "All HASH key attributes must precede RANGE key attributes in the KeySchema"},
        {"aH bR aH", "The KeySchema contains multiple key attributes with the same name"},
    };
    for (const auto& [text, outcome] : cases) {
        EXPECT_EQ(tests::verdict(check_composite_key_schema(schema(text))), outcome) << text;
    }
}

TEST(KeySchemaRules, RequireADefinitionOfEveryKey) {
    EXPECT_EQ(tests::verdict(check_keys_defined(schema("aH bR"), definitions("bac"))), "ok");
    EXPECT_EQ(
        tests::verdict(check_keys_defined(schema("aH bR"), definitions("ac"))),
        kInvalid +
            "Some index key attributes are not defined in AttributeDefinitions. Keys: [a, b], "
            "AttributeDefinitions: [a, c]"
    );
}

TEST(ProjectionRules, LetOnlyIncludeNameAttributes) {
    using values::ProjectionType;
    const auto outcome = [](const ProjectionRequest& request) {
        return tests::verdict(check_projection(request));
    };
    const std::vector<std::string> names = {"b", "a"};
    EXPECT_EQ(outcome({ProjectionType::All, {}}), "ok");
    EXPECT_EQ(outcome({ProjectionType::Include, names}), "ok");
    EXPECT_EQ(outcome({{}, names}), kInvalid + "Unknown ProjectionType: null");
    EXPECT_EQ(
        outcome({ProjectionType::Include, {}}),
        kInvalid + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified"
    );
    EXPECT_EQ(
        outcome({ProjectionType::KeysOnly, names}),
        kInvalid + "ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified"
    );
    EXPECT_EQ(
        outcome({ProjectionType::Include, std::vector<std::string>{"b", "a", "b"}}),
        kInvalid + "Duplicate element in NonKeyAttributes: b"
    );
    EXPECT_EQ(
        check_projection({ProjectionType::Include, names})->non_key_attributes,
        (std::vector<std::string>{"a", "b"})
    );
}

TEST(ThroughputRules, LimitTheUnitsOfARequest) {
    const std::int64_t most = 1'000'000'000'000;
    EXPECT_EQ(tests::verdict(check_throughput_bounds({most, most}, "")), "ok");
    EXPECT_EQ(
        tests::verdict(check_throughput_bounds({most + 1, most + 1}, "")),
        "Given value 1000000000001 for ReadCapacityUnits is out of bounds"
    );
    EXPECT_EQ(
        tests::verdict(check_throughput_bounds({most, most + 1}, "idx")),
        "Given value 1000000000001 for WriteCapacityUnits is out of bounds for index idx"
    );
}

TEST(ThroughputRules, AllowMaximaOnlyOnDemand) {
    const auto outcome = [](const model::OnDemandThroughput& maxima, values::BillingMode billing) {
        return tests::verdict(check_new_on_demand_throughput(maxima, "", billing));
    };
    EXPECT_EQ(outcome({1, 1}, values::BillingMode::PayPerRequest), "ok");
    EXPECT_EQ(outcome({}, values::BillingMode::Provisioned), "ok");
    EXPECT_EQ(
        outcome({{}, 0}, values::BillingMode::PayPerRequest),
        kInvalid +
            "Requested MaxWriteRequestUnits for OnDemandThroughput for table is outside of valid "
            "range"
    );
    EXPECT_EQ(
        outcome({0, {}}, values::BillingMode::Provisioned),
        kInvalid +
            "MaxReadRequestUnits for OnDemandThroughput cannot be specified when table "
            "BillingMode is PROVISIONED."
    );
}

TEST(ThroughputRules, RequireAtLeastTheInitialWarmThroughput) {
    const auto on_demand = values::BillingMode::PayPerRequest;
    const auto provisioned = values::BillingMode::Provisioned;
    EXPECT_EQ(tests::verdict(check_new_warm_throughput({12'000, 4'000}, "", on_demand, {})), "ok");
    EXPECT_EQ(
        tests::verdict(check_new_warm_throughput({12'000, 3'999}, "", on_demand, {})),
        kInvalid +
            "Requested WriteUnitsPerSecond for WarmThroughput for table is lower than initial "
            "throughput for OnDemand"
    );
    EXPECT_EQ(tests::verdict(check_new_warm_throughput({5, {}}, "", provisioned, {5, 5})), "ok");
    EXPECT_EQ(
        tests::verdict(check_new_warm_throughput({4, 4}, "idx", provisioned, {5, 5})),
        kInvalid +
            "Requested ReadUnitsPerSecond for WarmThroughput for index idx is lower than "
            "ReadCapacityUnits of ProvisionedThroughput"
    );
}

IndexRequest index_by(std::string_view keys) {
    IndexRequest sent;
    sent.index.name = "idx";
    sent.index.key_schema = schema(keys);
    sent.projection.type = values::ProjectionType::All;
    return sent;
}

TEST(IndexCreationRules, RequireDefinitionsInTheSameRequest) {
    const auto on_demand = values::BillingMode::PayPerRequest;
    EXPECT_EQ(
        tests::verdict(check_index_creation(index_by("aH"), {}, on_demand)),
        kInvalid + "AttributeDefinitions is not specified for index: idx"
    );
    EXPECT_EQ(
        tests::verdict(check_index_creation(index_by("aH"), definitions("a"), on_demand)), "ok"
    );
}

TEST(IndexCreationRules, RequireUnitsIfTheTableHasUnits) {
    IndexRequest sent = index_by("aH");
    EXPECT_EQ(
        tests::verdict(
            check_index_creation(sent, definitions("a"), values::BillingMode::Provisioned)
        ),
        kInvalid + "Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: idx"
    );
    sent.index.throughput = values::CapacityUnits{1, 1};
    EXPECT_EQ(
        tests::verdict(
            check_index_creation(sent, definitions("a"), values::BillingMode::PayPerRequest)
        ),
        kInvalid +
            "ProvisionedThroughput should not be specified for index: idx when BillingMode is "
            "PAY_PER_REQUEST"
    );
}

}  // namespace
}  // namespace stator::protocol::operations::tables
