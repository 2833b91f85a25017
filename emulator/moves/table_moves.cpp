#include "emulator/moves/table_moves.hpp"

#include <algorithm>

#include "emulator/moves/replies.hpp"
#include "emulator/moves/table_definition.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/base/result.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::moves {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

forms::Accepted<std::uint64_t> export_items(
    ApiClient& api, const std::string& table, const TakeText& take, const ChangeItem& change
) {
    std::uint64_t count = 0;
    std::string start;
    do {
        STATOR_TRY(
            const JsonDocument page, document_of(api.call("Scan", page_request(table, start)))
        );
        const auto items = page.root().find("Items");
        if (items && items->is_array()) {
            for (const auto& item : items->elements()) {
                std::string text = JsonView(item).text();
                if (change) {
                    STATOR_TRY(text, change(text));
                }
                STATOR_CHECK(take(text));
                ++count;
            }
        }
        const auto last = page.root().find("LastEvaluatedKey");
        start = last ? last->text() : std::string();
    } while (!start.empty());
    return count;
}

forms::Accepted<void> TableWriter::open(const std::string& definition) {
    if (!definition.empty()) {
        STATOR_TRY(const auto found, find_table(api_, table_));
        if (!found) STATOR_CHECK(document_of(api_.call("CreateTable", definition)));
    }
    STATOR_TRY(const JsonDocument described, made_table(api_, table_));
    return describe(*described.root().find("Table"));
}

forms::Accepted<void> TableWriter::describe(JsonView table) {
    keys_ = key_attributes(table);
    const auto attributes = table.find("AttributeDefinitions");
    if (keys_.empty()) return forms::Refusal{"the server does not say what the keys are"};
    for (const auto& attribute : attributes->elements()) {
        const JsonView one(attribute);
        definitions_.push_back(
            {std::string(one.string_or_empty("AttributeName")),
             scalar_type_from(one.string_or_empty("AttributeType"))}
        );
    }
    return {};
}

std::string TableWriter::key_of(std::string_view item_json) const {
    const auto document = JsonDocument::parse(std::string(item_json));
    std::string key;
    for (const auto& attribute : keys_) {
        const auto value = document->root().find(attribute.name);
        if (value) key.append(value->text()).append("\n");
    }
    return key;
}

// AWS: no batch may have two items of one key.
forms::Accepted<void> TableWriter::add(std::string_view item_json) {
    std::string key = key_of(item_json);
    const bool is_there = std::ranges::find(item_keys_, key) != item_keys_.end();
    if (is_there || items_.size() == protocol::kMaxBatchWriteRequests) STATOR_CHECK(flush());
    items_.emplace_back(item_json);
    item_keys_.push_back(std::move(key));
    return {};
}

forms::Accepted<void> TableWriter::flush() {
    const std::vector<std::string_view> items(items_.begin(), items_.end());
    STATOR_CHECK(batches_.write(items));
    items_.clear();
    item_keys_.clear();
    return {};
}

}  // namespace stator::emulator::moves
