#include "protocol/values/table_terms.hpp"

#include <algorithm>
#include <array>

namespace stator::protocol::values {
namespace {

// The value whose text this is, searched among the enumerators in order.
template <class Enum, std::size_t Count>
std::optional<Enum> enumerator_of(
    std::string_view text, const std::array<Enum, Count>& values, std::string_view (*name)(Enum)
) {
    for (const Enum value : values) {
        if (name(value) == text) return value;
    }
    return std::nullopt;
}

}  // namespace

std::string_view status_text(TableStatus status) {
    switch (status) {
        case TableStatus::Creating: return "CREATING";
        case TableStatus::Active: return "ACTIVE";
        case TableStatus::Updating: return "UPDATING";
        case TableStatus::Deleting: return "DELETING";
    }
    return {};
}

std::string_view status_text(IndexStatus status) {
    switch (status) {
        case IndexStatus::Creating: return "CREATING";
        case IndexStatus::Active: return "ACTIVE";
        case IndexStatus::Updating: return "UPDATING";
        case IndexStatus::Deleting: return "DELETING";
    }
    return {};
}

std::string_view projection_text(ProjectionType type) {
    switch (type) {
        case ProjectionType::All: return "ALL";
        case ProjectionType::KeysOnly: return "KEYS_ONLY";
        case ProjectionType::Include: return "INCLUDE";
    }
    return {};
}

std::string_view billing_text(BillingMode mode) {
    switch (mode) {
        case BillingMode::Provisioned: return "PROVISIONED";
        case BillingMode::PayPerRequest: return "PAY_PER_REQUEST";
    }
    return {};
}

std::string_view view_type_text(StreamViewType type) {
    switch (type) {
        case StreamViewType::NewImage: return "NEW_IMAGE";
        case StreamViewType::OldImage: return "OLD_IMAGE";
        case StreamViewType::NewAndOldImages: return "NEW_AND_OLD_IMAGES";
        case StreamViewType::KeysOnly: return "KEYS_ONLY";
    }
    return {};
}

std::string_view table_class_text(TableClass table_class) {
    switch (table_class) {
        case TableClass::Standard: return "STANDARD";
        case TableClass::StandardInfrequentAccess: return "STANDARD_INFREQUENT_ACCESS";
    }
    return {};
}

std::string_view key_type_text(KeyType type) {
    return type == KeyType::Hash ? "HASH" : "RANGE";
}

std::optional<TableStatus> table_status_from(std::string_view text) {
    constexpr std::array kAll{
        TableStatus::Creating, TableStatus::Active, TableStatus::Updating, TableStatus::Deleting};
    return enumerator_of<TableStatus>(text, kAll, status_text);
}

std::optional<IndexStatus> index_status_from(std::string_view text) {
    constexpr std::array kAll{
        IndexStatus::Creating, IndexStatus::Active, IndexStatus::Updating, IndexStatus::Deleting};
    return enumerator_of<IndexStatus>(text, kAll, status_text);
}

std::optional<ProjectionType> projection_from(std::string_view text) {
    constexpr std::array kAll{
        ProjectionType::All, ProjectionType::KeysOnly, ProjectionType::Include};
    return enumerator_of(text, kAll, projection_text);
}

std::optional<BillingMode> billing_from(std::string_view text) {
    constexpr std::array kAll{BillingMode::Provisioned, BillingMode::PayPerRequest};
    return enumerator_of(text, kAll, billing_text);
}

std::optional<StreamViewType> view_type_from(std::string_view text) {
    constexpr std::array kAll{
        StreamViewType::NewImage,
        StreamViewType::OldImage,
        StreamViewType::NewAndOldImages,
        StreamViewType::KeysOnly};
    return enumerator_of(text, kAll, view_type_text);
}

std::optional<TableClass> table_class_from(std::string_view text) {
    constexpr std::array kAll{TableClass::Standard, TableClass::StandardInfrequentAccess};
    return enumerator_of(text, kAll, table_class_text);
}

bool has_key(const KeySchema& schema, std::string_view name) {
    return std::ranges::find(schema, name, &KeySchemaElement::name) != schema.end();
}

const AttributeDefinition* find_definition(
    const std::vector<AttributeDefinition>& definitions, std::string_view name
) {
    const auto found = std::ranges::find(definitions, name, &AttributeDefinition::name);
    return found == definitions.end() ? nullptr : &*found;
}

}  // namespace stator::protocol::values
