#include "conformance/generate/known_table.hpp"

#include "conformance/generate/json_text.hpp"

namespace stator::conformance::generate {

std::string item_text(const Item& item) {
    ObjectText text;
    for (const auto& [name, value] : item) text.add(name, value);
    return text.text();
}

std::string put_request(std::string_view table, const Item& item) {
    return ObjectText().add_text("TableName", table).add("Item", item_text(item)).text();
}

Item read_item(const Json& object) {
    Item item;
    for (const auto& member : object.GetObject()) {
        item.emplace(text_of(member.name), to_text(member.value));
    }
    return item;
}

Item key_of(const Item& item, const KeyShape& keys) {
    Item key;
    for (const KeyAttribute& part : {keys.hash, keys.range}) {
        const auto found = item.find(part.name);
        if (found != item.end()) key.insert(*found);
    }
    return key;
}

std::vector<const KnownTable*> tables_named(
    std::string_view request, const std::vector<KnownTable>& tables
) {
    std::vector<const KnownTable*> named;
    for (const KnownTable& table : tables) {
        if (request.find(table.shape.name) != std::string_view::npos) named.push_back(&table);
    }
    return named;
}

}  // namespace stator::conformance::generate
