#include "tests/simulation/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "tests/simulation/backup_comparison.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

using MakePage = std::function<Request(const std::string& start)>;

// The items of all pages, or the error of one.
struct Pages {
    Answer failure;
    std::vector<std::string> items;
    std::size_t most_items = 0;  // of a page
    std::string capacity;        // of the last page
};

// `next` is the member that contains the start of the next page.
Pages read_pages(
    const World& world,
    const MakePage& make_page,
    const char* next = "LastEvaluatedKey",
    const std::string& region = kHomeRegion
) {
    Pages pages;
    std::string start;
    do {
        const Answer answer = world.run(make_page(start), region);
        if (!answer.error.empty()) {
            pages.failure = answer;
            return pages;
        }
        rapidjson::Document page;
        page.Parse(answer.text.data(), answer.text.size());
        for (const auto& item : page["Items"].GetArray()) {
            pages.items.push_back(canonical_json(item));
        }
        pages.most_items = std::max<std::size_t>(pages.most_items, page["Items"].Size());
        const auto capacity = page.FindMember("ConsumedCapacity");
        if (capacity != page.MemberEnd()) pages.capacity = canonical_json(capacity->value);
        const auto found = page.FindMember(next);
        start = found == page.MemberEnd() ? "" : canonical_json(found->value);
    } while (!start.empty());
    return pages;
}

std::vector<std::string> texts_of(const std::vector<Item>& items) {
    std::vector<std::string> texts;
    texts.reserve(items.size());
    for (const Item& item : items) texts.push_back(item_json(item));
    return texts;
}

// The first element of `sorted` that `other` lacks.
std::string first_missing(
    const std::vector<std::string>& sorted, const std::vector<std::string>& other
) {
    std::vector<std::string> missing;
    std::set_difference(
        sorted.begin(), sorted.end(), other.begin(), other.end(), std::back_inserter(missing)
    );
    return missing.empty() ? "nothing" : missing.front();
}

std::optional<std::string> difference_of(
    std::vector<std::string> actual, std::vector<std::string> expected
) {
    std::sort(actual.begin(), actual.end());
    std::sort(expected.begin(), expected.end());
    if (actual == expected) return std::nullopt;
    return "only in Stator: " + first_missing(actual, expected) +
           "; only in the model: " + first_missing(expected, actual);
}

std::optional<Difference> compare_scan(
    const World& world,
    const std::string& table,
    const std::string& index,
    std::size_t page_items,
    std::vector<std::string> expected,
    const std::string& region = kHomeRegion
) {
    const bool is_at_home = region == kHomeRegion;
    const std::string place =
        table + (index.empty() ? "" : "." + index) + (is_at_home ? "" : " in " + region);
    const std::string subject = !is_at_home ? "replica" : index.empty() ? "table" : "index";
    const auto make_page = [&](const std::string& start_key) {
        return scan_page(table, index, page_items, start_key);
    };
    Pages pages = read_pages(world, make_page, "LastEvaluatedKey", region);
    if (!pages.failure.error.empty()) {
        return Difference{subject, place + ": " + pages.failure.error + " " + pages.failure.text};
    }
    auto difference = difference_of(std::move(pages.items), std::move(expected));
    if (!difference) return std::nullopt;
    return Difference{subject, place + ": " + *difference};
}

struct Count {
    std::int64_t items = 0;
    std::int64_t bytes = 0;
};

// The items and bytes of a table.
Count written_count_of(const std::vector<Item>& items) {
    Count count;
    for (const Item& item : items) {
        ++count.items;
        count.bytes += written_bytes(item);
    }
    return count;
}

// The items and bytes of an index.
Count count_of(const std::vector<Item>& items) {
    Count count;
    for (const Item& item : items) {
        ++count.items;
        count.bytes += item_bytes(item);
    }
    return count;
}

std::optional<Difference> compare_count(
    const std::string& place, const Count& expected, std::int64_t items, std::int64_t bytes
) {
    if (expected.items == items && expected.bytes == bytes) return std::nullopt;
    return Difference{
        "counter",
        place + ": " + std::to_string(items) + " items of " + std::to_string(bytes) +
            " bytes, expected " + std::to_string(expected.items) + " of " +
            std::to_string(expected.bytes)};
}

