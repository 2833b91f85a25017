// Messages about tables: names, key schemas, existence, streams, encryption, protection.
//
// ValidationException unless a line says otherwise. Messages about secondary indexes, throughput,
// tags and the state of a table have headers of their own.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/regions.hpp"
#include "protocol/values/table_terms.hpp"

namespace stator::protocol::errors {

// "[a, b]".
std::string bracketed(std::span<const std::string> names);

// Names and resource names.
ApiError table_name_required();
ApiError arn_partition_invalid(std::string_view arn);
ApiError arn_region_invalid(std::string_view arn);
ApiError arn_resource_type_invalid(std::string_view arn);
// AccessDeniedException: a resource of another account.
ApiError access_denied(
    std::string_view account, std::string_view operation, std::string_view resource
);
// The same for operations that no other account can be allowed.
ApiError resource_of_other_account();
// A member that Stator knows but does not support yet. AWS has no such message.
ApiError unsupported_member(std::string_view member);

// Existence.
// ResourceNotFoundException. Data operations use resource_not_found() of items.hpp instead.
ApiError table_not_found(std::string_view table);
// ResourceInUseException.
ApiError table_already_exists(std::string_view table);
ApiError table_exists_while_creating(std::string_view table, const Region& region);

// Key schema and attribute definitions.
ApiError attribute_duplicated(std::string_view attribute);
ApiError key_without_definition();
ApiError keys_not_defined(
    std::span<const std::string> keys, std::span<const std::string> definitions
);
ApiError first_key_not_hash();
ApiError second_key_not_range();
ApiError hash_and_range_same_name();
ApiError definitions_do_not_match_keys();
ApiError definitions_not_used(
    std::span<const std::string> definitions, std::span<const std::string> used
);

// A key schema with the attribute definitions that give the types of its attributes.
struct TypedKeySchema {
    const values::KeySchema& keys;
    const std::vector<values::AttributeDefinition>& definitions;
};

// "[SchemaElement: key{name:S:HASH}]".
std::string schema_text(TypedKeySchema schema);
ApiError attributes_redefined(TypedKeySchema existing, TypedKeySchema wanted);
ApiError list_is_empty(std::string_view member);

// Streams.
ApiError stream_type_required_at_creation();
ApiError stream_type_forbidden_at_creation();
ApiError stream_type_required();
ApiError stream_type_forbidden();
ApiError stream_already_enabled(std::string_view table);
ApiError no_stream_to_disable(std::string_view table);

// Table class, encryption, deletion protection.
ApiError table_class_invalid();
ApiError sse_type_without_encryption();
ApiError kms_key_without_encryption();
ApiError kms_type_required();
ApiError sse_aes256_unsupported();
ApiError already_encrypted_by_default();
ApiError already_encrypted_with_key();
ApiError protected_against_deletion();

// What one UpdateTable may ask for.
// `consistency_sent`: the request has MultiRegionConsistency, which is not offered then.
ApiError nothing_to_update(bool consistency_sent = false);
ApiError deletion_protection_not_alone();
ApiError encryption_not_alone();
ApiError table_class_not_alone();
ApiError replicas_not_alone();
ApiError warm_throughput_not_alone();
ApiError warm_throughput_with_new_index();
ApiError on_demand_throughput_not_alone();
ApiError stream_with_throughput();
ApiError index_with_throughput();
ApiError index_with_stream();

}  // namespace stator::protocol::errors
