#include "tests/simulation/comparison.hpp"

#include <algorithm>
#include <functional>

#include "tests/simulation/table_definition.hpp"

namespace stator::simulation {
namespace {

using MakePage = std::function<Request(const std::string& start_key)>;

// The items of all pages, or the error of one.
struct Pages {
    Answer failure;
    std::vector<std::string> items;
};

Pages read_pages(System& system, const MakePage& make_page) {
    Pages pages;
    std::string start_key;
    do {
        const Answer answer = system.run(make_page(start_key));
        if (!answer.error.empty()) {
            pages.failure = answer;
            return pages;
        }
        rapidjson::Document page;
        page.Parse(answer.text.c_str());
        for (const auto& item : page["Items"].GetArray()) {
            pages.items.push_back(canonical_json(item));
        }
        const auto next = page.FindMember("LastEvaluatedKey");
        start_key = next == page.MemberEnd() ? "" : canonical_json(next->value);
    } while (!start_key.empty());
    return pages;
}

std::vector<std::string> texts_of(const std::vector<Item>& items) {
    std::vector<std::string> texts;
    for (const Item& item : items) texts.push_back(item_json(item));
    return texts;
}

// What one list has and the other has not.
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
    System& system,
    std::size_t table,
    const std::string& index,
    std::size_t page_items,
    std::vector<std::string> expected
) {
    const std::string place = table_definitions()[table].name + (index.empty() ? "" : "." + index);
    const std::string subject = index.empty() ? "table" : "index";
    Pages pages = read_pages(system, [&](const std::string& start_key) {
        return scan_page(table, index, page_items, start_key);
    });
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
    System& system, const Model& model, std::size_t table
) {
    const std::string& name = table_definitions()[table].name;
    const Answer answer =
        system.run({"DescribeTimeToLive", "{\"TableName\":" + quoted(name) + "}"});
    const std::string status = model.table(table).expires ? "\"ENABLED\"" : "\"DISABLED\"";
    if (answer.text.find(status) != std::string::npos) return std::nullopt;
    return Difference{"time to live", name + ": " + answer.text + ", expected " + status};
}

std::optional<Difference> compare_description(
    System& system, const Model& model, std::size_t table
) {
    const std::string& name = table_definitions()[table].name;
    const Answer answer = system.run({"DescribeTable", "{\"TableName\":" + quoted(name) + "}"});
    if (!answer.error.empty()) return Difference{"counter", name + ": " + answer.error};
    rapidjson::Document reply;
    reply.Parse(answer.text.c_str());
    const rapidjson::Value& description = reply["Table"];
    if (auto difference = compare_count(
            name,
            count_of(items_of(model, table)),
            description["ItemCount"].GetInt64(),
            description["TableSizeBytes"].GetInt64()
        )) {
        return difference;
    }
    return compare_indexes(model, table, description);
}

}  // namespace

std::optional<Difference> compare_items(
    System& system, const Model& model, std::size_t page_items
) {
    for (std::size_t table = 0; table < table_definitions().size(); ++table) {
        auto expected = texts_of(items_of(model, table));
        if (auto difference = compare_scan(system, table, "", page_items, std::move(expected))) {
            return difference;
        }
        for (const IndexDefinition* index : model.indexes(table)) {
            if (index->global && model.stage(table, *index) != IndexStage::Active) continue;
            if (auto difference = compare_scan(
                    system, table, index->name, page_items, texts_of(model.entries(table, *index))
                )) {
                return difference;
            }
        }
    }
    return std::nullopt;
}

std::optional<Difference> compare_descriptions(System& system, const Model& model) {
    for (std::size_t table = 0; table < table_definitions().size(); ++table) {
        if (auto difference = compare_description(system, model, table)) return difference;
        if (auto difference = compare_time_to_live(system, model, table)) return difference;
    }
    return std::nullopt;
}

std::optional<Difference> compare_all(System& system, const Model& model, std::size_t page_items) {
    if (auto difference = compare_items(system, model, page_items)) return difference;
    if (auto difference = compare_descriptions(system, model)) return difference;
    return compare_streams(system, model, page_items);
}

std::optional<Difference> compare_query(System& system, const Model& model, const Query& query) {
    const Model::QueryExpectation expectation = model.expect(query);
    Pages pages = read_pages(system, [&](const std::string& start_key) {
        return query_page(query, start_key);
    });
    if (pages.failure.error != expectation.error) {
        return Difference{
            "query",
            "answered " + pages.failure.error + " " + pages.failure.text + ", expected " +
                expectation.error};
    }
    std::vector<std::string> expected = texts_of(expectation.items);
    // Items of the table come in the order of their sort keys, which is the model's.
    if (query.index < 0 && pages.items.size() == expected.size() && pages.items != expected) {
        return Difference{"query", "items out of order"};
    }
    auto difference = difference_of(std::move(pages.items), std::move(expected));
    if (!difference) return std::nullopt;
    return Difference{"query", *difference};
}

}  // namespace stator::simulation
