// ExportTableToPointInTime, DescribeExport, ListExports: requests, replies, and what can be checked
// without a table. Pure functions, values only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/base/instant.hpp"
#include "protocol/base/result.hpp"
#include "protocol/formats/transfer/export.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::transfers {

struct ExportRequest {
    std::string table_arn;
    // Of an incremental export `to` is kNever where nothing was said: until now.
    formats::transfer::ExportSpecification specification = {};
    // Equal for equal requests.
    std::string canonical = {};
};

struct DescribeExportRequest {
    std::string export_arn;  // of the form of an export's ARN
};

struct ListExportsRequest {
    std::string table_arn = {};  // "" for all tables
    std::int64_t max_results = 10;
    std::string start_arn = {};  // the last one of the page before; "" for the first page
};

struct ListExportsReply {
    std::vector<formats::transfer::ExportDescription> exports;
    std::string next_arn = {};  // the last one of this page; "" on the last page
};

Result<ExportRequest> decode_export_table(wire::JsonView json);
Result<DescribeExportRequest> decode_describe_export(wire::JsonView json);
Result<ListExportsRequest> decode_list_exports(wire::JsonView json);

// Also what DescribeExport answers.
std::string encode_export_description(const formats::transfer::ExportDescription& description);
std::string encode_list_exports(const ListExportsReply& reply);

// What these requests are checked against.
extern const wire::Shape kExportTableShape;
extern const wire::Shape kDescribeExportShape;
extern const wire::Shape kListExportsShape;

}  // namespace stator::protocol::operations::transfers
