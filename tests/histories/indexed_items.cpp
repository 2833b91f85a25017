#include "tests/histories/indexed_items.hpp"

#include <gtest/gtest.h>

#include "tests/support/indexed_table.hpp"

namespace stator::testing {
namespace {

using protocol::wire::JsonView;

constexpr std::uint64_t kWriter = 1'000;
constexpr std::size_t kSortKeys = 4;

std::string partition_of(std::size_t item) {
    return "p" + std::to_string(item / kSortKeys);
}

std::string global_partition_of(std::size_t number) {
    return "g" + std::to_string(number);
}

std::string key_json(std::size_t item) {
    return R"("pk":{"S":")" + partition_of(item) + R"("},"sk":{"N":")" +
           std::to_string(item % kSortKeys) + R"("})";
}

std::string key_query(const std::string& attribute, const std::string& value) {
    return R"(,"KeyConditionExpression":")" + attribute +
           R"( = :v","ExpressionAttributeValues":{":v":{"S":")" + value + R"("}})";
}

std::size_t global_number(std::int64_t version) {
    return static_cast<std::size_t>(version) % IndexedItems::kGlobalPartitions;
}

struct Request {
    const char* operation;
    std::string members;
};

Request request_of(ItemRead read, std::size_t which) {
    switch (read) {
        case ItemRead::Item: return {"GetItem", R"(,"Key":{)" + key_json(which) + "}"};
        case ItemRead::Partition: return {"Query", key_query("pk", partition_of(which))};
        case ItemRead::Table: return {"Scan", ""};
        case ItemRead::LocalPartition:
            return {"Query", R"(,"IndexName":"local")" + key_query("pk", partition_of(which))};
        case ItemRead::GlobalPartition:
            return {"Query", R"(,"IndexName":"all")" + key_query("g", global_partition_of(which))};
        case ItemRead::GlobalIndex: return {"Scan", R"(,"IndexName":"all")"};
    }
    return {"", ""};
}

bool covers(ItemRead read, std::size_t which, std::size_t item, std::int64_t version) {
    switch (read) {
        case ItemRead::Item: return item == which;
        case ItemRead::Partition:
        case ItemRead::LocalPartition: return item / kSortKeys == which / kSortKeys;
        case ItemRead::GlobalPartition: return global_number(version) == which;
        case ItemRead::Table:
        case ItemRead::GlobalIndex: return true;
    }
    return false;
}

// One row of a page.
struct Row {
    std::size_t item;
    std::int64_t version;
};

Row row_of(JsonView item) {
    const auto partition = static_cast<std::size_t>(string_of(item, "pk") == "p1");
    const auto sort_key = static_cast<std::size_t>(number_of(item, "sk"));
    return {partition * kSortKeys + sort_key, number_of(item, "n")};
}

// A failed read is a failure of the test and shows nothing.
std::vector<Row> rows_of(
    Connection& connection, ItemRead read, std::size_t which, bool consistent
) {
    const Request request = request_of(read, which);
    const std::string json = R"({"TableName":"Tab")" + request.members +
                             (consistent ? R"(,"ConsistentRead":true})" : "}");
    const Answer answer = connection.run(request.operation, json);
    EXPECT_TRUE(answer.json) << json << ": " << answer.error;
    std::vector<Row> rows;
    if (!answer.json) return rows;
    if (const auto item = answer.json->root().find("Item")) rows.push_back(row_of(*item));
    if (const auto items = answer.json->root().find("Items")) {
        for (const auto& element : items->elements()) rows.push_back(row_of(JsonView(element)));
    }
    return rows;
}

// The part of the rows that the kind of read `read` covers.
Observation observation_of(const std::vector<Row>& rows, ItemRead read, std::size_t which) {
    Observation observation;
    observation.shown.resize(IndexedItems::kItems);
    observation.covers = [read, which](std::size_t item, std::int64_t version) {
        return covers(read, which, item, version);
    };
    for (const Row& row : rows) {
        if (!observation.covers(row.item, row.version)) continue;
        EXPECT_EQ(observation.shown[row.item], 0) << "one item twice in one page";
        observation.shown[row.item] = row.version;
    }
    return observation;
}

}  // namespace

