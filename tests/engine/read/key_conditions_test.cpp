#include "engine/read/key_conditions.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/schema/key_encoding.hpp"
#include "engine/schema/partition_hash.hpp"
#include "tests/engine/schema/written_schema.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::engine::read {
namespace {

using protocol::expression::KeyCondition;
using protocol::expression::KeyOperator;

const std::string kInvalid = "One or more parameter values were invalid: ";

KeyCondition condition(
    const std::string& attribute, KeyOperator op, const std::vector<std::string>& values
) {
    KeyCondition made{attribute, op, {}};
    for (const std::string& json : values) {
        protocol::expression::Literal literal;
        const auto parsed = tests::document(json);
        EXPECT_TRUE(protocol::wire::decode_attribute_value(
            parsed.root(), protocol::values::Dialect::Current, literal.value.buffer()
        ));
        made.values.push_back(std::move(literal));
    }
    return made;
}

KeyCondition equal(const std::string& attribute, const std::string& text = "a") {
    return condition(attribute, KeyOperator::Equal, {"{'S': '" + text + "'}"});
}

SourceKeys table_keys() {
    return SourceKeys::of(schema::written_schema("pk:S sk:S"), nullptr);
}

SourceKeys index_keys() {
    const auto index = schema::written_index("idx", "h1:S h2:S", "r1:S r2:S r3:S");
    return SourceKeys::of(schema::written_schema("pk:S sk:S"), &index);
}

struct Case {
    std::vector<KeyCondition> conditions;
    std::string outcome;
};

void expect_outcomes(const SourceKeys& keys, const std::vector<Case>& cases) {
    for (const Case& each : cases) {
        EXPECT_EQ(tests::verdict(bind_key_conditions(keys, each.conditions)), each.outcome);
    }
}

TEST(KeyConditions, CompareTheKeysOfATable) {
    const std::string missed = "Query condition missed key schema element: ";
    const std::string empty =
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
        "contain an empty string value. Key: ";
    expect_outcomes(
        table_keys(),
        {
            {{equal("pk")}, "ok"},
            {{equal("sk"), equal("pk")}, "ok"},
            {{equal("sk")}, missed + "pk"},
            {{equal("pk"), equal("other")}, missed + "sk"},
            {{equal("pk"), equal("sk"), equal("other")},
             "The number of query conditions (3) exceeds the number of key attributes defined in "
             "the "
             "schema (2)"},
            {{condition("pk", KeyOperator::Less, {"{'S': 'a'}"})},
             "Query key condition not supported"},
            {{condition("pk", KeyOperator::NotIndexable, {})},
             "Attempted conditional constraint is not an indexable operation"},
            {{equal("pk"), condition("sk", KeyOperator::NotIndexable, {})},
             "Attempted conditional constraint is not an indexable operation"},
            {{equal("pk"), condition("sk", KeyOperator::Equal, {"{'N': '1'}"})},
             kInvalid + "Condition parameter type does not match schema type"},
            {{equal("pk", "")}, empty + "pk"},
            {{equal("pk"), condition("sk", KeyOperator::Between, {"{'S': 'a'}", "{'S': ''}"})},
             empty + "sk"},
            {{equal("pk", std::string(2'049, 'x'))},
             kInvalid + "Size of hashkey has exceeded the maximum size limit of2048 bytes"},
            {{equal("pk"), equal("sk", std::string(1'025, 'x'))},
             kInvalid +
                 "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"},
        }
    );
}

TEST(KeyConditions, CompareTheKeysOfAMultiAttributeIndex) {
    const std::string equality = " must have equality conditions specified in the query";
    const auto less = [](const std::string& attribute) {
        return condition(attribute, KeyOperator::Less, {"{'S': 'm'}"});
    };
    expect_outcomes(
        index_keys(),
        {
            {{equal("h1"), equal("h2")}, "ok"},
            {{equal("h1")}, "HASH key attributes h2" + equality},
            {{equal("r1")}, "HASH key attributes h1, h2" + equality},
            {{equal("h1"), less("h2")}, "HASH key attributes h2" + equality},
            {{equal("h1"), equal("h2"), equal("r1"), less("r2")}, "ok"},
            {{equal("h1"), equal("h2"), equal("r2")},
             "RANGE key attributes r1" + equality +
                 " because a condition is present on key attribute r2"},
            {{equal("h1"), equal("h2"), less("r1"), equal("r2")},
             "RANGE key attributes r1" + equality +
                 " because a condition is present on key attribute r2"},
            {{equal("h1"), equal("h2"), equal("r1"), equal("r3")},
             "RANGE key attributes r2" + equality +
                 " because a condition is present on key attribute r3"},
        }
    );
}

// The sort keys that are in the range, each followed by a space.
std::string inside(const SortKeyRange& range, const std::vector<std::string>& sort_keys) {
    std::string found;
    for (const std::string& key : sort_keys) {
        const bool is_inside = key >= range.lower && (!range.has_upper || key < range.upper);
        if (is_inside) found.append(key).append(" ");
    }
    return found;
}

TEST(KeyConditions, BoundTheSortKeysOfATable) {
    const std::vector<std::string> sort_keys = {"a", "b", "b1", "b2", "c", "\xFF"};
    const auto bounded = [&](KeyOperator op, const std::vector<std::string>& values) {
        const auto range =
            bind_key_conditions(table_keys(), {equal("pk"), condition("sk", op, values)});
        EXPECT_TRUE(range->has_sort_condition);
        return inside(range->sort_keys, sort_keys);
    };
    EXPECT_EQ(bounded(KeyOperator::Equal, {"{'S': 'b'}"}), "b ");
    EXPECT_EQ(bounded(KeyOperator::Less, {"{'S': 'b'}"}), "a ");
    EXPECT_EQ(bounded(KeyOperator::LessOrEqual, {"{'S': 'b'}"}), "a b ");
    EXPECT_EQ(bounded(KeyOperator::Greater, {"{'S': 'b'}"}), "b1 b2 c \xFF ");
    EXPECT_EQ(bounded(KeyOperator::GreaterOrEqual, {"{'S': 'b2'}"}), "b2 c \xFF ");
    EXPECT_EQ(bounded(KeyOperator::Between, {"{'S': 'b'}", "{'S': 'b2'}"}), "b b1 b2 ");
    EXPECT_EQ(bounded(KeyOperator::BeginsWith, {"{'S': 'b'}"}), "b b1 b2 ");
    const auto whole = bind_key_conditions(table_keys(), {equal("pk")});
    EXPECT_FALSE(whole->has_sort_condition);
    EXPECT_EQ(inside(whole->sort_keys, sort_keys), "a b b1 b2 c \xFF ");
}

TEST(KeyConditions, BoundThePartsOfAnIndexKey) {
    const auto entry = [](const std::vector<std::string>& parts) {
        std::string key;
        for (const std::string& part : parts) schema::append_key_part(key, part);
        return key + "tie";
    };
    const auto count = [&](const std::vector<KeyCondition>& range_conditions) {
        std::vector<KeyCondition> conditions = {equal("h1"), equal("h2")};
        conditions.insert(conditions.end(), range_conditions.begin(), range_conditions.end());
        const auto bound = bind_key_conditions(index_keys(), conditions);
        std::string found;
        for (const std::string first : {"x", "xa", "y"}) {
            for (const std::string second : {"p", "pq", "q"}) {
                const std::string key = entry({first, second, "z"});
                const SortKeyRange& range = bound->sort_keys;
                const bool is_inside =
                    key >= range.lower && (!range.has_upper || key < range.upper);
                if (is_inside) found.append(first).append(second).append(" ");
            }
        }
        return found;
    };
    EXPECT_EQ(count({equal("r1", "x")}), "xp xpq xq ");
    EXPECT_EQ(
        count({condition("r1", KeyOperator::BeginsWith, {"{'S': 'x'}"})}), "xp xpq xq xap xapq xaq "
    );
    EXPECT_EQ(
        count({equal("r1", "xa"), condition("r2", KeyOperator::Greater, {"{'S': 'p'}"})}),
        "xapq xaq "
    );
    EXPECT_EQ(
        count({equal("r1", "y"), condition("r2", KeyOperator::BeginsWith, {"{'S': 'p'}"})}),
        "yp ypq "
    );
    EXPECT_EQ(
        count({condition("r1", KeyOperator::Between, {"{'S': 'x'}", "{'S': 'xa'}"})}),
        "xp xpq xq xap xapq xaq "
    );
}

TEST(KeyConditions, FindThePartition) {
    const auto range = bind_key_conditions(table_keys(), {equal("pk", "key")});
    EXPECT_EQ(range->pk, "key");
    EXPECT_EQ(range->hash, schema::hash_partition_key("key"));
}

TEST(SourceKeys, AreThoseOfTheIndexIfGiven) {
    EXPECT_TRUE(table_keys().contains("sk"));
    EXPECT_FALSE(table_keys().contains("r1"));
    EXPECT_FALSE(table_keys().encoded);
    EXPECT_TRUE(index_keys().contains("h2"));
    EXPECT_TRUE(index_keys().contains("r3"));
    EXPECT_FALSE(index_keys().contains("pk"));
    EXPECT_TRUE(index_keys().encoded);
}

}  // namespace
}  // namespace stator::engine::read