std::vector<Item> items_of(const Model& model, std::size_t table) {
    std::vector<Item> items;
    for (const auto& [key, item] : model.table(table).items) items.push_back(item);
    return items;
}

// The description of an index, or null.
const rapidjson::Value* find_index(const rapidjson::Value& table, const std::string& name) {
    for (const char* list : {"GlobalSecondaryIndexes", "LocalSecondaryIndexes"}) {
        const auto indexes = table.FindMember(list);
        if (indexes == table.MemberEnd()) continue;
        for (const auto& index : indexes->value.GetArray()) {
            if (index["IndexName"].GetString() == name) return &index;
        }
    }
    return nullptr;
}

std::size_t index_count(const rapidjson::Value& table) {
    std::size_t count = 0;
    for (const char* list : {"GlobalSecondaryIndexes", "LocalSecondaryIndexes"}) {
        const auto indexes = table.FindMember(list);
        if (indexes != table.MemberEnd()) count += indexes->value.Size();
    }
    return count;
}

const char* status_of(IndexStage stage) {
    if (stage == IndexStage::Deleting) return "DELETING";
    return stage == IndexStage::Active ? "ACTIVE" : "CREATING";
}

std::optional<Difference> compare_index(
    const Model& model,
    std::size_t table,
    const IndexDefinition& index,
    const rapidjson::Value& description
) {
    const std::string place = table_definitions()[table].name + "." + index.name;
    const rapidjson::Value* described = find_index(description, index.name);
    if (described == nullptr) return Difference{"description", place + " is not described"};
    std::vector<Item> entries;
    if (index.global) {
        const IndexStage stage = model.stage(table, index);
        const std::string status = (*described)["IndexStatus"].GetString();
        if (status != status_of(stage)) return Difference{"description", place + " is " + status};
        const bool is_kept = stage == IndexStage::Backfilling || stage == IndexStage::Active;
        if (is_kept) entries = model.entries(table, index);
    } else {
        entries = model.entries(table, index);
    }
    return compare_count(
        place,
        count_of(entries),
        (*described)["ItemCount"].GetInt64(),
        (*described)["IndexSizeBytes"].GetInt64()
    );
}

std::optional<Difference> compare_indexes(
    const Model& model, std::size_t table, const rapidjson::Value& description
) {
    const TableDefinition& definition = table_definitions()[table];
    std::vector<const IndexDefinition*> described;
    for (const IndexDefinition& index : definition.local_indexes) described.push_back(&index);
    for (const IndexDefinition& index : definition.global_indexes) {
        if (model.stage(table, index) != IndexStage::Absent) described.push_back(&index);
    }
    if (index_count(description) != described.size()) {
        return Difference{"description", definition.name + " has other indexes"};
    }
    for (const IndexDefinition* index : described) {
        if (auto difference = compare_index(model, table, *index, description)) return difference;
    }
    return std::nullopt;
}

std::optional<Difference> compare_time_to_live(
    const World& world, const Model& model, std::size_t table
) {
    const std::string& name = table_definitions()[table].name;
    const Answer answer = world.run({"DescribeTimeToLive", "{\"TableName\":" + quoted(name) + "}"});
    const std::string status = model.table(table).expires ? "\"ENABLED\"" : "\"DISABLED\"";
    if (answer.text.find(status) != std::string::npos) return std::nullopt;
    return Difference{"time to live", name + ": " + answer.text + ", expected " + status};
}

std::optional<Difference> compare_policy(
    const World& world, const Model& model, std::size_t table
) {
    const Answer answer = world.run(policy_request(table));
    const std::optional<std::size_t>& policy = model.table(table).policy;
    const std::string expected = policy ? policy_sid(*policy) : "not found";
    if (answer.text.find(expected) != std::string::npos) return std::nullopt;
    return Difference{
        "policy", table_definitions()[table].name + ": " + answer.text + ", expected " + expected};
}

