#include "protocol/errors/tables.hpp"

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {

std::string schema_text(TypedKeySchema schema) {
    std::string text = "[";
    for (const values::KeySchemaElement& element : schema.keys) {
        const auto* definition = values::find_definition(schema.definitions, element.name);
        const std::string_view type =
            definition == nullptr ? "null" : values::type_name(definition->type);
        if (text.size() > 1) text.append(", ");
        text.append("SchemaElement: key{").append(element.name).append(":").append(type);
        text.append(":").append(values::text_of(element.type)).append("}");
    }
    return text.append("]");
}

ApiError nothing_to_update(bool consistency_sent) {
    std::string message = worded<Message::NothingToUpdate>();
    constexpr std::string_view kOffer = "MultiRegionConsistency, ";
    const std::size_t place = message.find(kOffer);
    if (consistency_sent && place != std::string::npos) message.erase(place, kOffer.size());
    return validation(std::move(message));
}

}  // namespace stator::protocol::errors
