#include "tools/mcp/words.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace stator::tools::mcp {
namespace {

using Words = std::pair<std::string_view, std::string_view>;

constexpr std::array kOperationWords = {
    Words{"GetItem", "Reads one item by its whole key."},
    Words{"PutItem", "Writes an item, in the place of the one with its key if there is one."},
    Words{"UpdateItem", "Changes attributes of one item, or makes it."},
    Words{"DeleteItem", "Deletes one item by its whole key."},
    Words{
        "Query",
        "Reads the items with one partition key, in the order of their sort keys, from a table or "
        "an index. Cheaper than Scan; DescribeTable shows the keys."},
    Words{
        "Scan",
        "Reads all items of a table or an index, page by page. Limit counts items before the "
        "filter."},
    Words{"BatchGetItem", "Reads up to 100 items by their keys, from one table or several."},
    Words{"BatchWriteItem", "Puts and deletes up to 25 items."},
    Words{"TransactGetItems", "Reads up to 100 items as they are at one moment."},
    Words{"TransactWriteItems", "Does up to 100 writes and checks, all of them or none."},
    Words{
        "ExecuteStatement",
        R"(Runs a PartiQL statement: SELECT * FROM "Music" WHERE artist = 'Arooj Aftab'.)"},
    Words{"BatchExecuteStatement", "Runs up to 25 PartiQL statements, each by itself."},
    Words{"ExecuteTransaction", "Runs up to 100 PartiQL statements, all of them or none."},
    Words{
        "GetRecords",
        "Reads what was changed from where a ShardIterator stands, and says where to go on."},
    Words{"GetShardIterator", "Says where in a shard of a stream GetRecords is to begin."},
    Words{"DescribeStream", "Shows a table's stream: its shards, and what its records hold."},
    Words{"ListStreams", "Lists the streams of all tables, or of one."},
    Words{
        "DescribeTable",
        "Shows a table's keys, indexes, capacity, status, and how many items it has. Look here "
        "before Query."},
    Words{"CreateTable", "Makes a table, with its keys and indexes."},
    Words{"UpdateTable", "Changes a table's capacity, indexes, stream or protection."},
    Words{"DeleteTable", "Deletes a table and all its items."},
    Words{"ListTables", "Lists the names of the tables of a region. Start here."},
    Words{"TagResource", "Gives a table tags."},
    Words{"UntagResource", "Takes tags from a table."},
    Words{"ListTagsOfResource", "Lists the tags of a table."},
    Words{"UpdateTimeToLive", "Says which attribute holds the time when an item expires."},
    Words{"DescribeTimeToLive", "Says whether items of a table expire, and by which attribute."},
    Words{"DescribeLimits", "Shows the account's limits of capacity."},
    Words{"DescribeEndpoints", "Says where DynamoDB is reached: this server."},
};

constexpr std::string_view kKeyWords = R"(In DynamoDB's JSON: {"pk":{"S":"a"},"sk":{"N":"1"}})";

constexpr std::array kMemberWords = {
    Words{"Key", kKeyWords},
    Words{"Item", kKeyWords},
    Words{"TableName", "The table's name or ARN"},
    Words{"IndexName", "Of an index of the table, to read that"},
    Words{"KeyConditionExpression", "pk = :p AND begins_with(sk, :s)"},
    Words{"FilterExpression", "What items must fulfil besides: attribute_exists(#a) AND n > :n"},
    Words{"ConditionExpression", "What must hold: attribute_not_exists(pk)"},
    Words{"ProjectionExpression", "Which attributes to return: a, #b, c.d[0]"},
    Words{"UpdateExpression", "SET a = :a, n = n + :one REMOVE b ADD c :c DELETE d :d"},
    Words{"ExpressionAttributeNames", R"(What #names stand for: {"#a":"attribute"})"},
    Words{"ExpressionAttributeValues", R"(What :values stand for: {":p":{"S":"a"}})"},
    Words{"ExclusiveStartKey", "The LastEvaluatedKey of the page before"},
    Words{"ExclusiveStartTableName", "The LastEvaluatedTableName of the page before"},
    Words{"NextToken", "The NextToken of the page before"},
    Words{"Limit", "The most of them in a page"},
    Words{"ScanIndexForward", "false: the greatest sort keys first"},
    Words{"ConsistentRead", "true: sees every write that was answered before"},
    Words{"Statement", R"(PartiQL, with ? for parameters: SELECT * FROM "T" WHERE pk = ?)"},
    Words{"Parameters", R"(What each ? stands for: [{"S":"a"}])"},
    Words{"RequestItems", "By the names of tables"},
    Words{"StreamArn", "From ListStreams, or LatestStreamArn of DescribeTable"},
    Words{"ShardId", "From DescribeStream"},
    Words{"ShardIterator", "From GetShardIterator, or the NextShardIterator of the page before"},
    Words{"ResourceArn", "The TableArn of DescribeTable"},
};

template <class Table>
std::string_view find_words(const Table& table, std::string_view name) {
    const auto found = std::ranges::find(table, name, &Words::first);
    return found == table.end() ? std::string_view() : found->second;
}

constexpr std::string_view kReading =
    "Looks into a running Stator, a local server that answers as DynamoDB does and is used to test "
    "programs. Tools named as DynamoDB's operations (GetItem, Query) read its tables, in "
    "DynamoDB's "
    "own JSON; begin with ListTables and DescribeTable. The other tools show its laboratory: the "
    "clock, stale reads, faults, throttling, partitions, universes (separate sets of tables), and "
    "the journal of requests. To find out why a test fails, look at listRequests and getReport; "
    "they "
    "are empty unless the journal is on, as getJournalSettings says. What is read here is neither "
    "in "
    "that journal nor subject to faults.";

constexpr std::string_view kReadOnly =
    " Nothing can be changed: for that, a person has to start 'stator mcp --write'.";

constexpr std::string_view kWriting =
    " Tools that change something are there as well. putJournalSettings with {\"on\":true} turns "
    "the "
    "journal on. forkUniverse copies all tables, so that something can be tried without harm: "
    "every "
    "tool takes a universe.";

}  // namespace

std::string_view words_of_operation(std::string_view operation) {
    return find_words(kOperationWords, operation);
}

std::string_view words_of_member(std::string_view member) {
    return find_words(kMemberWords, member);
}

std::string instructions(Permission permission) {
    return std::string(kReading).append(permission == Permission::Write ? kWriting : kReadOnly);
}

}  // namespace stator::tools::mcp
