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

ApiError table_name_required() {
    return validation("The parameter 'TableName' is required but was not present in the request");
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

ApiError access_denied(
    std::string_view account, std::string_view operation, std::string_view resource
) {
    std::string message = "User: arn:aws:iam::";
    message.append(account).append(":root is not authorized to perform: dynamodb:");
    message.append(operation).append(" on resource: ").append(resource);
    return {ErrorType::AccessDeniedException, std::move(message)};
}

ApiError resource_of_other_account() {
    return validation(
        "This action is only supported by accounts that match the resource owner’s account."
    );
}

ApiError unsupported_member(std::string_view member) {
    return validation(std::string(member).append(" is not supported by this version of Stator"));
}

ApiError table_not_found(std::string_view table) {
    std::string message = "Requested resource not found: Table: ";
    message.append(table).append(" not found");
    return {ErrorType::ResourceNotFoundException, std::move(message)};
}

ApiError table_already_exists(std::string_view table) {
    return {ErrorType::ResourceInUseException, std::string("Table already exists: ").append(table)};
}

ApiError table_exists_while_creating(std::string_view table, const Region& region) {
    return {
        ErrorType::ResourceInUseException,
        worded<Message::TableExistsWhileCreating>(region, table)};
}

ApiError attribute_duplicated(std::string_view attribute) {
    return validation(std::string("Attribute Name is duplicated: ").append(attribute));
}

ApiError key_without_definition() {
    return validation("Invalid KeySchema: Some index key attribute have no definition");
}

ApiError keys_not_defined(
    std::span<const std::string> keys, std::span<const std::string> definitions
) {
    return invalid_parameter(
        "Some index key attributes are not defined in AttributeDefinitions. Keys: " +
        bracketed(keys) + ", AttributeDefinitions: " + bracketed(definitions)
    );
}

ApiError first_key_not_hash() {
    return validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
}

ApiError second_key_not_range() {
    return validation("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
}

ApiError hash_and_range_same_name() {
    return validation(
        "Both the Hash Key and the Range Key element in the KeySchema have the same name"
    );
}

ApiError definitions_do_not_match_keys() {
    return invalid_parameter(
        "Number of attributes in KeySchema does not exactly match number of attributes defined in "
        "AttributeDefinitions"
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

ApiError list_is_empty(std::string_view member) {
    return invalid_parameter(std::string("List of ").append(member).append(" is empty"));
}

ApiError stream_type_required_at_creation() {
    return invalid_parameter(
        "Table is being created with a stream enabled, UpdateViewType is required"
    );
}

ApiError stream_type_forbidden_at_creation() {
    return invalid_parameter(
        "Table is being created with a stream disabled, UpdateViewType should not be specified"
    );
}

ApiError stream_type_required() {
    return invalid_parameter("If stream is being enabled then UpdateViewType is required");
}

ApiError stream_type_forbidden() {
    return invalid_parameter(
        "If stream is being disabled, then UpdateViewType must not be specified"
    );
}

ApiError stream_already_enabled(std::string_view table) {
    return validation(std::string("Table already has an enabled stream: TableName: ").append(table)
    );
}

ApiError no_stream_to_disable(std::string_view table) {
    return validation(std::string("Table has no stream to disable: TableName: ").append(table));
}

ApiError table_class_invalid() {
    return validation(
        "Invalid table-class parameter provided. Please try again with a valid table-class value: "
        "[STANDARD, STANDARD_INFREQUENT_ACCESS]."
    );
}

ApiError sse_type_without_encryption() {
    return invalid_parameter("SSEType can not be specified if Enabled is false");
}

ApiError kms_key_without_encryption() {
    return invalid_parameter("KMSMasterKeyId can not be specified if Enabled is false");
}

ApiError kms_type_required() {
    return invalid_parameter("SSEType KMS is required if KMSMasterKeyId is specified");
}

ApiError sse_aes256_unsupported() {
    return invalid_parameter("SSEType AES256 is not supported");
}

ApiError already_encrypted_by_default() {
    return invalid_parameter("Table is already encrypted by default");
}

ApiError already_encrypted_with_key() {
    return invalid_parameter("Table is already encrypted with given KMSMasterKeyId");
}

ApiError protected_against_deletion() {
    return validation(
        "Resource cannot be deleted as it is currently protected against deletion. Disable "
        "deletion protection first."
    );
}

ApiError nothing_to_update(bool consistency_sent) {
    std::string message = worded<Message::NothingToUpdate>();
    constexpr std::string_view kOffer = "MultiRegionConsistency, ";
    const std::size_t place = message.find(kOffer);
    if (consistency_sent && place != std::string::npos) message.erase(place, kOffer.size());
    return validation(std::move(message));
}

ApiError deletion_protection_not_alone() {
    return invalid_parameter(
        "DeletionProtection modification must be the only operation in the request"
    );
}

ApiError encryption_not_alone() {
    return invalid_parameter(
        "Server-Side Encryption modification must be the only operation in the request"
    );
}

ApiError table_class_not_alone() {
    return invalid_parameter("TableClass modification must be the only operation in the request");
}

ApiError replicas_not_alone() {
    return invalid_parameter("Replica modification must be the only operation in the request");
}

ApiError warm_throughput_not_alone() {
    return invalid_parameter("WarmThroughput must be the only operation in the request");
}

ApiError warm_throughput_with_new_index() {
    return invalid_parameter(
        "Create global secondary index cannot be specified when updating WarmThroughput"
    );
}

ApiError on_demand_throughput_not_alone() {
    return invalid_parameter(
        "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request"
    );
}

ApiError stream_with_throughput() {
    return invalid_parameter("You cannot modify stream status while updating table IOPS");
}

ApiError index_with_throughput() {
    return invalid_parameter("You cannot create or delete index while updating table IOPS");
}

ApiError index_with_stream() {
    return invalid_parameter("You cannot create or delete index while changing stream status");
}

}  // namespace stator::protocol::errors
