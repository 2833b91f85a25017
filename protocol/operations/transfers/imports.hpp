// ImportTable, DescribeImport, ListImports: requests, replies, and the checks that do not depend on
// existing tables. Pure functions, values only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/formats/transfer/import.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/operations/tables/tables.hpp"
#include "protocol/operations/transfers/transfer_shapes.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::transfers {

struct ImportRequest {
    formats::transfer::ImportSpecification specification;
    tables::CreateTableRequest table;
    // The canonical text of the request; equal for equal requests.
    std::string canonical = {};
};

Result<ImportRequest> decode_import_table(wire::JsonView json);
Result<TransferRequest> decode_describe_import(wire::JsonView json);
Result<ListTransfersRequest> decode_list_imports(wire::JsonView json);

// Also the reply of DescribeImport.
std::string encode_import_description(const formats::transfer::ImportDescription& description);
std::string encode_list_imports(const TransferPage<formats::transfer::ImportDescription>& page);

// The shapes of these requests.
extern const wire::Shape kImportTableShape;
extern const wire::Shape kDescribeImportShape;
extern const wire::Shape kListImportsShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_import_table, encode_import_description> kImportTable{
    control("ImportTable", Access::Writes), &kImportTableShape};
inline constexpr OperationSpec<decode_describe_import, encode_import_description> kDescribeImport{
    control("DescribeImport", Access::Reads), &kDescribeImportShape};
inline constexpr OperationSpec<decode_list_imports, encode_list_imports> kListImports{
    control("ListImports", Access::Reads), &kListImportsShape};

}  // namespace stator::protocol::operations::transfers
