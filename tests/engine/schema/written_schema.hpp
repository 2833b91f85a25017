// Builds table schemas from a short form, for tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/schema/schema.hpp"

namespace stator::engine::schema {

// "g:S n:N" → two attributes.
inline std::vector<KeyAttribute> written_keys(std::string_view text) {
    using protocol::values::AttributeType;
    std::vector<KeyAttribute> keys;
    while (!text.empty()) {
        const std::size_t colon = text.find(':');
        const char type = text[colon + 1];
        keys.push_back(
            {std::string(text.substr(0, colon)),
             type == 'S'   ? AttributeType::String
             : type == 'N' ? AttributeType::Number
                           : AttributeType::Binary}
        );
        text.remove_prefix(std::min(colon + 3, text.size()));
    }
    return keys;
}

// "pk:S" or "pk:S sk:N".
inline TableSchema written_schema(std::string_view keys) {
    const auto attributes = written_keys(keys);
    TableSchema schema;
    schema.hash = attributes[0];
    if (attributes.size() > 1) schema.range = attributes[1];
    return schema;
}

inline IndexSchema written_index(
    std::string name, std::string_view hash, std::string_view range = ""
) {
    IndexSchema index;
    index.name = std::move(name);
    index.global = true;
    index.hash = written_keys(hash);
    index.range = written_keys(range);
    return index;
}

}  // namespace stator::engine::schema
