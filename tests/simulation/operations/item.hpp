// Items in the model: a map from names to strings and small integers; shares nothing with the
// product. Values.
#pragma once

#include <rapidjson/document.h>

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stator::simulation {

// A string, an integer of a few digits, or a vector of two of them.
struct Value {
    bool is_number = false;
    std::string text;
    // A number of seconds from the time when the operation runs; resolve() makes it a time.
    bool from_now = false;
    bool is_vector = false;  // the text is "[x,y]"

    std::int64_t number() const { return std::stoll(text); }

    friend bool operator==(const Value&, const Value&) = default;
};

Value string_value(std::string text);
Value number_value(std::int64_t number);
Value seconds_from_now(std::int64_t seconds);
Value vector_value(std::int64_t x, std::int64_t y);

// By attribute name. Empty if the item does not exist.
using Item = std::map<std::string, Value>;

// An item's place: the table by its number in table_definitions(), and its key.
struct Key {
    std::size_t table = 0;
    std::string pk;
    std::int64_t sk = 0;  // 0 in a table without sort key

    friend auto operator<=>(const Key&, const Key&) = default;
};

// The key as attributes.
Item key_item(const Key& key);

// Makes values that count from now into times.
void resolve(Item& item, std::int64_t now_ms);

// DynamoDB JSON with sorted names: equal items, equal texts.
std::string item_json(const Item& item);
std::string value_json(const Value& value);

// The same text of an item in a reply.
std::string canonical_json(const rapidjson::Value& item);

// `"name":` and similar, for requests that are assembled by hand.
std::string quoted(std::string_view text);

// Bytes DynamoDB bills for an item that is read or projected.
std::int64_t item_bytes(const Item& item);

// Bytes of an item that is written or stored: a vector of an index counts four bytes per element.
std::int64_t written_bytes(const Item& item);

// The attribute of the vector index of each table.
inline constexpr const char* kVectorAttribute = "v";

// The x and y of a vector.
std::pair<std::int64_t, std::int64_t> elements_of(const Value& vector);

}  // namespace stator::simulation
