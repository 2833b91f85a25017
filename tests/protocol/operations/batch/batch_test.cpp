#include "protocol/operations/batch/batch.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::batch {
namespace {

struct Case {
    std::string tables;
    std::string outcome;
};

// Repeats the element `count` times, with its number instead of "#".
std::string repeated(int count, const std::string& element) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        std::string one = element;
        one.replace(one.find('#'), 1, std::to_string(i));
        text.append(i > 0 ? ", " : "").append(one);
    }
    return text;
}

std::string get_verdict(const std::string& tables) {
    return verdict(decode_batch_get_item, "{'RequestItems': {" + tables + "}}");
}

std::string write_verdict(const std::string& tables) {
    return verdict(decode_batch_write_item, "{'RequestItems': {" + tables + "}}");
}

const std::string kAnyKey = "{'pk': {'S': '#'}}";
const std::string kAnyPut = "{'PutRequest': {'Item': {'pk': {'S': '#'}}}}";

TEST(BatchGetRequest, TakesAHundredKeys) {
    EXPECT_EQ(get_verdict("'tbl': {'Keys': [" + repeated(100, kAnyKey) + "]}"), "ok");
    EXPECT_EQ(
        get_verdict("'tbl': {'Keys': [" + repeated(101, kAnyKey) + "]}"),
        kEnvelope +
            "Value at 'RequestItems.tbl.member.Keys' failed to satisfy constraint: Member "
            "must have length less than or equal to 100"
    );
    EXPECT_EQ(
        get_verdict(
            "'one': {'Keys': [" + repeated(60, kAnyKey) + "]}, 'two': {'Keys': [" +
            repeated(41, kAnyKey) + "]}"
        ),
        "Too many items requested for the BatchGetItem call"
    );
}

TEST(BatchGetRequest, NamesItsTablesInOrder) {
    const std::string empty_keys =
        kEnvelope +
        "Value at 'RequestItems.tbl.member.Keys' failed to satisfy constraint: Member "
        "must have length greater than or equal to 1";
    EXPECT_EQ(get_verdict("'tbl': {'Keys': []}"), empty_keys);
    EXPECT_EQ(
        get_verdict(""),
        kEnvelope +
            "Value at 'RequestItems' failed to satisfy constraint: Member must have length "
            "greater than or equal to 1"
    );
    EXPECT_EQ(
        get_verdict("'tbl': null"),
        kEnvelope +
            "Value null at 'requestItems.tbl.member' failed to satisfy constraint: Member "
            "must not be null"
    );
    EXPECT_EQ(
        get_verdict("'tbl': {}"),
        kEnvelope +
            "Value null at 'requestItems.tbl.member.keys' failed to satisfy constraint: "
            "Member must not be null"
    );
    EXPECT_NE(get_verdict("'t': {'Keys': []}").find("Map keys must satisfy"), std::string::npos);
}

TEST(BatchGetRequest, ComparesKeysAsSent) {
    const auto keys = [](const std::string& list) {
        return get_verdict("'tbl': {'Keys': [" + list + "]}");
    };
    EXPECT_EQ(
        keys("{'a': {'S': 'x'}, 'b': {'N': '1'}}, {'b': {'N': '1'}, 'a': {'S': 'x'}}"),
        "Provided list of item keys contains duplicates"
    );
    EXPECT_EQ(keys("{'a': {'N': '1'}}, {'a': {'N': '1.0'}}"), "ok");
}

TEST(BatchGetRequest, RefusesBothKindsOfParametersTogether) {
    const std::string keys = "'Keys': [{'pk': {'S': 'a'}}]";
    const std::string mixed =
        "Can not use both expression and non-expression parameters in the same request: "
        "Non-expression parameters: {AttributesToGet} Expression parameters: "
        "{ProjectionExpression}";
    EXPECT_EQ(
        get_verdict(
            "'one': {" + keys + ", 'AttributesToGet': ['a']}, 'two': {" + keys +
            ", 'ProjectionExpression': 'a'}"
        ),
        mixed
    );
    EXPECT_EQ(
        get_verdict("'one': {" + keys + ", 'ExpressionAttributeNames': {'#a': 'a'}}"),
        "ExpressionAttributeNames can only be specified when using expressions"
    );
}

