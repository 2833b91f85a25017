#include "tools/transfer/fixture.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"
#include "tools/client/indented_json.hpp"
#include "tools/client/replies.hpp"
#include "tools/client/table_definition.hpp"

namespace stator::tools::transfer {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

// Returns the item with its attributes sorted by name.
std::string sorted_text(JsonView item) {
    const auto image = protocol::wire::decode_item(item, protocol::values::Dialect::Current);
    if (image.has_error()) return item.text();
    std::string text;
    protocol::wire::append_item(text, **image);
    return text;
}

// Returns the items, sorted by the JSON texts of their keys.
emulator::Accepted<std::map<std::string, std::string>> sorted_items(
    client::ApiClient& api, const std::string& name, JsonView table
) {
    std::map<std::string, std::string> items;
    const auto keys = table.find("KeySchema");
    std::string start;
    do {
        STATOR_TRY(
            const JsonDocument page,
            client::document_of(api.call("Scan", client::page_request(name, start)))
        );
        const auto found = page.root().find("Items");
        if (found && found->is_array() && keys) {
            for (const auto& element : found->elements()) {
                const JsonView item(element);
                std::string key;
                for (const auto& part : keys->elements()) {
                    const auto value = item.find(JsonView(part).string_or_empty("AttributeName"));
                    if (value) key.append(value->text()).append("\n");
                }
                items[std::move(key)] = sorted_text(item);
            }
        }
        const auto last = page.root().find("LastEvaluatedKey");
        start = last ? last->text() : std::string();
    } while (!start.empty());
    return items;
}

emulator::Accepted<void> save_table(
    client::ApiClient& api, const std::string& name, const std::filesystem::path& folder
) {
    STATOR_TRY(
        const JsonDocument described,
        client::document_of(api.call("DescribeTable", client::table_request(name)))
    );
    const auto table = described.root().find("Table");
    if (!table) return emulator::Refusal{"the server says nothing of the table " + name};
    STATOR_TRY(const std::string time_to_live, client::time_to_live_of(api, name));
    STATOR_TRY(const auto items, sorted_items(api, name, *table));
    std::ofstream definition(folder / (name + ".json"), std::ios::binary);
    definition << client::indented_json(client::definition_of(*table, time_to_live)) << "\n";
    std::ofstream lines(folder / (name + ".jsonl"), std::ios::binary);
    for (const auto& [key, item] : items) lines << item << "\n";
    if (!definition.flush() || !lines.flush()) {
        return emulator::Refusal{"'" + folder.string() + "' cannot be written"};
    }
    return {};
}

}  // namespace

emulator::Accepted<std::uint64_t> save_fixture(client::ApiClient& api, const std::string& folder) {
    STATOR_TRY(const auto names, client::table_names(api));
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return emulator::Refusal{"'" + folder + "' cannot be made: " + error.message()};
    for (const std::string& name : names) STATOR_CHECK(save_table(api, name, folder));
    return static_cast<std::uint64_t>(names.size());
}

}  // namespace stator::tools::transfer
