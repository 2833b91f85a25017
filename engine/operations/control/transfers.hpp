// Exports of tables to S3, imports from S3, and bulk operations, which put items from S3 objects.
#pragma once

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/transfers/bulk.hpp"
#include "protocol/operations/transfers/exports.hpp"
#include "protocol/operations/transfers/imports.hpp"

namespace stator::engine::operations::control {

Result<protocol::formats::transfer::ExportDescription> export_table(
    const universes::Call& call, const requests::transfers::ExportRequest& request
);

Result<protocol::formats::transfer::ExportDescription> describe_export(
    const universes::Call& call, const requests::transfers::TransferRequest& request
);

Result<requests::transfers::TransferPage<protocol::formats::transfer::ExportDescription>>
list_exports(const universes::Call& call, const requests::transfers::ListTransfersRequest& request);

Result<protocol::formats::transfer::ImportDescription> import_table(
    const universes::Call& call, const requests::transfers::ImportRequest& request
);

Result<protocol::formats::transfer::ImportDescription> describe_import(
    const universes::Call& call, const requests::transfers::TransferRequest& request
);

Result<requests::transfers::TransferPage<protocol::formats::transfer::ImportDescription>>
list_imports(const universes::Call& call, const requests::transfers::ListTransfersRequest& request);

Result<protocol::formats::transfer::BulkDescription> start_bulk_put_items(
    const universes::Call& call, const requests::transfers::StartBulkRequest& request
);

Result<protocol::formats::transfer::BulkDescription> describe_bulk_operation(
    const universes::Call& call, const requests::transfers::TransferRequest& request
);

Result<requests::transfers::TransferPage<protocol::formats::transfer::BulkDescription>>
list_bulk_operations(
    const universes::Call& call, const requests::transfers::ListTransfersRequest& request
);

Result<protocol::formats::transfer::BulkDescription> cancel_bulk_operation(
    const universes::Call& call, const requests::transfers::TransferRequest& request
);

}  // namespace stator::engine::operations::control
