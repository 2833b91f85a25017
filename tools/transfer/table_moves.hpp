// Copies the items of a table from an endpoint to a file, and from files to an endpoint.
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

// Returns the JSON of a changed item for the JSON of an item. Error: a sentence.
using ChangeItem = std::function<emulator::Accepted<std::string>(std::string_view item)>;

using TakeText = std::function<emulator::Accepted<void>(std::string_view text)>;

// Receives the items of a table.
struct ItemTaker {
    TakeText item;        // its JSON
    TakeText lines = {};  // many together, {"Item":…} each; null to receive items one by one
};

// Reads all items of a table page by page, and applies `change`, if set, to each. Returns the
// number of items. Error: a sentence.
emulator::Accepted<std::uint64_t> export_items(
    client::ApiClient& api,
    const std::string& table,
    const ItemTaker& take,
    const ChangeItem& change = {}
);

// Writes items to a table in batches of 25.
class TableWriter {
public:
    TableWriter(client::ApiClient& api, std::string table)
        : api_(api), table_(std::move(table)), batches_(api, table_) {}

    // Reads the table's keys. If the table does not exist and `definition` is not "", first creates
    // it with `definition`, a CreateTable request. Error: a sentence.
    emulator::Accepted<void> open(const std::string& definition);

    const std::vector<protocol::values::AttributeDefinition>& keys() const { return keys_; }

    const std::vector<protocol::values::AttributeDefinition>& definitions() const {
        return definitions_;
    }

    // Buffers the item, and writes full batches. Error: why an item was not written; earlier
    // batches were written.
    emulator::Accepted<void> add(std::string_view item_json);
    // Writes the remaining items.
    emulator::Accepted<void> flush();

    // Number of items that are certainly written.
    std::uint64_t written() const { return batches_.written(); }

private:
    emulator::Accepted<void> describe(protocol::wire::JsonView table);
    // Returns the text of the item's key; "" if the item has none.
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
