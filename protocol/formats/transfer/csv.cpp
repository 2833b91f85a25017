#include "protocol/formats/transfer/csv.hpp"

#include <algorithm>

#include "protocol/values/attribute_value.hpp"
#include "protocol/wire/json.hpp"

namespace stator::protocol::formats::transfer {

std::optional<CsvFields> csv_fields(std::string_view record, char delimiter) {
    CsvFields fields(1);
    bool is_quoted = false;
    bool was_quoted = false;  // nothing may follow the closing quote
    for (std::size_t at = 0; at < record.size(); ++at) {
        const char character = record[at];
        const bool is_quote = character == '"';
        if (is_quoted) {
            const bool is_escape = is_quote && at + 1 < record.size() && record[at + 1] == '"';
            if (is_escape) ++at;
            if (is_quote && !is_escape) {
                is_quoted = false;
                was_quoted = true;
            } else {
                fields.back().push_back(character);
            }
        } else if (character == delimiter) {
            fields.emplace_back();
            was_quoted = false;
        } else if (is_quote && fields.back().empty() && !was_quoted) {
            is_quoted = true;
        } else if (is_quote || was_quoted) {
            return std::nullopt;
        } else {
            fields.back().push_back(character);
        }
    }
    if (is_quoted) return std::nullopt;
    return fields;
}

std::string json_of_csv(
    const CsvFields& names,
    const CsvFields& fields,
    const std::vector<values::AttributeDefinition>& definitions
) {
    return wire::object_text([&](wire::JsonWriter& json) {
        json.begin_object("Item");
        for (std::size_t at = 0; at < fields.size(); ++at) {
            if (fields[at].empty()) continue;
            const auto defined =
                std::ranges::find(definitions, names[at], &values::AttributeDefinition::name);
            const auto type =
                defined == definitions.end() ? values::AttributeType::String : defined->type;
            json.begin_object(names[at]);
            json.string_member(values::type_name(type), fields[at]);
            json.end_object();
        }
        json.end_object();
    });
}

}  // namespace stator::protocol::formats::transfer
