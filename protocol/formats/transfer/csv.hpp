// Comma-separated values in imports. Pure functions. AWS:
// docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataImport.Format.html
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/values/table_terms.hpp"

namespace stator::protocol::formats::transfer {

using CsvFields = std::vector<std::string>;

// Returns the fields of a record; nullopt if its quotes do not conform to RFC 4180.
std::optional<CsvFields> csv_fields(std::string_view record, char delimiter);

// Returns the item as DynamoDB JSON, {"Item":{…}}. Key attributes have the types of their
// definitions; all others are strings. Empty fields are omitted. Precondition: `names` and `fields`
// have the same size.
std::string json_of_csv(
    const CsvFields& names,
    const CsvFields& fields,
    const std::vector<values::AttributeDefinition>& definitions
);

}  // namespace stator::protocol::formats::transfer
