#include "engine/operations/transfers.hpp"

#include <algorithm>
#include <utility>

#include "protocol/errors/backups.hpp"
#include "protocol/errors/transfers.hpp"
#include "protocol/transfer/transfer_arn.hpp"

namespace stator::engine::operations {

using protocol::operations::transfers::DescribeExportRequest;
using protocol::operations::transfers::DescribeImportRequest;
using protocol::operations::transfers::ExportRequest;
using protocol::operations::transfers::ImportRequest;
using protocol::operations::transfers::ListExportsReply;
using protocol::operations::transfers::ListExportsRequest;
using protocol::operations::transfers::ListImportsReply;
using protocol::operations::transfers::ListImportsRequest;
using protocol::transfer::ExportDescription;
using protocol::transfer::ImportDescription;

protocol::Result<ExportDescription> export_table(
    universes::Universe& universe,
    const RequestContext& context,
    const ExportRequest& request,
    RequestOutcome& outcome
) {
    const auto repeated = universe.exports().find_repeated(
        universe.region_name(context),
        request.specification.client_token,
        request.canonical,
        context.now
    );
    if (repeated && !repeated->is_same) return protocol::errors::export_conflict();
    if (repeated) return repeated->description;
    const auto append = [&universe](std::vector<persistence::EntryRow> rows) {
        return universe.record_entries(std::move(rows));
    };
    const auto begin = [&](transfer::Exports::Beginning beginning) {
        const Instant due = beginning.due;
        auto [description, ticket] = universe.exports().begin(std::move(beginning), append);
        outcome.journal_ticket = ticket;
        universe.deadlines().note(due);
        return std::move(description);
    };
    return universe.catalog(context).export_table(request, context.now, begin);
}

// AWS: [case DescribeExport/export_arn]
protocol::Result<ExportDescription> describe_export(
    universes::Universe& universe,
    const RequestContext& context,
    const DescribeExportRequest& request
) {
    const std::string& arn = request.export_arn;
    const auto parts = protocol::transfer::split_transfer_arn(arn, protocol::transfer::kExport);
    if (!parts) return protocol::errors::invalid_export_arn();
    if (parts->account != universe.account()) return protocol::errors::backup_access_denied();
    auto found = universe.exports().find(universe.region_name(context), arn);
    if (!found || found->arn != arn) return protocol::errors::export_not_found(arn);
    return *std::move(found);
}

protocol::Result<ListExportsReply> list_exports(
    universes::Universe& universe, const RequestContext& context, const ListExportsRequest& request
) {
    auto page = universe.exports().list(
        universe.region_name(context), request.table_arn, request.start_arn, request.max_results
    );
    return ListExportsReply{std::move(page.descriptions), std::move(page.next_arn)};
}

protocol::Result<ImportDescription> import_table(
    universes::Universe& universe,
    const RequestContext& context,
    const ImportRequest& request,
    RequestOutcome& outcome
) {
    const auto repeated = universe.imports().find_repeated(
        universe.region_name(context),
        request.specification.client_token,
        request.canonical,
        context.now
    );
    if (repeated && !repeated->is_same) return protocol::errors::import_conflict();
    if (repeated) return repeated->description;
    const auto append = [&universe](std::vector<persistence::EntryRow> rows) {
        return universe.record_entries(std::move(rows));
    };
    const auto begin = [&](transfer::Imports::Beginning beginning) {
        const Instant due = beginning.due;
        auto [description, ticket] = universe.imports().begin(std::move(beginning), append);
        outcome.journal_ticket = std::max(outcome.journal_ticket, ticket);
        universe.deadlines().note(due);
        return std::move(description);
    };
    catalog::Catalog& catalog = universe.catalog(context);
    auto description = catalog.import_table(request, context.now, begin);
    outcome.journal_ticket = std::max(outcome.journal_ticket, catalog.last_ticket());
    return description;
}

// AWS: [case DescribeImport/import_arn]
protocol::Result<ImportDescription> describe_import(
    universes::Universe& universe,
    const RequestContext& context,
    const DescribeImportRequest& request
) {
    const std::string& arn = request.import_arn;
    const auto parts = protocol::transfer::split_transfer_arn(arn, protocol::transfer::kImport);
    if (!parts) return protocol::errors::invalid_import_arn();
    if (parts->account != universe.account()) return protocol::errors::backup_access_denied();
    auto found = universe.imports().find(universe.region_name(context), arn);
    if (!found || found->arn != arn) return protocol::errors::import_not_found(arn);
    return *std::move(found);
}

protocol::Result<ListImportsReply> list_imports(
    universes::Universe& universe, const RequestContext& context, const ListImportsRequest& request
) {
    auto page = universe.imports().list(
        universe.region_name(context), request.table_arn, request.start_arn, request.max_results
    );
    return ListImportsReply{std::move(page.descriptions), std::move(page.next_arn)};
}

}  // namespace stator::engine::operations
