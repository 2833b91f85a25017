#include "protocol/errors/keys.hpp"

#include <string>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

constexpr std::string_view kNotValid = "One or more parameter values are not valid. ";
constexpr std::string_view kScalar =
    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: ";

std::string empty_value_text(values::AttributeType type) {
    const std::string_view kind = type == values::AttributeType::Binary ? "binary" : "string";
    return std::string("The AttributeValue for a key attribute cannot contain an empty ")
        .append(kind)
        .append(" value.");
}

}  // namespace

ApiError key_does_not_match_schema() {
    return validation("The provided key element does not match the schema");
}

ApiError missing_key(std::string_view key) {
    return validation(
        std::string(kInvalidParameter).append("Missing the key ").append(key).append(" in the item")
    );
}

ApiError key_type_mismatch(
    std::string_view key, values::AttributeType expected, values::AttributeType actual
) {
    return validation(std::string(kInvalidParameter)
                          .append("Type mismatch for key ")
                          .append(key)
                          .append(" expected: ")
                          .append(values::type_name(expected))
                          .append(" actual: ")
                          .append(values::type_name(actual)));
}

ApiError empty_key(std::string_view key, values::AttributeType type) {
    return validation(
        std::string(kNotValid).append(empty_value_text(type)).append(" Key: ").append(key)
    );
}

ApiError hash_key_too_long() {
    return validation(std::string(kInvalidParameter)
                          .append("Size of hashkey has exceeded the maximum size limit of2048 bytes"
                          ));
}

ApiError range_key_too_long() {
    return validation(
        std::string(kInvalidParameter)
            .append("Aggregated size of all range keys has exceeded the size limit of 1024 bytes")
    );
}

ApiError index_key_type_mismatch(
    std::string_view key,
    values::AttributeType expected,
    values::AttributeType actual,
    std::string_view index
) {
    return validation(std::string(kInvalidParameter)
                          .append("Type mismatch for Index Key ")
                          .append(key)
                          .append(" Expected: ")
                          .append(values::type_name(expected))
                          .append(" Actual: ")
                          .append(values::type_name(actual))
                          .append(" IndexName: ")
                          .append(index));
}

ApiError empty_index_key(std::string_view key, values::AttributeType type, std::string_view index) {
    return validation(std::string(kNotValid)
                          .append("A value specified for a secondary index key is not supported. ")
                          .append(empty_value_text(type))
                          .append(" IndexName: ")
                          .append(index)
                          .append(", IndexKey: ")
                          .append(key));
}

ApiError empty_updated_index_key(values::AttributeType type) {
    return validation(
        std::string(kNotValid)
            .append(
                "The update expression attempted to update a secondary index key to a value that "
                "is not supported. "
            )
            .append(empty_value_text(type))
    );
}

ApiError unsupported_updated_index_key() {
    return validation(
        "The update expression attempted to update the secondary index key to unsupported type"
    );
}

ApiError cannot_update_key(std::string_view key) {
    return validation(std::string(kInvalidParameter)
                          .append("Cannot update attribute ")
                          .append(key)
                          .append(". This attribute is part of the key"));
}

ApiError key_must_be_scalar(std::string_view key) {
    return validation(std::string(kScalar).append("Key: ").append(key));
}

ApiError index_key_must_be_scalar(std::string_view key) {
    return validation(std::string(kScalar).append("IndexKey: ").append(key));
}

}  // namespace stator::protocol::errors
