#include "engine/partiql/decomposition.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/partiql/where_clause.hpp"
#include "tests/engine/schema/written_schema.hpp"

namespace stator::engine::partiql {
namespace {

// Such as "a[1,3) b" for the reads of a table by pk and sk, both S; or "scan", or the error
// message.
std::string decomposed(const std::string& where) {
    const auto keys = read::SourceKeys::of(schema::written_schema("pk:S sk:S"), nullptr);
    const auto reads = decompose(keys, where_clause(where));
    if (reads.has_error()) return reads.error().message;
    if (!*reads) return "scan";
    std::string text;
    for (const KeyedRead& read : **reads) {
        text.append(text.empty() ? "" : " ").append(read.pk);
        if (read.has_whole_key) {
            text.append("=").append(read.sort_keys.lower);
        } else if (read.sort_keys.has_upper && read.sort_keys.lower == read.sort_keys.upper) {
            text.append("[empty)");
        } else if (!read.sort_keys.lower.empty() || read.sort_keys.has_upper) {
            text.append("[").append(read.sort_keys.lower).append(",");
            text.append(read.sort_keys.has_upper ? read.sort_keys.upper : "").append(")");
        }
        if (read.has_filter) text.append("+");
    }
    return text;
}

const std::string kOverlap =
    "Overlapping conditions with range keys are not supported in where clause";

struct Case {
    std::string where;
    std::string reads;
};

void expect_reads(const std::vector<Case>& cases) {
    for (const Case& each : cases) EXPECT_EQ(decomposed(each.where), each.reads) << each.where;
}

TEST(Decomposition, FindsAReadForEveryBranch) {
    expect_reads({
        {"pk = 'a'", "a"},
        {"pk = 'a' AND sk = '1'", "a=1"},
        {"pk = 'a' AND sk < '3' AND sk >= '1'", "a[1,3)"},
        {"pk = 'a' AND begins_with(sk, 'x')", "a[x,y)"},
        {"pk = 'a' AND x = 'y'", "a+"},
        {"pk IN ['c', 'a', 'b']", "a b c"},
        {"pk = 'b' OR pk = 'a' AND sk = '2'", "a=2 b"},
        {"pk IN ['b', 'a'] AND sk IN ['2', '1']", "a=1 a=2 b=1 b=2"},
        {"(pk = 'a' OR pk = 'b') AND (sk = '1' OR sk = '2')", "a=1 a=2 b=1 b=2"},
        {"pk = 'a' AND (x = '1' OR x = '2')", "a+"},
        {"pk = 'a' AND sk > '5' AND sk < '3'", "a[empty)"},
    });
    EXPECT_EQ(decomposed("pk = 'a' AND sk > '5'").substr(0, 3), "a[5");
}

TEST(Decomposition, ScansIfABranchDoesNotFixThePartition) {
    expect_reads({
        {"x = 'a'", "scan"},
        {"sk = '1'", "scan"},
        {"pk > 'a'", "scan"},
        {"NOT pk = 'a'", "scan"},
        {"pk = 'a' OR x = 'b'", "scan"},
        {"pk = 'a' AND sk = '1' OR sk = '1'", "scan"},
        {"pk = sk", "scan"},
        {"(pk = 'a' OR pk = 'a') OR x = 'y'", "scan"},
    });
}

TEST(Decomposition, RefusesReadsThatOverlap) {
    for (const std::string where :
         {"pk IN ['a', 'a']",
          "pk = 'a' OR pk = 'a'",
          "pk = 'a' AND (sk > '0' OR sk < '5')",
          "pk = 'a' AND (sk = '1' OR x = 'two')",
          "(pk = 'a' AND x = 'one') OR (pk = 'a' AND x = 'two')",
          "pk = 'a' AND x <> '1' OR pk = 'a' AND sk = '2'",
          "pk = 'a' AND sk IN ['1', '1']",
          "pk = 'a' AND sk BETWEEN '1' AND '3' OR pk = 'a' AND sk = '2'",
          "pk = 'a' AND begins_with(sk, 'a') OR pk = 'a' AND sk = 'ab'"}) {
        EXPECT_EQ(decomposed(where), kOverlap) << where;
    }
    expect_reads({{"pk = 'a' AND sk < '2' OR pk = 'a' AND sk = '2'", "a[,2) a=2"}});
}

TEST(Decomposition, ReadsAPartitionOnceWhereTheSortKeyIsNegated) {
    for (const std::string negation :
         {"NOT sk = '1'",
          "sk <> '1'",
          "NOT begins_with(sk, 'x')",
          "NOT sk IN ['1', '3']",
          "NOT sk > '5'"}) {
        expect_reads({{"pk = 'a' AND " + negation + " OR pk = 'a' AND sk = '2'", "a+"}});
    }
    expect_reads({
        {"pk = 'a' AND sk <> '1' OR pk = 'b' AND sk = '2'", "a+ b=2"},
        {"pk = 'a' AND sk < '9' OR pk = 'a' AND sk > '1' AND sk <> '5'", "a+"},
    });
}

TEST(Decomposition, ChecksValuesAgainstTheSchema) {
    const std::string type =
        "Key attribute's data type should match its data type in table's schema: Key ";
    expect_reads({
        {"pk = 1", type + "pk"},
        {"pk = 'a' AND sk < 1", type + "sk"},
        {"pk IN ['a', 1]", type + "pk"},
        {"pk = 1 OR x = 'y'", "scan"},
        {"pk = ''",
         "One or more parameter values are not valid. The AttributeValue for a key attribute "
         "cannot "
         "contain an empty string value. Key: pk"},
    });
}

TEST(Decomposition, MakesFiftyReadsAtMost) {
    const auto in = [](int members) {
        std::string text = "pk IN ['0'";
        for (int i = 1; i < members; ++i) text.append(", '" + std::to_string(i) + "'");
        return text + "]";
    };
    EXPECT_EQ(decomposed(in(50)).substr(0, 6), "0 1 10");
    EXPECT_EQ(decomposed(in(51)), "Too many decomposed read operations for a given query.");
}

TEST(Decomposition, NamesWhatABranchFiltersBy) {
    const auto keys = read::SourceKeys::of(schema::written_schema("pk:S sk:S"), nullptr);
    const auto reads =
        decompose(keys, where_clause("pk = 'a' AND y.z = 1 AND (x = 1 OR y.w = 2) AND sk > '1'"));
    ASSERT_TRUE(reads && *reads);
    EXPECT_EQ((**reads)[0].filter_attributes, (std::vector<std::string>{"y", "x"}));
}

}  // namespace
}  // namespace stator::engine::partiql