TEST(BatchGetRequest, KeepsTheMembersThatUnprocessedKeysRepeat) {
    const auto get = decoded(
        decode_batch_get_item,
        "{'RequestItems': {'tbl': {'Keys': [{'pk': {'S': 'a'}}], 'ExpressionAttributeNames': "
        "{'#a': 'a'}, 'ProjectionExpression': '#a', 'ConsistentRead': true}}}"
    );
    ASSERT_EQ(get.tables.size(), 1u);
    EXPECT_TRUE(get.tables[0].consistent);
    EXPECT_EQ(
        single_quoted(get.tables[0].options_json),
        ",'ConsistentRead':true,'ProjectionExpression':'#a','ExpressionAttributeNames':{'#a':'a'}"
    );
}

TEST(BatchWriteRequest, TakesTwentyFiveWrites) {
    EXPECT_EQ(write_verdict("'tbl': [" + repeated(25, kAnyPut) + "]"), "ok");
    EXPECT_EQ(
        write_verdict("'tbl': [" + repeated(26, kAnyPut) + "]"),
        kEnvelope +
            "Value at 'RequestItems.tbl.member' failed to satisfy constraint: Member must "
            "have length less than or equal to 25"
    );
    EXPECT_EQ(
        write_verdict(
            "'one': [" + repeated(13, kAnyPut) + "], 'two': [" + repeated(13, kAnyPut) + "]"
        ),
        "Too many items requested for the BatchWriteItem call"
    );
}

TEST(BatchWriteRequest, RequiresOneActionPerElement) {
    const std::vector<Case> cases = {
        {"'tbl': [{}]",
         "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
         "supported datatypes"},
        {"'tbl': [{'PutRequest': {'Item': {}}, 'DeleteRequest': {'Key': {}}}]",
         "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
         "supported datatypes"},
        {"'tbl': [{'PutRequest': {}}]",
         kEnvelope + "Value null at 'requestItems.tbl.member.1.member.putRequest.item' failed to "
                     "satisfy constraint: Member must not be null"},
        {"'tbl': []",
         kEnvelope + "Value '{tbl=[]}' at 'requestItems' failed to satisfy constraint: Map value "
                     "must satisfy constraint: [Member must have length less than or equal to 25, "
                     "Member must have length greater than or equal to 1]"},
    };
    for (const Case& each : cases) EXPECT_EQ(write_verdict(each.tables), each.outcome);
}

TEST(BatchWriteRequest, LimitsItemsButNotKeys) {
    const std::string large(409'600, 'x');
    EXPECT_EQ(
        write_verdict("'tbl': [{'PutRequest': {'Item': {'pk': {'S': '" + large + "'}}}}]"),
        "Item size has exceeded the maximum allowed size"
    );
    EXPECT_EQ(
        write_verdict("'tbl': [{'DeleteRequest': {'Key': {'pk': {'S': '" + large + "'}}}}]"), "ok"
    );
}

TEST(BatchWriteRequest, ShowsTablesInTheFormatOfJava) {
    const std::string message = write_verdict(
        "'t': [{'PutRequest': {'Item': {'pk': {'S': 'a'}}}}, {'DeleteRequest': {'Key': {'n': {'N': "
        "'1'}}}}]"
    );
    const auto value = [](const std::string& s, const std::string& n) {
        return "AttributeValue(s=" + s + ", n=" + n +
               ", b=null, ss=null, ns=null, bs=null, m=null, l=null, nULLValue=null, "
               "bOOLValue=null)}, workloadProfileName=null)";
    };
    const std::string shown =
        "{t=[WriteRequest(putRequest=PutRequest(item={pk=" + value("a", "null") +
        ", deleteRequest=null), WriteRequest(putRequest=null, "
        "deleteRequest=DeleteRequest(key={n=" +
        value("null", "1") + ")]}";
    EXPECT_EQ(
        message.substr(0, kEnvelope.size() + shown.size() + 7), kEnvelope + "Value '" + shown
    );
}

}  // namespace
}  // namespace stator::protocol::operations::batch
