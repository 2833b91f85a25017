// KnownTable: a table that a hunt has created, with its contents. Values.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/base/json.hpp"

namespace stator::conformance::generate {

struct KeyAttribute {
    std::string name;
    std::string type;  // S, N or B
};

/// The attributes of a primary key or of an index key.
struct KeyShape {
    KeyAttribute hash;
    KeyAttribute range;  // name is "" if there is none

    bool has_range() const { return !range.name.empty(); }
};

struct IndexShape {
    std::string name;
    bool is_local = false;
    KeyShape keys;
    std::string projection;             // ALL, KEYS_ONLY or INCLUDE
    std::vector<std::string> included;  // NonKeyAttributes
};

struct TableShape {
    std::string name;
    KeyShape keys;
    std::vector<IndexShape> indexes;
    bool has_stream = false;
    std::string create_table;  // the request, TableName included
};

/// Attribute names → the JSON texts of their values.
using Item = std::map<std::string, std::string>;

struct KnownTable {
    TableShape shape;
    std::vector<Item> items;
};

/// Returns the item as JSON text.
std::string item_text(const Item& item);

/// Returns the body of a PutItem request for the item.
std::string put_request(std::string_view table, const Item& item);

/// Converts an object of AttributeValues to an Item.
Item read_item(const Json& object);

/// Returns only the key attributes.
Item key_of(const Item& item, const KeyShape& keys);

/// Returns the tables whose names occur in the request.
std::vector<const KnownTable*> tables_named(
    std::string_view request, const std::vector<KnownTable>& tables
);

}  // namespace stator::conformance::generate
