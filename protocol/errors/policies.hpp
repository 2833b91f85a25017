// Messages about resource-based policies. ValidationException unless a line says otherwise.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// The ARN is of another region or partition, or its table name cannot exist.
ApiError policy_arn_invalid(std::string_view arn);
// ResourceNotFoundException: the table is there, and has no stream of that label.
ApiError stream_of_table_not_found(std::string_view label, std::string_view table);

// PolicyNotFoundException.
ApiError policy_not_found(std::string_view arn);
// PolicyNotFoundException: ExpectedRevisionId is not the policy's.
ApiError policy_of_other_revision(
    std::string_view given, std::string_view table, std::string_view current
);
// PolicyNotFoundException: NO_POLICY was expected.
ApiError policy_not_expected(std::string_view table, std::string_view current);
// AccessDeniedException: the caller could not replace the policy any more.
ApiError policy_locks_out();

// The document.
ApiError policy_too_large(std::size_t max_bytes);
ApiError policy_is_no_json();
ApiError policy_is_no_policy();
// `line` and `column` count from 1.
ApiError policy_syntax_error(std::size_t line, std::size_t column);
ApiError policy_field_missing(std::string_view field);
ApiError policy_without_statement();
ApiError policy_sids_repeated();
ApiError policy_actions_invalid(std::span<const std::string> actions);
// A stream in the policy of a table. AWS: the text goes on in a way that was not recorded.
ApiError policy_relative_id_invalid(std::string_view relative_id, std::string_view arn);
ApiError policy_principal_invalid();
// It allows anybody.
ApiError policy_is_public();

}  // namespace stator::protocol::errors