IndexedItems::IndexedItems(Database& database) : database_(database), writer_(database, kWriter) {
    make_indexed_table(database);
}

void IndexedItems::write(const char* operation, const std::string& request) {
    const Answer answer = writer_.run(operation, request);
    ASSERT_TRUE(answer.json) << operation << ": " << answer.error;
}

std::string IndexedItems::item_json(std::size_t item, std::int64_t version) {
    return "{" + key_json(item) + R"(,"g":{"S":")" + global_partition_of(global_number(version)) +
           R"("},"n":{"N":")" + std::to_string(version) + R"("}})";
}

void IndexedItems::change(const std::vector<std::pair<std::size_t, std::int64_t>>& versions) {
    Versions state = history_.latest();
    for (const auto& [item, version] : versions) state[item] = version;
    history_.commit(database_.clock().now(), std::move(state));
}

void IndexedItems::put(std::size_t item) {
    const std::int64_t version = ++last_version_;
    write("PutItem", R"({"TableName":"Tab","Item":)" + item_json(item, version) + "}");
    change({{item, version}});
}

void IndexedItems::update(std::size_t item) {
    const std::int64_t version = ++last_version_;
    const std::string values = R"({":n":{"N":")" + std::to_string(version) + R"("},":g":{"S":")" +
                               global_partition_of(global_number(version)) + R"("}})";
    write(
        "UpdateItem",
        R"({"TableName":"Tab","Key":{)" + key_json(item) +
            R"(},"UpdateExpression":"SET n = :n, g = :g","ExpressionAttributeValues":)" + values +
            "}"
    );
    change({{item, version}});
}

void IndexedItems::remove(std::size_t item) {
    write("DeleteItem", R"({"TableName":"Tab","Key":{)" + key_json(item) + "}}");
    if (history_.latest()[item] != 0) change({{item, 0}});
}

void IndexedItems::put_together(std::size_t one, std::size_t other) {
    const std::int64_t first = last_version_ + 1;
    const std::int64_t second = first + static_cast<std::int64_t>(kGlobalPartitions);
    last_version_ = second;
    const auto put = [this](std::size_t item, std::int64_t version) {
        return R"({"Put":{"TableName":"Tab","Item":)" + item_json(item, version) + "}}";
    };
    write(
        "TransactWriteItems",
        R"({"TransactItems":[)" + put(one, first) + "," + put(other, second) + "]}"
    );
    change({{one, first}, {other, second}});
}

Observation IndexedItems::observe(
    Connection& connection, ItemRead read, std::size_t which, bool consistent
) {
    which %= read == ItemRead::GlobalPartition ? kGlobalPartitions : kItems;
    return observation_of(rows_of(connection, read, which, consistent), read, which);
}

std::vector<Observation> IndexedItems::observe_apart(
    Connection& connection, ItemRead read, std::size_t which, bool consistent
) {
    std::vector<Observation> observations;
    if (read == ItemRead::Table) {
        const std::vector<Row> rows = rows_of(connection, read, which, consistent);
        for (std::size_t item = 0; item < kItems; item += kSortKeys) {
            observations.push_back(observation_of(rows, ItemRead::Partition, item));
        }
    } else if (read == ItemRead::GlobalIndex) {
        const std::vector<Row> rows = rows_of(connection, read, which, consistent);
        for (std::size_t number = 0; number < kGlobalPartitions; ++number) {
            observations.push_back(observation_of(rows, ItemRead::GlobalPartition, number));
        }
    } else {
        observations.push_back(observe(connection, read, which, consistent));
    }
    return observations;
}

}  // namespace stator::testing
