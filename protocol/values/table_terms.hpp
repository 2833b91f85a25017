// The terms that describe tables, and how DynamoDB spells them. Values.
//
// They are separate from TableDescription because messages use them too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/values/attribute_value.hpp"

namespace stator::protocol::values {

struct AttributeDefinition {
    std::string name;
    AttributeType type = AttributeType::String;  // String, Number or Binary

    friend bool operator==(const AttributeDefinition&, const AttributeDefinition&) = default;
};

enum class KeyType : unsigned char { Hash, Range };

struct KeySchemaElement {
    std::string name;
    KeyType type = KeyType::Hash;

    friend bool operator==(const KeySchemaElement&, const KeySchemaElement&) = default;
};

using KeySchema = std::vector<KeySchemaElement>;

enum class ProjectionType : unsigned char { All, KeysOnly, Include };

enum class TableStatus : unsigned char { Creating, Active, Updating, Deleting };
enum class IndexStatus : unsigned char { Creating, Active, Updating, Deleting };
enum class BillingMode : unsigned char { Provisioned, PayPerRequest };
enum class StreamViewType : unsigned char { NewImage, OldImage, NewAndOldImages, KeysOnly };
enum class TableClass : unsigned char { Standard, StandardInfrequentAccess };

struct CapacityUnits {
    std::int64_t read = 0;
    std::int64_t write = 0;

    friend bool operator==(const CapacityUnits&, const CapacityUnits&) = default;
};

// "CREATING" and so on.
std::string_view status_text(TableStatus status);
std::string_view status_text(IndexStatus status);
std::string_view projection_text(ProjectionType type);  // "ALL", "KEYS_ONLY", "INCLUDE"
std::string_view billing_text(BillingMode mode);        // "PROVISIONED", "PAY_PER_REQUEST"
std::string_view view_type_text(StreamViewType type);   // "NEW_IMAGE" …
std::string_view table_class_text(TableClass table_class);

// The reverse of the above; nothing for a text that DynamoDB does not know.
std::optional<TableStatus> table_status_from(std::string_view text);
std::optional<IndexStatus> index_status_from(std::string_view text);
std::optional<ProjectionType> projection_from(std::string_view text);
std::optional<BillingMode> billing_from(std::string_view text);
std::optional<StreamViewType> view_type_from(std::string_view text);
std::optional<TableClass> table_class_from(std::string_view text);

// "HASH" or "RANGE".
std::string_view key_type_text(KeyType type);

// True when the schema has an element with that name.
bool has_key(const KeySchema& schema, std::string_view name);

// The definition of a key attribute, or null.
const AttributeDefinition* find_definition(
    const std::vector<AttributeDefinition>& definitions, std::string_view name
);

}  // namespace stator::protocol::values
