// ImportTable, DescribeImport, ListImports: requests, replies, and what can be checked without the
// tables that there are. Pure functions, values only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/formats/transfer/import.hpp"
#include "protocol/operations/tables/tables.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::transfers {

struct ImportRequest {
    formats::transfer::ImportSpecification specification;
    tables::CreateTableRequest table;
    // Equal for equal requests.
    std::string canonical = {};
};

struct DescribeImportRequest {
    std::string import_arn;  // of the form of an import's ARN
};

struct ListImportsRequest {
    std::string table_arn = {};  // "" for all tables
    std::int64_t max_results = 10;
    std::string start_arn = {};  // the last one of the page before; "" for the first page
};

struct ListImportsReply {
    std::vector<formats::transfer::ImportDescription> imports;
    std::string next_arn = {};  // the last one of this page; "" on the last page
};

Result<ImportRequest> decode_import_table(wire::JsonView json);
Result<DescribeImportRequest> decode_describe_import(wire::JsonView json);
Result<ListImportsRequest> decode_list_imports(wire::JsonView json);

// Also what DescribeImport answers.
std::string encode_import_description(const formats::transfer::ImportDescription& description);
std::string encode_list_imports(const ListImportsReply& reply);

// What these requests are checked against.
extern const wire::Shape kImportTableShape;
extern const wire::Shape kDescribeImportShape;
extern const wire::Shape kListImportsShape;

}  // namespace stator::protocol::operations::transfers
