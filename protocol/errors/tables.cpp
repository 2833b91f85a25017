#include "protocol/errors/tables.hpp"

#include "protocol/errors/general.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {
namespace {

ApiError enveloped_arn(std::string_view problem, std::string_view arn) {
    return enveloped(validation(std::string(problem).append(" in '").append(arn).append("'")));
}

// "[SchemaElement: key{xyz:S:HASH}]".

}  // namespace

std::string schema_text(TypedKeySchema schema) {
    std::string text = "[";
    for (const values::KeySchemaElement& element : schema.keys) {
        const auto* definition = values::find_definition(schema.definitions, element.name);
        const std::string_view type =
            definition == nullptr ? "null" : values::type_name(definition->type);
        if (text.size() > 1) text.append(", ");
        text.append("SchemaElement: key{").append(element.name).append(":").append(type);
        text.append(":").append(values::key_type_text(element.type)).append("}");
    }
    return text.append("]");
}

std::string bracketed(std::span<const std::string> names) {
    std::string text = "[";
    for (const std::string& name : names) {
        if (text.size() > 1) text.append(", ");
        text.append(name);
    }
    return text.append("]");
}

ApiError arn_partition_invalid(std::string_view arn) {
    return enveloped_arn("Invalid AWS partition", arn);
}

ApiError arn_region_invalid(std::string_view arn) {
    return enveloped_arn("Invalid AWS region", arn);
}

ApiError arn_resource_type_invalid(std::string_view arn) {
    return enveloped_arn("Invalid resource type", arn);
}

ApiError table_exists_while_creating(std::string_view table, const Region& region) {
    return {
        ErrorType::ResourceInUseException,
        worded<Message::TableExistsWhileCreating>(region, table)};
}

ApiError keys_not_defined(
    std::span<const std::string> keys, std::span<const std::string> definitions
) {
    return invalid_parameter(
        "Some index key attributes are not defined in AttributeDefinitions. Keys: " +
        bracketed(keys) + ", AttributeDefinitions: " + bracketed(definitions)
    );
}

ApiError definitions_not_used(
    std::span<const std::string> definitions, std::span<const std::string> used
) {
    return invalid_parameter(
        "Some AttributeDefinitions are not used. AttributeDefinitions: " + bracketed(definitions) +
        ", keys used: " + bracketed(used)
    );
}

ApiError attributes_redefined(TypedKeySchema existing, TypedKeySchema wanted) {
    std::string text =
        "Attributes cannot be redefined. Please check that your attribute has the same type as "
        "previously defined. Existing schema: Schema:";
    text.append(schema_text(existing)).append(" New schema: Schema:").append(schema_text(wanted));
    return invalid_parameter(text);
}

ApiError nothing_to_update(bool consistency_sent) {
    std::string message = worded<Message::NothingToUpdate>();
    constexpr std::string_view kOffer = "MultiRegionConsistency, ";
    const std::size_t place = message.find(kOffer);
    if (consistency_sent && place != std::string::npos) message.erase(place, kOffer.size());
    return validation(std::move(message));
}

}  // namespace stator::protocol::errors