std::optional<Difference> compare_description(
    const World& world, const Model& model, std::size_t table
) {
    const std::string& name = table_definitions()[table].name;
    const Answer answer = world.run({"DescribeTable", "{\"TableName\":" + quoted(name) + "}"});
    if (!answer.error.empty()) return Difference{"counter", name + ": " + answer.error};
    rapidjson::Document reply;
    reply.Parse(answer.text.data(), answer.text.size());
    const rapidjson::Value& description = reply["Table"];
    if (auto difference = compare_count(
            name,
            written_count_of(items_of(model, table)),
            description["ItemCount"].GetInt64(),
            description["TableSizeBytes"].GetInt64()
        )) {
        return difference;
    }
    return compare_indexes(model, table, description);
}

std::optional<Difference> compare_pages(
    const Pages& pages, const Model::QueryExpectation& expectation, const Query& query
) {
    if (pages.failure.error != expectation.error) {
        return Difference{
            "query",
            "answered " + pages.failure.error + " " + pages.failure.text + ", expected " +
                expectation.error};
    }
    std::vector<std::string> expected = texts_of(expectation.items);
    // Items of the table are in the order of their sort keys, as in the model.
    if (query.index < 0 && pages.items.size() == expected.size() && pages.items != expected) {
        return Difference{"query", "items out of order"};
    }
    if (auto difference = difference_of(pages.items, std::move(expected))) {
        return Difference{"query", *difference};
    }
    if (query.page_items != 0 && pages.most_items > query.page_items) {
        return Difference{"query", std::to_string(pages.most_items) + " items on a page"};
    }
    const bool costs_the_same = !expectation.capacity || *expectation.capacity == pages.capacity;
    if (costs_the_same) return std::nullopt;
    return Difference{"query", pages.capacity + ", expected " + *expectation.capacity};
}

// "distance item", the item without its vector.
std::string near_text(double distance, const std::string& item) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.12f ", distance);
    return text + item;
}

// The nearest items of the table, which has fewer than a search returns.
std::optional<Difference> compare_vectors(
    const World& world,
    const std::string& table,
    const std::vector<Item>& items,
    const std::string& region = kHomeRegion
) {
    std::vector<std::string> expected;
    for (Item item : items) {
        const auto vector = item.find(kVectorAttribute);
        if (vector == item.end()) continue;
        const auto [x, y] = elements_of(vector->second);
        item.erase(vector);
        const auto squares = static_cast<double>((x - 1) * (x - 1) + (y + 2) * (y + 2));
        expected.push_back(near_text(std::sqrt(squares), item_json(item)));
    }
    const Answer answer = world.run(nearest_request(table), region);
    const std::string place = table + " in " + region;
    if (!answer.error.empty()) return Difference{"vectors", place + ": " + answer.text};
    rapidjson::Document reply;
    reply.Parse(answer.text.data(), answer.text.size());
    std::vector<std::string> actual;
    double last = 0;
    for (const auto& result : reply["SearchResults"].GetArray()) {
        const double score = result["Score"].GetDouble();
        if (score < last) return Difference{"vectors", place + ": out of order"};
        last = score;
        actual.push_back(near_text(score, canonical_json(result["Item"])));
    }
    const auto difference = difference_of(std::move(actual), std::move(expected));
    if (!difference) return std::nullopt;
    return Difference{"vectors", place + ": " + *difference};
}

// The table of one region and its indexes.
std::optional<Difference> compare_table(
    const World& world,
    const Model& model,
    std::size_t table,
    std::size_t page_items,
    const std::string& region
) {
    const std::string& name = table_name(table);
    auto expected = texts_of(items_of(model, table));
    if (auto difference = compare_scan(world, name, "", page_items, std::move(expected), region)) {
        return difference;
    }
    for (const IndexDefinition* index : model.indexes(table)) {
        if (index->global && model.stage(table, *index) != IndexStage::Active) continue;
        auto entries = texts_of(model.entries(table, *index));
        if (auto difference =
                compare_scan(world, name, index->name, page_items, std::move(entries), region)) {
            return difference;
        }
    }
    return compare_vectors(world, name, items_of(model, table), region);
}

std::optional<Difference> compare_items(
    const World& world, const Model& model, std::size_t page_items
) {
    for (std::size_t table = 0; table < table_definitions().size(); ++table) {
        if (auto difference = compare_table(world, model, table, page_items, kHomeRegion)) {
            return difference;
        }
        if (!model.table(table).has_replica) continue;
        if (auto difference = compare_table(world, model, table, page_items, kReplicaRegion)) {
            return difference;
        }
    }
    return std::nullopt;
}

