// Amazon Resource Names (ARNs) of tables, and the rule by which an ARN can replace a table's name.
// Pure functions over text; nothing is allocated for a plain table name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/result.hpp"

namespace stator::protocol::model {

// The region of the endpoint and the account of the caller, which own the tables of a request.
struct TableScope {
    std::string region;
    std::string account;
};

// True for twelve digits.
bool is_account_id(std::string_view text);

// "arn:{partition}:{service}:{region}:{account}:{resource}", borrowed from the text.
struct ArnParts {
    std::string_view partition;
    std::string_view service;
    std::string_view region;
    std::string_view account;
    std::string_view resource;
};

bool is_arn(std::string_view text);

// Nothing when the text has fewer than six parts or does not start with "arn:".
std::optional<ArnParts> split_arn(std::string_view text);

// True for "aws" and the partitions beside it that AWS tells of.
bool is_known_partition(std::string_view partition);

// The region in an ARN; "" for a text that is none.
std::string_view region_of_arn(std::string_view arn);

// "arn:aws:dynamodb:{region}:{account}:table/{name}".
std::string table_arn(const TableScope& scope, std::string_view table_name);

// The same ARN in another account; a text that is not an ARN stays as it is.
std::string arn_of_account(std::string_view arn, std::string_view account);

// The name in "table/{name}"; "" for any other resource.
std::string_view table_of_resource(std::string_view resource);

// The name of a table that is given by its name or ARN. Borrows.
std::string_view plain_name(std::string_view name);

// The table's name, given its name or its ARN in this scope.
// Errors: malformed ARN or another region (ValidationException), another account
// (AccessDeniedException, which names the operation).
Result<std::string_view> resolve_table_name(
    std::string_view name_or_arn, const TableScope& scope, std::string_view operation
);

}  // namespace stator::protocol::model
