// The terms that describe tables, and DynamoDB's spelling of them. Values.
//
// They are separate from TableDescription because messages also use them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/values/attribute_value.hpp"
#include "protocol/values/terms.hpp"

namespace stator::protocol::values {

struct AttributeDefinition {
    std::string name;
    AttributeType type = AttributeType::String;  // String, Number or Binary

    friend bool operator==(const AttributeDefinition&, const AttributeDefinition&) = default;
};

enum class KeyType : unsigned char { Hash, Range };

constexpr TextsTo<KeyType::Range> texts_of(KeyType) {
    return {"HASH", "RANGE"};
}

struct KeySchemaElement {
    std::string name;
    KeyType type = KeyType::Hash;

    friend bool operator==(const KeySchemaElement&, const KeySchemaElement&) = default;
};

using KeySchema = std::vector<KeySchemaElement>;

enum class ProjectionType : unsigned char { All, KeysOnly, Include };

constexpr TextsTo<ProjectionType::Include> texts_of(ProjectionType) {
    return {"ALL", "KEYS_ONLY", "INCLUDE"};
}

enum class TableStatus : unsigned char { Creating, Active, Updating, Deleting };

constexpr TextsTo<TableStatus::Deleting> texts_of(TableStatus) {
    return {"CREATING", "ACTIVE", "UPDATING", "DELETING"};
}

enum class IndexStatus : unsigned char { Creating, Active, Updating, Deleting };

constexpr TextsTo<IndexStatus::Deleting> texts_of(IndexStatus) {
    return {"CREATING", "ACTIVE", "UPDATING", "DELETING"};
}

enum class BillingMode : unsigned char { Provisioned, PayPerRequest };

constexpr TextsTo<BillingMode::PayPerRequest> texts_of(BillingMode) {
    return {"PROVISIONED", "PAY_PER_REQUEST"};
}

enum class StreamViewType : unsigned char { NewImage, OldImage, NewAndOldImages, KeysOnly };

constexpr TextsTo<StreamViewType::KeysOnly> texts_of(StreamViewType) {
    return {"NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"};
}

enum class TableClass : unsigned char { Standard, StandardInfrequentAccess };

constexpr TextsTo<TableClass::StandardInfrequentAccess> texts_of(TableClass) {
    return {"STANDARD", "STANDARD_INFREQUENT_ACCESS"};
}

struct CapacityUnits {
    std::int64_t read = 0;
    std::int64_t write = 0;

    friend bool operator==(const CapacityUnits&, const CapacityUnits&) = default;
};

// Returns true if the schema contains `name`.
bool has_key(const KeySchema& schema, std::string_view name);

// Returns the definition of a key attribute, or null.
const AttributeDefinition* find_definition(
    const std::vector<AttributeDefinition>& definitions, std::string_view name
);

}  // namespace stator::protocol::values
