// Moves the items of a table from an endpoint to a file, and from files to an endpoint.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "protocol/wire/json.hpp"
#include "tools/client/api_client.hpp"
#include "tools/client/batch_writer.hpp"
#include "tools/transfer/data_files.hpp"

namespace stator::tools::transfer {

// Makes another item's JSON of an item's. Error: a sentence.
using ChangeItem = std::function<emulator::Accepted<std::string>(std::string_view item)>;

using TakeText = std::function<emulator::Accepted<void>(std::string_view text)>;

// Who takes the items of a table.
struct ItemTaker {
    TakeText item;        // its JSON
    TakeText lines = {};  // many at once, {"Item":…} each; null for who takes them one by one
};

// Reads all items of a table page by page, and changes each if that is wanted. Returns how many
// there were. Error: a sentence.
emulator::Accepted<std::uint64_t> export_items(
    client::ApiClient& api,
    const std::string& table,
    const ItemTaker& take,
    const ChangeItem& change = {}
);

// Writes items to a table, 25 at once.
class TableWriter {
public:
    TableWriter(client::ApiClient& api, std::string table)
        : api_(api), table_(std::move(table)), batches_(api, table_) {}

    // Reads the table's keys; makes it first, as CreateTable's request in that text says, when it
    // is not there and the text is not "". Error: a sentence.
    emulator::Accepted<void> open(const std::string& definition);

    const std::vector<protocol::values::AttributeDefinition>& keys() const { return keys_; }

    const std::vector<protocol::values::AttributeDefinition>& definitions() const {
        return definitions_;
    }

    // Error: why an item was not written; those before it were.
    emulator::Accepted<void> add(std::string_view item_json);
    // Writes what is left.
    emulator::Accepted<void> flush();

    // How many have been written for certain.
    std::uint64_t written() const { return batches_.written(); }

private:
    emulator::Accepted<void> describe(protocol::wire::JsonView table);
    // The text of the item's key; "" when it has none.
    std::string key_of(std::string_view item_json) const;

    client::ApiClient& api_;
    const std::string table_;
    client::BatchWriter batches_;
    std::vector<protocol::values::AttributeDefinition> keys_;
    std::vector<protocol::values::AttributeDefinition> definitions_;
    std::vector<std::string> items_;
    std::vector<std::string> item_keys_;
};

}  // namespace stator::tools::transfer
