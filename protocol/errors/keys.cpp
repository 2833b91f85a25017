#include "protocol/errors/keys.hpp"

#include <string>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

constexpr std::string_view kNotValid = "One or more parameter values are not valid. ";

std::string empty_value_text(values::AttributeType type) {
    const std::string_view kind = type == values::AttributeType::Binary ? "binary" : "string";
    return std::string("The AttributeValue for a key attribute cannot contain an empty ")
        .append(kind)
        .append(" value.");
}

}  // namespace

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

}  // namespace stator::protocol::errors
