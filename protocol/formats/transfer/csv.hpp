// Comma separated values as an import reads them. Pure functions.
// AWS: docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataImport.Format.html
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/values/table_terms.hpp"

namespace stator::protocol::formats::transfer {

using CsvFields = std::vector<std::string>;

// The fields of a record; nothing when its quotes are not those of RFC 4180.
std::optional<CsvFields> csv_fields(std::string_view record, char delimiter);

// The item as DynamoDB's JSON, {"Item":{…}}. Attributes that are keys have the types of their
// definitions; all others are texts. An empty field is no attribute.
// Precondition: as many names as fields.
std::string json_of_csv(
    const CsvFields& names,
    const CsvFields& fields,
    const std::vector<values::AttributeDefinition>& definitions
);

}  // namespace stator::protocol::formats::transfer
