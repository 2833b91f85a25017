// Messages about tables: names, key schemas, existence, streams, encryption, protection.
//
// ValidationException unless a comment names another type. Messages about secondary indexes,
// throughput, tags and the state of a table have headers of their own.
#pragma once

#include <string>
#include <vector>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"
#include "protocol/errors/wordings.hpp"
#include "protocol/values/table_terms.hpp"

namespace stator::protocol::errors {

// Table names and ARNs.
inline constexpr Text<0> table_name_required{
    "The parameter 'TableName' is required but was not present in the request"};
inline constexpr Text<1> arn_partition_invalid{
    "1 validation error detected: Invalid AWS partition in '{arn}'"};
inline constexpr Text<1> arn_region_invalid{
    "1 validation error detected: Invalid AWS region in '{arn}'"};
inline constexpr Text<1> arn_resource_type_invalid{
    "1 validation error detected: Invalid resource type in '{arn}'"};
// AccessDeniedException: a resource of another account.
inline constexpr Text<3> access_denied{
    "User: arn:aws:iam::{account}:root is not authorized to perform: dynamodb:{operation} on "
    "resource: {resource}",
    ErrorType::AccessDeniedException};
// A resource of another account, for operations that no other account can be permitted.
inline constexpr Text<0> resource_of_other_account{
    "This action is only supported by accounts that match the resource owner’s account."};
// A member that Stator does not support yet. AWS has no such message.
inline constexpr Text<1> unsupported_member{"{member} is not supported by this version of Stator"};

// Existence.
// ResourceNotFoundException. Data operations use resource_not_found() of items.hpp instead.
inline constexpr Text<1> table_not_found{
    "Requested resource not found: Table: {table} not found", ErrorType::ResourceNotFoundException};
inline constexpr Text<1> table_already_exists{
    "Table already exists: {table}", ErrorType::ResourceInUseException};
inline constexpr Worded<Message::TableExistsWhileCreating, ErrorType::ResourceInUseException>
    table_exists_while_creating;

// Key schema and attribute definitions.
inline constexpr Text<1> attribute_duplicated{"Attribute Name is duplicated: {attribute}"};
inline constexpr Text<0> key_without_definition{
    "Invalid KeySchema: Some index key attribute have no definition"};
inline constexpr Text<2> keys_not_defined{
    "One or more parameter values were invalid: Some index key attributes are not defined in "
    "AttributeDefinitions. Keys: [{keys}], AttributeDefinitions: [{definitions}]"};
inline constexpr Text<0> first_key_not_hash{
    "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"};
inline constexpr Text<0> second_key_not_range{
    "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"};
inline constexpr Text<0> hash_and_range_same_name{
    "Both the Hash Key and the Range Key element in the KeySchema have the same name"};
inline constexpr Text<0> definitions_do_not_match_keys{
    "One or more parameter values were invalid: Number of attributes in KeySchema does not exactly "
    "match number of attributes defined in AttributeDefinitions"};
inline constexpr Text<2> definitions_not_used{
    "One or more parameter values were invalid: Some AttributeDefinitions are not used. "
    "AttributeDefinitions: [{definitions}], keys used: [{used}]"};

// A key schema with the attribute definitions, which give the types of its attributes.
struct TypedKeySchema {
    const values::KeySchema& keys;
    const std::vector<values::AttributeDefinition>& definitions;
};

// Returns "[SchemaElement: key{name:S:HASH}]".
std::string schema_text(TypedKeySchema schema);
// Both schemas are texts of schema_text().
inline constexpr Text<2> attributes_redefined{
    "One or more parameter values were invalid: Attributes cannot be redefined. Please check that "
    "your attribute has the same type as previously defined. Existing schema: Schema:{existing} "
    "New schema: Schema:{wanted}"};
inline constexpr Text<1> list_is_empty{
    "One or more parameter values were invalid: List of {member} is empty"};

// Streams.
inline constexpr Text<0> stream_type_required_at_creation{
    "One or more parameter values were invalid: Table is being created with a stream enabled, "
    "UpdateViewType is required"};
inline constexpr Text<0> stream_type_forbidden_at_creation{
    "One or more parameter values were invalid: Table is being created with a stream disabled, "
    "UpdateViewType should not be specified"};
inline constexpr Text<0> stream_type_required{
    "One or more parameter values were invalid: If stream is being enabled then UpdateViewType is "
    "required"};
inline constexpr Text<0> stream_type_forbidden{
    "One or more parameter values were invalid: If stream is being disabled, then UpdateViewType "
    "must not be specified"};
inline constexpr Text<1> stream_already_enabled{
    "Table already has an enabled stream: TableName: {table}"};
inline constexpr Text<1> no_stream_to_disable{"Table has no stream to disable: TableName: {table}"};

// Table class, encryption, deletion protection.
inline constexpr Text<0> table_class_invalid{
    "Invalid table-class parameter provided. Please try again with a valid table-class value: "
    "[STANDARD, STANDARD_INFREQUENT_ACCESS]."};
inline constexpr Text<0> sse_type_without_encryption{
    "One or more parameter values were invalid: SSEType can not be specified if Enabled is false"};
inline constexpr Text<0> kms_key_without_encryption{
    "One or more parameter values were invalid: KMSMasterKeyId can not be specified if Enabled is "
    "false"};
inline constexpr Text<0> kms_type_required{
    "One or more parameter values were invalid: SSEType KMS is required if KMSMasterKeyId is "
    "specified"};
inline constexpr Text<0> sse_aes256_unsupported{
    "One or more parameter values were invalid: SSEType AES256 is not supported"};
inline constexpr Text<0> already_encrypted_by_default{
    "One or more parameter values were invalid: Table is already encrypted by default"};
inline constexpr Text<0> already_encrypted_with_key{
    "One or more parameter values were invalid: Table is already encrypted with given "
    "KMSMasterKeyId"};
inline constexpr Text<0> protected_against_deletion{
    "Resource cannot be deleted as it is currently protected against deletion. Disable deletion "
    "protection first."};

// Combinations within one UpdateTable. `consistency_sent`: the request has MultiRegionConsistency,
// so the message does not list it.
ApiError nothing_to_update(bool consistency_sent = false);
inline constexpr Text<0> deletion_protection_not_alone{
    "One or more parameter values were invalid: DeletionProtection modification must be the only "
    "operation in the request"};
inline constexpr Text<0> encryption_not_alone{
    "One or more parameter values were invalid: Server-Side Encryption modification must be the "
    "only operation in the request"};
inline constexpr Text<0> table_class_not_alone{
    "One or more parameter values were invalid: TableClass modification must be the only operation "
    "in the request"};
inline constexpr Text<0> replicas_not_alone{
    "One or more parameter values were invalid: Replica modification must be the only operation in "
    "the request"};
inline constexpr Text<0> warm_throughput_not_alone{
    "One or more parameter values were invalid: WarmThroughput must be the only operation in the "
    "request"};
inline constexpr Text<0> warm_throughput_with_new_index{
    "One or more parameter values were invalid: Create global secondary index cannot be specified "
    "when updating WarmThroughput"};
inline constexpr Text<0> on_demand_throughput_not_alone{
    "One or more parameter values were invalid: OnDemandThroughput can only be combined with "
    "BillingMode in an UpdateTable request"};
inline constexpr Text<0> stream_with_throughput{
    "One or more parameter values were invalid: You cannot modify stream status while updating "
    "table IOPS"};
inline constexpr Text<0> index_with_throughput{
    "One or more parameter values were invalid: You cannot create or delete index while updating "
    "table IOPS"};
inline constexpr Text<0> index_with_stream{
    "One or more parameter values were invalid: You cannot create or delete index while changing "
    "stream status"};

}  // namespace stator::protocol::errors
