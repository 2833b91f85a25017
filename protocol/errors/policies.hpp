// Messages about resource-based policies. ValidationException unless a comment names another type.
#pragma once

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

// The ARN is of another region or partition, or its table name is invalid.
inline constexpr Text<1> policy_arn_invalid{
    "One or more parameter values were invalid: Invalid resource Arn: {arn}"};
// ResourceNotFoundException: the table exists, but has no stream with that label.
inline constexpr Text<2> stream_of_table_not_found{
    "Requested resource not found: Stream: {label} not found for Table: {table}",
    ErrorType::ResourceNotFoundException};

inline constexpr Text<1> policy_not_found{
    "Resource-based policy not found for the provided ResourceArn: {arn}",
    ErrorType::PolicyNotFoundException};
// PolicyNotFoundException: ExpectedRevisionId differs from the policy's revision.
inline constexpr Text<3> policy_of_other_revision{
    "Resource-based policy not found for the provided ResourceArn: Requested update for policy "
    "with revision id {given}, but the policy associated to target table {table} has revision id "
    "{current}.",
    ErrorType::PolicyNotFoundException};
// PolicyNotFoundException: ExpectedRevisionId is NO_POLICY, but a policy exists.
inline constexpr Text<2> policy_not_expected{
    "Resource-based policy not found for the provided ResourceArn: Requested policy update "
    "expecting none to be present for table {table}, but a policy exists with revision id "
    "{current}.",
    ErrorType::PolicyNotFoundException};
// AccessDeniedException: the caller could no longer replace the policy.
inline constexpr Text<0> policy_locks_out{
    "The new resource policy will not allow you to update the resource policy in the future.",
    ErrorType::AccessDeniedException};

// Errors in the document.
inline constexpr Text<1> policy_too_large{
    "One or more parameter values were invalid: Maximum policy size of {most} bytes exceeded"};
inline constexpr Text<0> policy_is_no_json{
    "One or more parameter values were invalid: Invalid policy document: This policy contains "
    "invalid Json"};
inline constexpr Text<0> policy_is_no_policy{
    "One or more parameter values were invalid: Invalid policy document: This text appears not to "
    "be a policy"};
// `line` and `column` count from 1.
inline constexpr Text<2> policy_syntax_error{
    "One or more parameter values were invalid: Invalid policy document: Syntax error at position "
    "({line},{column})"};
inline constexpr Text<1> policy_field_missing{
    "One or more parameter values were invalid: Invalid policy document: Missing required field "
    "{field}"};
inline constexpr Text<0> policy_without_statement{
    "One or more parameter values were invalid: Invalid policy document: Could not parse the "
    "policy: Statement is empty!"};
inline constexpr Text<0> policy_sids_repeated{
    "One or more parameter values were invalid: Invalid policy document: The Statement Ids in the "
    "policy are not unique"};
// `actions` are separated by `", "`.
inline constexpr Text<1> policy_actions_invalid{
    "One or more parameter values were invalid: Invalid policy document: The following action "
    "names are invalid: \"{actions}\""};
// A stream in the policy of a table. AWS: the text has a continuation, which was not recorded.
inline constexpr Text<2> policy_relative_id_invalid{
    "One or more parameter values were invalid: Invalid policy document: The relative-id "
    "\"{relative_id}\" is invalid for ARN \"{arn}\""};
inline constexpr Text<0> policy_principal_invalid{
    "One or more parameter values were invalid: Invalid principal in policy document."};
// The policy allows public access.
inline constexpr Text<0> policy_is_public{
    "Resource-based policy grants unbounded access in one or more elements. Please revise the "
    "policy to ensure least-privilege form of access"};

}  // namespace stator::protocol::errors
