#include "protocol/errors/tags.hpp"

#include <string>

#include "protocol/errors/general.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {

ApiError arn_without_prefix(std::string_view text) {
    return invalid_parameter(std::string("ARNs must start with 'arn:': ").append(text));
}

ApiError not_a_dynamodb_arn(std::string_view arn) {
    return invalid_parameter(
        std::string("Provided Arn is not a DynamoDB resource arn: ").append(arn)
    );
}

ApiError not_a_taggable_arn(std::string_view arn) {
    return invalid_parameter(
        std::string(
            "Invalid resource arn provided, only table or stream is accepted. Provided resource "
            "arn: "
        )
            .append(arn)
    );
}

ApiError malformed_resource_arn(std::string_view arn) {
    return validation(
        std::string("Invalid TableArn: Invalid ResourceArn provided as input ").append(arn)
    );
}

ApiError resource_arn_not_found(std::string_view arn) {
    return {ErrorType::ResourceNotFoundException, worded<Message::ResourceArnNotFound>(arn)};
}

ApiError no_tags() {
    return validation("Atleast one Tag needs to be provided as Input.");
}

ApiError no_tag_keys() {
    return validation("Atleast one Tag Key needs to be provided as Input.");
}

ApiError tag_key_invalid(std::string_view key) {
    return validation(std::string("The Tag Key provided is invalid, Key: ").append(key));
}

ApiError tag_value_invalid(std::string_view value) {
    return validation(std::string("The Tag Value provided is invalid, Value: ").append(value));
}

ApiError tag_key_reserved(std::string_view key) {
    return validation(std::string("Tag Key cannot be prefixed with aws:, Key: ").append(key));
}

ApiError tag_key_duplicated(std::string_view key) {
    return validation(
        std::string("Duplicate Tag Keys provided as input: Duplicate Tag Key found ").append(key)
    );
}

ApiError too_many_tags() {
    return validation("Number of Tags exceed the current limit for the provided ResourceArn");
}

}  // namespace stator::protocol::errors
