#include "engine/schema/key_checks.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/engine/schema/written_schema.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::engine::schema {
namespace {

const std::string kInvalid = "One or more parameter values were invalid: ";
const std::string kNotValid = "One or more parameter values are not valid. ";
const std::string kUnsupported =
    kNotValid + "A value specified for a secondary index key is not supported. ";
const std::string kNoMatch = "The provided key element does not match the schema";
const std::string kEmptyString =
    "The AttributeValue for a key attribute cannot contain an empty string value.";
const std::string kHashTooLong =
    kInvalid + "Size of hashkey has exceeded the maximum size limit of2048 bytes";
const std::string kRangeTooLong =
    kInvalid + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes";

// Keys pk (S) and sk (S); the index "idx" by g (S) and n (N).
TableSchema indexed() {
    TableSchema schema = written_schema("pk:S sk:S");
    schema.indexes = {written_index("idx", "g:S", "n:N")};
    return schema;
}

struct Case {
    std::string item;
    std::string outcome;
};

std::string string_of(std::size_t bytes) {
    return "{'S': '" + std::string(bytes, 'x') + "'}";
}

TEST(CheckKey, RequiresExactlyTheKeyAttributes) {
    const std::vector<Case> cases = {
        {"{'pk': {'S': 'a'}, 'sk': {'S': 'b'}}", "ok"},
        {"{'pk': {'S': 'a'}}", kNoMatch},
        {"{'pk': {'S': 'a'}, 'sk': {'S': 'b'}, 'x': {'S': 'c'}}", kNoMatch},
        {"{'pk': {'S': 'a'}, 'x': {'S': 'b'}}", kNoMatch},
        {"{'pk': {'N': '1'}, 'sk': {'S': 'b'}}", kNoMatch},
        {"{'pk': {'S': ''}, 'sk': {'N': '1'}}", kNoMatch},
        {"{'pk': {'S': ''}, 'sk': {'S': ''}}", kNotValid + kEmptyString + " Key: pk"},
        {"{'pk': {'S': 'a'}, 'sk': {'S': ''}}", kNotValid + kEmptyString + " Key: sk"},
        {"{'pk': " + string_of(2'048) + ", 'sk': " + string_of(1'024) + "}", "ok"},
        {"{'pk': " + string_of(2'049) + ", 'sk': " + string_of(1'025) + "}", kHashTooLong},
        {"{'pk': " + string_of(2'048) + ", 'sk': " + string_of(1'025) + "}", kRangeTooLong},
    };
    const TableSchema schema = indexed();
    for (const Case& each : cases) {
        EXPECT_EQ(tests::verdict(check_key(schema, *tests::item(each.item))), each.outcome);
    }
    const auto binary = tests::item("{'pk': {'B': ''}}");
    EXPECT_EQ(
        tests::verdict(check_key(written_schema("pk:B"), *binary)),
        kNotValid +
            "The AttributeValue for a key attribute cannot contain an empty binary value. Key: pk"
    );
}

TEST(CheckItemKey, NamesTheFaultUnlessInABatch) {
    const std::vector<Case> cases = {
        {"{'pk': {'S': 'a'}, 'sk': {'S': 'b'}, 'x': {'S': 'c'}}", "ok"},
        {"{'sk': {'N': '1'}}", kInvalid + "Missing the key pk in the item"},
        {"{'pk': {'S': 'a'}}", kInvalid + "Missing the key sk in the item"},
        {"{'pk': {'N': '1'}, 'sk': {'S': 'b'}}",
         kInvalid + "Type mismatch for key pk expected: S actual: N"},
    };
    const TableSchema schema = indexed();
    for (const Case& each : cases) {
        const auto item = tests::item(each.item);
        EXPECT_EQ(tests::verdict(check_item_key(schema, *item, false)), each.outcome);
        EXPECT_EQ(
            tests::verdict(check_item_key(schema, *item, true)),
            each.outcome == "ok" ? "ok" : kNoMatch
        );
    }
    const auto empty = tests::item("{'pk': {'S': ''}, 'sk': {'S': 'b'}}");
    for (const bool as_batch : {false, true}) {
        EXPECT_EQ(
            tests::verdict(check_item_key(schema, *empty, as_batch)),
            kNotValid + kEmptyString + " Key: pk"
        );
    }
}

TEST(CheckIndexKeys, ChecksOnlyKeysThatTheItemHas) {
    const std::vector<Case> cases = {
        {"{}", "ok"},
        {"{'g': {'S': 'a'}}", "ok"},
        {"{'g': {'N': '1'}}",
         kInvalid + "Type mismatch for Index Key g Expected: S Actual: N IndexName: idx"},
        {"{'n': {'NULL': true}}",
         kInvalid + "Type mismatch for Index Key n Expected: N Actual: NULL IndexName: idx"},
        {"{'g': {'S': ''}, 'n': {'S': 'x'}}",
         kUnsupported + kEmptyString + " IndexName: idx, IndexKey: g"},
        {"{'g': " + string_of(2'048) + "}", "ok"},
        {"{'g': " + string_of(2'049) + "}", kHashTooLong},
    };
    const TableSchema schema = indexed();
    for (const Case& each : cases) {
        EXPECT_EQ(tests::verdict(check_index_keys(schema, *tests::item(each.item))), each.outcome);
    }
}

protocol::expression::UpdateExpression update_of(std::string_view text) {
    auto scope = tests::scope(
        "", "{':s': {'S': 'x'}, ':n': {'N': '1'}, ':empty': {'S': ''}, ':l': {'L': []}}"
    );
    return protocol::expression::analysis::parse_update(text, *scope).value();
}

TEST(CheckUpdateTargets, LeavesKeysAlone) {
    const std::string scalars =
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
        "allowed: ";
    const std::string mismatch = kInvalid + "Type mismatch for Index Key ";
    const std::vector<Case> cases = {
        {"SET a = pk, g = :s, n = n + :n", "ok"},
        {"SET a = g.x", scalars + "IndexKey: g"},
        {"SET a = if_not_exists(sk[0], :s)", scalars + "Key: sk"},
        {"SET g[0] = :s", scalars + "IndexKey: g"},
        {"SET a = pk.x REMOVE sk",
         kInvalid + "Cannot update attribute sk. This attribute is part of the key"},
        {"ADD pk.x :n", kInvalid + "Cannot update attribute pk. This attribute is part of the key"},
        {"SET g = :n", mismatch + "g Expected: S Actual: N IndexName: idx"},
        {"SET g = n + :n", mismatch + "g Expected: S Actual: N IndexName: idx"},
        {"SET n = :l, g.x = :s", mismatch + "n Expected: N Actual: L IndexName: idx"},
        {"SET g = if_not_exists(g, :n)", "ok"},
    };
    const TableSchema schema = indexed();
    for (const Case& each : cases) {
        EXPECT_EQ(tests::verdict(check_update_targets(schema, update_of(each.item))), each.outcome)
            << each.item;
    }
}

TEST(CheckUpdatedIndexKeys, ChecksOnlyKeysThatTheUpdateNames) {
    const TableSchema schema = indexed();
    const auto outcome = [&](std::string_view update, std::string_view item) {
        return tests::verdict(
            check_updated_index_keys(schema, update_of(update), *tests::item(item))
        );
    };
    EXPECT_EQ(outcome("SET a = :s", "{'g': {'N': '1'}}"), "ok");
    EXPECT_EQ(outcome("REMOVE g", "{}"), "ok");
    EXPECT_EQ(
        outcome("SET g = a", "{'g': {'N': '1'}}"),
        "The update expression attempted to update the secondary index key to unsupported type"
    );
    EXPECT_EQ(
        outcome("SET g = a", "{'g': {'S': ''}}"),
        kNotValid +
            "The update expression attempted to update a secondary index key to a value that is "
            "not "
            "supported. " +
            kEmptyString
    );
}

TEST(CheckTransactValues, LeavesWrongTypesToTheItems) {
    const TableSchema schema = indexed();
    const auto outcome = [&](std::string_view item, bool is_put) {
        return tests::verdict(check_transact_values(schema, *tests::item(item), is_put));
    };
    EXPECT_EQ(outcome("{'pk': {'N': '1'}, 'g': {'N': '1'}}", true), "ok");
    EXPECT_EQ(outcome("{'pk': {'S': ''}}", false), kNotValid + kEmptyString + " Key: pk");
    EXPECT_EQ(outcome("{'sk': " + string_of(1'025) + "}", false), kRangeTooLong);
    EXPECT_EQ(outcome("{'g': {'S': ''}}", false), "ok");
    EXPECT_EQ(
        outcome("{'g': {'S': ''}}", true),
        kUnsupported + kEmptyString + " IndexName: idx, IndexKey: g"
    );
}

TEST(CheckTransactUpdate, RefusesEmptyIndexKeysThatAreLiterals) {
    const TableSchema schema = indexed();
    const auto is_fine = [&](std::string_view update) {
        return check_transact_update(schema, update_of(update)).has_value();
    };
    EXPECT_FALSE(is_fine("SET g = :empty"));
    EXPECT_TRUE(is_fine("SET g = :s"));
    EXPECT_TRUE(is_fine("SET a = :empty"));
    EXPECT_TRUE(is_fine("SET g = if_not_exists(g, :empty)"));
    EXPECT_TRUE(is_fine("SET g.x = :empty"));
    EXPECT_TRUE(is_fine("SET n = :empty"));
}

}  // namespace
}  // namespace stator::engine::schema
