// Amazon Resource Names (ARNs) of tables, and the use of an ARN instead of a table name. Pure
// functions over text. A plain table name requires no allocation.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/result.hpp"

namespace stator::protocol::model {

// The region of the endpoint and the account of the caller. They own the tables of a request.
struct TableScope {
    std::string region;
    std::string account;
};

// Returns true for twelve digits.
bool is_account_id(std::string_view text);

// "arn:{partition}:{service}:{region}:{account}:{resource}". The parts point into the text.
struct ArnParts {
    std::string_view partition;
    std::string_view service;
    std::string_view region;
    std::string_view account;
    std::string_view resource;
};

bool is_arn(std::string_view text);

// Returns nullopt if the text has fewer than six parts or does not start with "arn:".
std::optional<ArnParts> split_arn(std::string_view text);

// Returns true for "aws" and the other partitions that AWS documents.
bool is_known_partition(std::string_view partition);

// Returns the region in an ARN; "" if the text is not an ARN.
std::string_view region_of_arn(std::string_view arn);

// Returns "arn:aws:dynamodb:{region}:{account}:table/{name}".
std::string table_arn(const TableScope& scope, std::string_view table_name);

// Returns the same ARN in another account. Text that is not an ARN is returned unchanged.
std::string arn_of_account(std::string_view arn, std::string_view account);

// Returns the name in "table/{name}"; "" for any other resource.
std::string_view table_of_resource(std::string_view resource);

// Returns the table name in a name or ARN. The result points into the argument.
std::string_view plain_name(std::string_view name);

// Returns the table's name, given its name or its ARN in this scope. Errors: malformed ARN or
// another region (ValidationException), another account (AccessDeniedException, which names the
// operation).
Result<std::string_view> resolve_table_name(
    std::string_view name_or_arn, const TableScope& scope, std::string_view operation
);

}  // namespace stator::protocol::model
