// ExportTableToPointInTime, DescribeExport, ListExports: requests, replies, and the checks that
// need no table. Pure functions, values only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/base/instant.hpp"
#include "protocol/base/result.hpp"
#include "protocol/formats/transfer/export.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/operations/transfers/transfer_shapes.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::transfers {

struct ExportRequest {
    std::string table_arn;
    // For an incremental export without an end time, `to` is kNever, which means the current time.
    formats::transfer::ExportSpecification specification = {};
    // The canonical text of the request; equal for equal requests.
    std::string canonical = {};
};

Result<ExportRequest> decode_export_table(wire::JsonView json);
Result<TransferRequest> decode_describe_export(wire::JsonView json);
Result<ListTransfersRequest> decode_list_exports(wire::JsonView json);

// Also the reply of DescribeExport.
std::string encode_export_description(const formats::transfer::ExportDescription& description);
std::string encode_list_exports(const TransferPage<formats::transfer::ExportDescription>& page);

// The shapes of these requests.
extern const wire::Shape kExportTableShape;
extern const wire::Shape kDescribeExportShape;
extern const wire::Shape kListExportsShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_export_table, encode_export_description>
    kExportTableToPointInTime{
        control("ExportTableToPointInTime", Access::Writes), &kExportTableShape};
inline constexpr OperationSpec<decode_describe_export, encode_export_description> kDescribeExport{
    control("DescribeExport", Access::Reads), &kDescribeExportShape};
inline constexpr OperationSpec<decode_list_exports, encode_list_exports> kListExports{
    control("ListExports", Access::Reads), &kListExportsShape};

}  // namespace stator::protocol::operations::transfers
