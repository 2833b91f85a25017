#include "emulator/journal/redaction.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::journal {
namespace {

using protocol::wire::JsonDocument;

std::string redacted_text(std::string body) {
    const auto document = JsonDocument::parse(std::move(body));
    return document ? redacted(document->root()) : "not JSON";
}

struct RedactionCase {
    const char* name;
    const char* body;
    const char* expected;
};

TEST(Redaction, HidesValuesAndKeepsNames) {
    const std::vector<RedactionCase> cases = {
        {"scalars",
         R"({"TableName":"orders","Item":{"pk":{"S":"ann"},"age":{"N":"41"},"raw":{"B":"AQ=="}}})",
         R"({"TableName":"orders","Item":{"pk":{"S":"***"},"age":{"N":"***"},"raw":{"B":"***"}}})"},
        {"sets",
         R"({"Key":{"a":{"SS":["x","y"]},"b":{"NS":["1"]},"c":{"BS":["AQ=="]}}})",
         R"({"Key":{"a":{"SS":["***","***"]},"b":{"NS":["***"]},"c":{"BS":["***"]}}})"},
        {"booleans and nulls",
         R"({"Item":{"a":{"BOOL":true},"b":{"NULL":true}},"ScanIndexForward":false})",
         R"({"Item":{"a":{"BOOL":true},"b":{"NULL":true}},"ScanIndexForward":false})"},
        {"documents",
         R"({"Item":{"a":{"M":{"city":{"S":"Ulm"},"l":{"L":[{"N":"7"}]}}}}})",
         R"({"Item":{"a":{"M":{"city":{"S":"***"},"l":{"L":[{"N":"***"}]}}}}})"},
        {"attributes called like types",
         R"({"Items":[{"S":{"S":"x"},"N":{"M":{"B":{"N":"1"}}}}],"Count":1})",
         R"({"Items":[{"S":{"S":"***"},"N":{"M":{"B":{"N":"***"}}}}],"Count":1})"},
        {"expressions",
         R"({"FilterExpression":"#s = :s","Limit":5,)"
         R"("ExpressionAttributeNames":{"#s":"status"},"ExpressionAttributeValues":{":s":{"S":"x"}}})",
         R"({"FilterExpression":"#s = :s","Limit":5,)"
         R"("ExpressionAttributeNames":{"#s":"status"},"ExpressionAttributeValues":{":s":{"S":"***"}}})"},
        {"statements",
         R"({"Statement":"SELECT a FROM t WHERE pk='ann'","Parameters":[{"S":"x"}],"NextToken":"abc"})",
         R"({"Statement":"SELECT a FROM t WHERE pk=?","Parameters":[{"S":"***"}],"NextToken":"***"})"},
        {"batches",
         R"({"RequestItems":{"t":[{"PutRequest":{"Item":{"pk":{"S":"x"}}}}]}})",
         R"({"RequestItems":{"t":[{"PutRequest":{"Item":{"pk":{"S":"***"}}}}]}})"},
        {"errors",
         R"({"__type":"a#B","message":"not a number: 12x"})",
         R"({"__type":"a#B","message":"***"})"},
    };
    for (const RedactionCase& one : cases)
        EXPECT_EQ(redacted_text(one.body), one.expected) << one.name;
}

TEST(Redaction, HidesValuesThatHaveNoTypeOrSeveral) {
    EXPECT_EQ(
        redacted_text(R"({"Item":{"pk":"secret","n":5,"TableName":"secret"}})"),
        R"({"Item":{"pk":"***","n":"***","TableName":"***"}})"
    );
    EXPECT_EQ(
        redacted_text(R"({"Whatever":{"a":{"S":"secret","N":12,"SS":"secret"}}})"),
        R"({"Whatever":{"a":{"S":"***","N":"***","SS":"***"}}})"
    );
}

TEST(Redaction, HidesValuesNestedDeeperThanItemsMayBe) {
    std::string body;
    for (int level = 0; level < 20'000; ++level) body.append("[");
    body.append("\"secret\"");
    for (int level = 0; level < 20'000; ++level) body.append("]");
    const std::string text = redacted_text(std::move(body));
    EXPECT_EQ(text.find("secret"), std::string::npos);
    EXPECT_NE(text.find("***"), std::string::npos);
}

TEST(Redaction, HidesLiteralsOfStatements) {
    const std::vector<std::pair<const char*, const char*>> cases = {
        {"SELECT * FROM \"my-table\" WHERE pk = 'ann'", "SELECT * FROM \"my-table\" WHERE pk = ?"},
        {"WHERE a = 'it''s' AND b = 1.5e-7", "WHERE a = ? AND b = ?"},
        {"WHERE a IN [1, -2, .5] AND b2 = ?", "WHERE a IN [?, -?, ?] AND b2 = ?"},
        {"INSERT INTO t VALUE {'pk': 'x', 'n': 12}", "INSERT INTO t VALUE {?: ?, ?: ?}"},
        {"WHERE \"o\"\"brien\" = <<'a','b'>>", "WHERE \"o\"\"brien\" = <<?,?>>"},
        {"SELECT a -- the 'secret'\nFROM t /* 12 */", "SELECT a  FROM t  "},
        {"WHERE a = 'unfinished secret", "WHERE a = ?"},
        {"WHERE \"unfinished secret", "WHERE "},
        {"WHERE a = `{ion: secret}`", "WHERE a = ?"},
        {"", ""},
    };
    for (const auto& [statement, expected] : cases) {
        EXPECT_EQ(redacted_statement(statement), expected);
    }
}

}  // namespace
}  // namespace stator::emulator::journal
