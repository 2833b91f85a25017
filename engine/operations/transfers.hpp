// Exports of tables to S3, and imports from it.
#pragma once

#include "engine/base/request_context.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/transfers/exports.hpp"
#include "protocol/operations/transfers/imports.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::transfer::ExportDescription> export_table(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::ExportRequest& request,
    RequestOutcome& outcome
);

protocol::Result<protocol::transfer::ExportDescription> describe_export(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::DescribeExportRequest& request
);

protocol::Result<protocol::operations::transfers::ListExportsReply> list_exports(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::ListExportsRequest& request
);

protocol::Result<protocol::transfer::ImportDescription> import_table(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::ImportRequest& request,
    RequestOutcome& outcome
);

protocol::Result<protocol::transfer::ImportDescription> describe_import(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::DescribeImportRequest& request
);

protocol::Result<protocol::operations::transfers::ListImportsReply> list_imports(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::transfers::ListImportsRequest& request
);

}  // namespace stator::engine::operations
