// The ARNs of exports, imports and bulk operations: "{TableArn}/export/{14 digits}-{8 hexadecimal
// digits}". Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/base/instant.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::protocol::formats::transfer {

inline constexpr std::string_view kExport = "export";
inline constexpr std::string_view kImport = "import";
// Stator's own choice: AWS's ARNs of bulk operations are not known.
inline constexpr std::string_view kBulkOperation = "bulk-operation";

// The parts that identify a transfer within an account. They point into its ARN.
struct TransferArnParts {
    std::string_view region;
    std::string_view account;
    std::string_view table_name;
    std::string_view id;  // "01768385930622-1a2b3c4d"
};

// Returns nullopt if the text is not the ARN of a transfer of that kind. `kind`: kExport, kImport
// or kBulkOperation.
std::optional<TransferArnParts> split_transfer_arn(std::string_view arn, std::string_view kind);

// Returns the last part of an ARN.
std::string_view transfer_id(std::string_view arn);

std::string transfer_arn(
    std::string_view table_arn, std::string_view kind, Instant start, std::uint32_t mark
);

// Returns the name of the table to export, given its ARN in this scope. Errors: not an ARN, or not
// the ARN of a table; another account (AccessDeniedException); another region
// (TableNotFoundException).
Result<std::string_view> exported_table(std::string_view arn, const model::TableScope& scope);

}  // namespace stator::protocol::formats::transfer
