#include "protocol/errors/vectors.hpp"

#include <initializer_list>
#include <string>

#include "protocol/base/limits.hpp"
#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

std::string concatenated(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) text.append(part);
    return text;
}

// AWS: a period, where other faults of parameters have a colon.
ApiError invalid_value(std::initializer_list<std::string_view> parts) {
    return validation("One or more parameter values were invalid. " + concatenated(parts));
}

}  // namespace

ApiError dimensions_out_of_range() {
    return invalid_parameter(
        "Number of dimensions must be between 1 and " + std::to_string(kMaxVectorDimensions) +
        " inclusive."
    );
}

ApiError too_many_search_hashes(std::size_t count) {
    return invalid_parameter(concatenated(
        {"Value '",
         std::to_string(count),
         "' at 'SearchSchema' failed to satisfy constraint: Member must have HASH count less than "
         "or equal to 1"}
    ));
}

ApiError too_many_vector_indexes() {
    return invalid_parameter(
        "VectorIndex count exceeds the per-table limit of " + std::to_string(kMaxVectorIndexes)
    );
}

// The text for global secondary indexes, by analogy.
ApiError vector_redefined(
    std::string_view attribute, std::int64_t dimensions, std::string_view wanted_schema
) {
    return invalid_parameter(concatenated(
        {"Attributes cannot be redefined. Please check that your attribute has the same type as "
         "previously defined. Existing schema: VectorIndexSchema:[VectorAttribute: key{",
         attribute,
         ":L:",
         std::to_string(dimensions),
         "}] New schema: Schema:",
         wanted_schema}
    ));
}

ApiError vector_of_other_size(
    std::string_view attribute, std::int64_t expected, std::size_t actual, std::string_view index
) {
    return invalid_value(
        {"Invalid size for parameter ",
         attribute,
         ", Expected: ",
         std::to_string(expected),
         ", Actual: ",
         std::to_string(actual),
         " IndexName: ",
         index}
    );
}

ApiError vector_element_not_number(
    std::string_view attribute,
    std::size_t place,
    values::AttributeType actual,
    std::string_view index
) {
    return invalid_value(
        {"Invalid type for parameter ",
         attribute,
         "[",
         std::to_string(place),
         "], Expected: 32-bit floating point number, Actual: ",
         values::type_name(actual),
         ". IndexName: ",
         index}
    );
}

ApiError vector_element_out_of_range(
    std::string_view attribute, std::size_t place, std::string_view value, std::string_view index
) {
    return invalid_value(
        {"Invalid value for parameter ",
         attribute,
         "[",
         std::to_string(place),
         "], Value: ",
         value,
         " is outside valid range [-3.4028235E38, 3.4028235E38]. IndexName: ",
         index}
    );
}

ApiError search_attribute_type_mismatch(
    std::string_view attribute,
    values::AttributeType expected,
    values::AttributeType actual,
    std::string_view index
) {
    return invalid_value(
        {"Attribute '",
         attribute,
         "' type mismatch. Expected: ",
         values::type_name(expected),
         ", Actual: ",
         values::type_name(actual),
         ". IndexName: ",
         index}
    );
}

ApiError top_k_out_of_range(std::int64_t top_k) {
    return validation(concatenated(
        {"Provided TopK value '",
         std::to_string(top_k),
         "' is out of valid range. The value must be between 1 and ",
         std::to_string(kMaxTopK),
         " inclusive"}
    ));
}

ApiError search_vector_of_other_size(std::size_t actual, std::int64_t expected) {
    return validation(concatenated(
        {"Input search vector dimension ",
         std::to_string(actual),
         " does not match vector index dimension ",
         std::to_string(expected)}
    ));
}

ApiError search_value_type_mismatch(
    std::string_view attribute, values::AttributeType given, values::AttributeType declared
) {
    return validation(concatenated(
        {"Type of '",
         attribute,
         "' attribute in SearchConditionExpression (",
         values::type_name(given),
         ") does not match type in search schema (",
         values::type_name(declared),
         ")"}
    ));
}

ApiError search_member_type(std::string_view found, std::string_view expected, std::size_t column) {
    return {
        ErrorType::SerializationException,
        concatenated(
            {"invalid type: ",
             found,
             ", expected ",
             expected,
             " at line 1 column ",
             std::to_string(column)}
        )};
}

ApiError search_member_missing(std::string_view member, std::size_t column) {
    return validation(
        concatenated({"missing field `", member, "` at line 1 column ", std::to_string(column)})
    );
}

}  // namespace stator::protocol::errors
