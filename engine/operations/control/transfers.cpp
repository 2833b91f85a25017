#include "engine/operations/control/transfers.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "protocol/errors/backups.hpp"
#include "protocol/errors/bulk.hpp"
#include "protocol/errors/transactions.hpp"
#include "protocol/errors/transfers.hpp"
#include "protocol/formats/transfer/transfer_arn.hpp"

namespace stator::engine::operations::control {
namespace {

using protocol::formats::transfer::BulkDescription;
using protocol::formats::transfer::ExportDescription;
using protocol::formats::transfer::ImportDescription;
using requests::transfers::ExportRequest;
using requests::transfers::ImportRequest;
using requests::transfers::ListTransfersRequest;
using requests::transfers::StartBulkRequest;
using requests::transfers::TransferPage;
using requests::transfers::TransferRequest;

// Adds a transfer to the log after a catalog has admitted it.
template <class Log>
auto beginner(const universes::Call& call, Log& log) {
    return [&](typename Log::Beginning beginning) -> Result<typename Log::Description> {
        const Instant due = beginning.due;
        STATOR_TRY(auto begun, log.begin(std::move(beginning), call.universe.recorder()));
        call.outcome.wait_for(begun.second);
        call.universe.deadlines().note(due);
        return std::move(begun.first);
    };
}

// The transfer that an earlier request with the same ClientToken started, if any. Error: `conflict`
// if the requests differ.
template <class Log, class Request>
Result<std::optional<typename Log::Description>> repeated(
    const universes::Call& call,
    const Log& log,
    const Request& request,
    const errors::Text<0>& conflict
) {
    auto known = log.find_repeated(
        call.region(), request.specification.client_token, request.canonical, call.now()
    );
    if (!known) return std::nullopt;
    if (!known->is_same) return conflict();
    return std::optional(std::move(known->description));
}

// The transfer with that ARN. Errors: `invalid` if the ARN is not one of a transfer, `unknown` if
// the transfer does not exist; another account (AccessDeniedException).
template <class Log>
Result<typename Log::Description> described(
    const universes::Call& call,
    const Log& log,
    const std::string& arn,
    const errors::Text<0>& invalid,
    const errors::Text<1>& unknown
) {
    const auto parts = protocol::formats::transfer::split_transfer_arn(arn, Log::kArn);
    if (!parts) return invalid();
    if (parts->account != call.universe.settings().account) return errors::backup_access_denied();
    auto found = log.find(call.region(), arn);
    if (!found || found->arn != arn) return unknown(arn);
    return *std::move(found);
}

template <class Log>
Result<TransferPage<typename Log::Description>> listed(
    const universes::Call& call, const Log& log, const ListTransfersRequest& request
) {
    return log.list(call.region(), request.table_arn, request.start_arn, request.max_results);
}

}  // namespace

Result<ExportDescription> export_table(const universes::Call& call, const ExportRequest& request) {
    transfer::Exports& log = call.universe.transfers().exports;
    STATOR_TRY(auto known, repeated(call, log, request, errors::export_conflict));
    if (known) return *std::move(known);
    return call.catalog().export_table(request, call.now(), beginner(call, log));
}

// AWS: [case DescribeExport/export_arn]
Result<ExportDescription> describe_export(
    const universes::Call& call, const TransferRequest& request
) {
    return described(
        call,
        call.universe.transfers().exports,
        request.arn,
        errors::invalid_export_arn,
        errors::export_not_found
    );
}

Result<TransferPage<ExportDescription>> list_exports(
    const universes::Call& call, const ListTransfersRequest& request
) {
    return listed(call, call.universe.transfers().exports, request);
}

Result<ImportDescription> import_table(const universes::Call& call, const ImportRequest& request) {
    transfer::Imports& log = call.universe.transfers().imports;
    STATOR_TRY(auto known, repeated(call, log, request, errors::import_conflict));
    if (known) return *std::move(known);
    catalog::Catalog& catalog = call.catalog();
    const auto admit = [&] { return log.admit(call.region()); };
    auto description = catalog.import_table(request, call.now(), admit, beginner(call, log));
    call.outcome.wait_for(catalog.last_ticket());
    return description;
}

// AWS: [case DescribeImport/import_arn]
Result<ImportDescription> describe_import(
    const universes::Call& call, const TransferRequest& request
) {
    return described(
        call,
        call.universe.transfers().imports,
        request.arn,
        errors::invalid_import_arn,
        errors::import_not_found
    );
}

Result<TransferPage<ImportDescription>> list_imports(
    const universes::Call& call, const ListTransfersRequest& request
) {
    return listed(call, call.universe.transfers().imports, request);
}

Result<BulkDescription> start_bulk_put_items(
    const universes::Call& call, const StartBulkRequest& request
) {
    transfer::BulkOperations& log = call.universe.transfers().bulk_operations;
    STATOR_TRY(auto known, repeated(call, log, request, errors::idempotent_parameter_mismatch));
    if (known) return *std::move(known);
    return call.catalog().start_bulk_put_items(request, call.now(), beginner(call, log));
}

// AWS: [case DescribeBulkOperation/bulk_operation_arn]
Result<BulkDescription> describe_bulk_operation(
    const universes::Call& call, const TransferRequest& request
) {
    return described(
        call,
        call.universe.transfers().bulk_operations,
        request.arn,
        errors::invalid_bulk_operation_arn,
        errors::bulk_operation_not_found
    );
}

Result<TransferPage<BulkDescription>> list_bulk_operations(
    const universes::Call& call, const ListTransfersRequest& request
) {
    return listed(call, call.universe.transfers().bulk_operations, request);
}

// AWS: the reply contains the status CANCELLING. [case CancelBulkOperation/response]
Result<BulkDescription> cancel_bulk_operation(
    const universes::Call& call, const TransferRequest& request
) {
    STATOR_CHECK(describe_bulk_operation(call, request));
    const std::string_view region = call.region();
    std::optional<transfer::BulkOperations::Noted> noted;
    // While the universe cannot be replaced: the new contents may not be in the journal yet, and
    // would undo there a change that is appended before them.
    call.catalog().visit([&](const auto&) {
        noted = call.universe.transfers().bulk_operations.cancel(
            region, request.arn, call.now(), call.universe.recorder()
        );
    });
    if (!noted) return errors::bulk_operation_not_found(request.arn);
    auto& [description, ticket] = *noted;
    if (is_over(description.status)) {
        return errors::bulk_operation_over(values::text_of(description.status));
    }
    call.outcome.journal_ticket = ticket;
    call.universe.deadlines().note(call.now());
    return std::move(description);
}

}  // namespace stator::engine::operations::control
