// The members of a table's schema, which are the same in the data file, in requests and in replies.
#pragma once

#include "protocol/model/member_codec.hpp"
#include "protocol/values/table_terms.hpp"
#include "protocol/values/vector_terms.hpp"

namespace stator::protocol::model {

void members(auto& code, Like<values::AttributeDefinition> auto& definition) {
    // Only the types that keys can have.
    const auto key_type = [](std::string_view text) {
        using enum values::AttributeType;
        return text == "N" ? Number : text == "B" ? Binary : String;
    };
    code("AttributeName", definition.name);
    code.text("AttributeType", definition.type, values::type_name, key_type);
}

void members(auto& code, Like<values::KeySchemaElement> auto& element) {
    code("AttributeName", element.name);
    code("KeyType", element.type);
}

void members(auto& code, Like<values::SearchSchemaElement> auto& element) {
    code("AttributeName", element.name);
    code("SearchSchemaElementType", element.type);
}

}  // namespace stator::protocol::model