std::optional<Difference> compare_descriptions(const World& world, const Model& model) {
    for (std::size_t table = 0; table < table_definitions().size(); ++table) {
        if (auto difference = compare_description(world, model, table)) return difference;
        if (auto difference = compare_time_to_live(world, model, table)) return difference;
        if (auto difference = compare_policy(world, model, table)) return difference;
    }
    return std::nullopt;
}

std::optional<Difference> compare_restored_index(
    const World& world,
    const ExpectedContents& expected,
    const IndexDefinition& index,
    const rapidjson::Value& description,
    std::size_t page_items
) {
    const std::string place = std::string(kRestoredTable) + "." + index.name;
    const rapidjson::Value* described = find_index(description, index.name);
    if (described == nullptr) return Difference{"description", place + " is not described"};
    std::vector<Item> entries;
    for (const auto& [key, item] : expected.items) {
        Item entry = index_entry(expected.table, index, item);
        if (!entry.empty()) entries.push_back(std::move(entry));
    }
    if (auto difference = compare_count(
            place,
            count_of(entries),
            (*described)["ItemCount"].GetInt64(),
            (*described)["IndexSizeBytes"].GetInt64()
        )) {
        return difference;
    }
    return compare_scan(world, kRestoredTable, index.name, page_items, texts_of(entries));
}

}  // namespace

std::optional<Difference> compare_restored(
    const World& world, const Model& model, std::size_t page_items
) {
    const std::string name = kRestoredTable;
    const std::optional<ExpectedContents>& expected = model.restored();
    const Answer answer = world.run({"DescribeTable", "{\"TableName\":" + quoted(name) + "}"});
    if (answer.error.empty() != expected.has_value()) {
        return Difference{"restore", name + (expected ? ": " + answer.text : " is there")};
    }
    if (!expected) return std::nullopt;
    rapidjson::Document reply;
    reply.Parse(answer.text.data(), answer.text.size());
    const rapidjson::Value& description = reply["Table"];
    std::vector<Item> items;
    for (const auto& [key, item] : expected->items) items.push_back(item);
    const std::int64_t count = description["ItemCount"].GetInt64();
    const std::int64_t bytes = description["TableSizeBytes"].GetInt64();
    if (auto difference = compare_count(name, written_count_of(items), count, bytes))
        return difference;
    if (auto difference = compare_scan(world, name, "", page_items, texts_of(items))) {
        return difference;
    }
    if (auto difference = compare_vectors(world, name, items)) return difference;
    const std::vector<const IndexDefinition*> indexes = expected->indexes();
    if (index_count(description) != indexes.size()) {
        return Difference{"description", name + " has other indexes"};
    }
    for (const IndexDefinition* index : indexes) {
        if (auto difference =
                compare_restored_index(world, *expected, *index, description, page_items)) {
            return difference;
        }
    }
    return std::nullopt;
}

std::optional<Difference> compare_all(const World& world, const Model& model, const Look& look) {
    if (auto difference = compare_items(world, model, look.page_items)) return difference;
    if (auto difference = compare_descriptions(world, model)) return difference;
    if (auto difference = compare_backups(world, model)) return difference;
    if (auto difference = compare_restored(world, model, look.page_items)) return difference;
    if (auto difference = compare_outgoing(world, model)) return difference;
    if (!look.replays_streams) return std::nullopt;
    return compare_streams(world, model, look.page_items);
}

std::optional<Difference> compare_query(
    const World& world, const Model& model, const Query& query
) {
    const Pages pages = read_pages(world, [&](const std::string& start_key) {
        return query_page(query, start_key);
    });
    return compare_pages(pages, model.expect(query), query);
}

std::optional<Difference> compare_query(
    const World& world, const Model& model, const StatementQuery& statement
) {
    const auto make_page = [&](const std::string& next_token) {
        return statement_page(statement, next_token);
    };
    const Pages pages = read_pages(world, make_page, "NextToken");
    return compare_pages(pages, model.expect(statement), statement.query);
}

}  // namespace stator::simulation
