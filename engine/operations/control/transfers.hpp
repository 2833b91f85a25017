// Exports of tables to S3, imports from it, and bulk operations, which put items that are there.
#pragma once

#include "engine/base/request_context.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/transfers/bulk.hpp"
#include "protocol/operations/transfers/exports.hpp"
#include "protocol/operations/transfers/imports.hpp"

namespace stator::engine::operations::control {

protocol::Result<protocol::formats::transfer::ExportDescription> export_table(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::ExportRequest& request,
    RequestOutcome& outcome
);

protocol::Result<protocol::formats::transfer::ExportDescription> describe_export(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::TransferRequest& request
);

protocol::Result<
    protocol::operations::transfers::TransferPage<protocol::formats::transfer::ExportDescription>>
list_exports(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::ListTransfersRequest& request
);

protocol::Result<protocol::formats::transfer::ImportDescription> import_table(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::ImportRequest& request,
    RequestOutcome& outcome
);

protocol::Result<protocol::formats::transfer::ImportDescription> describe_import(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::TransferRequest& request
);

protocol::Result<
    protocol::operations::transfers::TransferPage<protocol::formats::transfer::ImportDescription>>
list_imports(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::ListTransfersRequest& request
);

protocol::Result<protocol::formats::transfer::BulkDescription> start_bulk_put_items(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::StartBulkRequest& request,
    RequestOutcome& outcome
);

protocol::Result<protocol::formats::transfer::BulkDescription> describe_bulk_operation(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::TransferRequest& request
);

protocol::Result<
    protocol::operations::transfers::TransferPage<protocol::formats::transfer::BulkDescription>>
list_bulk_operations(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::ListTransfersRequest& request
);

protocol::Result<protocol::formats::transfer::BulkDescription> cancel_bulk_operation(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::TransferRequest& request,
    RequestOutcome& outcome
);

}  // namespace stator::engine::operations::control
