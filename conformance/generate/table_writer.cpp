#include "conformance/generate/table_writer.hpp"

#include <set>

#include "conformance/generate/json_text.hpp"

namespace stator::conformance::generate {
namespace {

std::string random_type(Random& random) {
    return random.one_of({"S", "S", "S", "N", "N", "B"});
}

std::string key_element(std::string_view name, std::string_view type) {
    return ObjectText().add_text("AttributeName", name).add_text("KeyType", type).text();
}

std::string key_schema(const KeyShape& keys) {
    std::vector<std::string> elements{key_element(keys.hash.name, "HASH")};
    if (keys.has_range()) elements.push_back(key_element(keys.range.name, "RANGE"));
    return list_text(elements);
}

std::string projection_text(const IndexShape& index) {
    ObjectText text;
    text.add_text("ProjectionType", index.projection);
    std::vector<std::string> names;
    for (const std::string& name : index.included) names.push_back(in_quotes(name));
    if (!names.empty()) text.add("NonKeyAttributes", list_text(names));
    return text.text();
}

std::string index_text(const IndexShape& index) {
    return ObjectText()
        .add_text("IndexName", index.name)
        .add("KeySchema", key_schema(index.keys))
        .add("Projection", projection_text(index))
        .text();
}

std::string attribute_definitions(const TableShape& table) {
    std::map<std::string, std::string> types;
    const auto note = [&types](const KeyShape& keys) {
        types[keys.hash.name] = keys.hash.type;
        if (keys.has_range()) types[keys.range.name] = keys.range.type;
    };
    note(table.keys);
    for (const IndexShape& index : table.indexes) note(index.keys);
    std::vector<std::string> definitions;
    for (const auto& [name, type] : types) {
        definitions.push_back(
            ObjectText().add_text("AttributeName", name).add_text("AttributeType", type).text()
        );
    }
    return list_text(definitions);
}

std::string create_table(const TableShape& table) {
    ObjectText request;
    request.add_text("TableName", table.name);
    request.add("KeySchema", key_schema(table.keys));
    request.add("AttributeDefinitions", attribute_definitions(table));
    request.add_text("BillingMode", "PAY_PER_REQUEST");
    for (const bool is_local : {true, false}) {
        std::vector<std::string> indexes;
        for (const IndexShape& index : table.indexes) {
            if (index.is_local == is_local) indexes.push_back(index_text(index));
        }
        if (indexes.empty()) continue;
        request.add(
            is_local ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes", list_text(indexes)
        );
    }
    if (table.has_stream) {
        request.add(
            "StreamSpecification", R"({"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})"
        );
    }
    return request.text();
}

void choose_projection(IndexShape& index, Random& random) {
    index.projection = random.one_of({"ALL", "ALL", "KEYS_ONLY", "INCLUDE"});
    if (index.projection == "INCLUDE") index.included = {"a", "size"};
}

}  // namespace

TableShape random_table(std::string name, Random& random) {
    TableShape table;
    table.name = std::move(name);
    table.keys.hash = {"pk", random_type(random)};
    if (random.percent(65)) table.keys.range = {"sk", random_type(random)};
    table.has_stream = random.percent(30);
    const std::string types[] = {random_type(random), random_type(random), random_type(random)};
    if (table.keys.has_range() && random.percent(50)) {
        IndexShape local{"local", true, {table.keys.hash, {"ia", types[0]}}, "", {}};
        choose_projection(local, random);
        table.indexes.push_back(local);
    }
    if (random.percent(60)) {
        IndexShape global{"global", false, {{"ib", types[1]}, {}}, "", {}};
        if (random.percent(60)) global.keys.range = {"ic", types[2]};
        choose_projection(global, random);
        table.indexes.push_back(global);
    }
    if (random.percent(25)) {
        IndexShape other{"other", false, {{"ic", types[2]}, {"pk", table.keys.hash.type}}, "", {}};
        choose_projection(other, random);
        table.indexes.push_back(other);
    }
    table.create_table = create_table(table);
    return table;
}

}  // namespace stator::conformance::generate
