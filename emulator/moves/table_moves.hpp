// Moves the items of a table from an endpoint to a file, and from files to an endpoint.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "emulator/forms/accepted.hpp"
#include "emulator/moves/api_client.hpp"
#include "emulator/moves/batch_writer.hpp"
#include "emulator/moves/data_files.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::moves {

// Makes another item's JSON of an item's. Error: a sentence.
using ChangeItem = std::function<forms::Accepted<std::string>(std::string_view item)>;

using TakeText = std::function<forms::Accepted<void>(std::string_view text)>;

// Who takes the items of a table.
struct ItemTaker {
    TakeText item;        // its JSON
    TakeText lines = {};  // many at once, {"Item":…} each; null for who takes them one by one
};

// Reads all items of a table page by page, and changes each if that is wanted. Returns how many
// there were. Error: a sentence.
forms::Accepted<std::uint64_t> export_items(
    ApiClient& api, const std::string& table, const ItemTaker& take, const ChangeItem& change = {}
);

// Writes items to a table, 25 at once.
class TableWriter {
public:
    TableWriter(ApiClient& api, std::string table)
        : api_(api), table_(std::move(table)), batches_(api, table_) {}

    // Reads the table's keys; makes it first, as CreateTable's request in that text says, when it
    // is not there and the text is not "". Error: a sentence.
    forms::Accepted<void> open(const std::string& definition);

    const std::vector<protocol::values::AttributeDefinition>& keys() const { return keys_; }

    const std::vector<protocol::values::AttributeDefinition>& definitions() const {
        return definitions_;
    }

    // Error: why an item was not written; those before it were.
    forms::Accepted<void> add(std::string_view item_json);
    // Writes what is left.
    forms::Accepted<void> flush();

    // How many have been written for certain.
    std::uint64_t written() const { return batches_.written(); }

private:
    forms::Accepted<void> describe(protocol::wire::JsonView table);
    // The text of the item's key; "" when it has none.
    std::string key_of(std::string_view item_json) const;

    ApiClient& api_;
    const std::string table_;
    BatchWriter batches_;
    std::vector<protocol::values::AttributeDefinition> keys_;
    std::vector<protocol::values::AttributeDefinition> definitions_;
    std::vector<std::string> items_;
    std::vector<std::string> item_keys_;
};

}  // namespace stator::emulator::moves
