#include "engine/operations/statements.hpp"

#include <iterator>
#include <optional>
#include <utility>

#include "engine/operations/read_watch.hpp"
#include "engine/operations/short_pages.hpp"
#include "engine/partiql/select_plan.hpp"
#include "engine/partiql/write_plan.hpp"
#include "engine/read/empty_page.hpp"
#include "engine/read/planner.hpp"
#include "engine/read/read.hpp"
#include "engine/schema/item_keys.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/partiql.hpp"

namespace stator::engine::operations {
namespace {

using protocol::partiql::NextToken;
using requests::statements::ExecuteStatementReply;
using requests::statements::ExecuteStatementRequest;

// Runs the reads of a SELECT, one after another, until the page is full.
class SelectRun {
public:
    SelectRun(const ExecuteStatementRequest& request, std::vector<partiql::SelectRead> reads)
        : request_(request), reads_(std::move(reads)) {}

    // Continues at the position in the request's NextToken.
    Result<void> resume() {
        if (!request_.next_token) return {};
        STATOR_TRY(NextToken token, protocol::partiql::decode_next_token(*request_.next_token));
        if (token.fingerprint != request_.fingerprint) return errors::next_token_of_other_request();
        if (token.read >= reads_.size()) return errors::next_token_invalid();
        next_ = token.read;
        if (token.row) {
            auto& row = *token.row;
            reads_[next_].plan.start = {row.hash, std::move(row.pk), std::move(row.sk)};
        }
        return {};
    }

    Result<ExecuteStatementReply> run(const universes::Call& call) {
        const read::ReadPlan& first = reads_.front().plan;
        ReadWatch watch(call, *first.table, *first.snapshot, first.index);
        STATOR_CHECK(watch.admit(first));
        STATOR_CHECK(watch.reach(request_.consistent));
        const bool is_item = reads_.size() == 1 && reads_.front().single_row;
        read::Moments* const moments =
            watch.moments(request_.consistent, is_item ? Breadth::Item : Breadth::Page);
        std::optional<std::uint64_t> left = request_.limit;
        if (shortens_pages(call.context)) {
            const bool may_be_empty = call.context.rare_answers->page_rows == 0;
            if (may_be_empty && stop_empty(watch, moments)) return std::move(reply_);
            left = shortened(left, call.context);
        }
        std::int64_t bytes = 0;
        for (; next_ < reads_.size(); ++next_) {
            read::ReadPlan& plan = reads_[next_].plan;
            plan.moments = moments;
            plan.limit = left;
            read::Page page = read::run_read(plan);
            call.outcome.wait_for(page.journal_ticket);
            const requests::Consumption consumption = read::read_consumption(plan, page);
            watch.note_page(plan, page, consumption);
            reply_.consumption.add(consumption);
            std::move(page.items.begin(), page.items.end(), std::back_inserter(reply_.items));
            if (left) *left -= static_cast<std::uint64_t>(page.scanned_count);
            bytes += page.evaluated_bytes;
            if (page.last_evaluated != nullptr) {
                stop_after(*page.last_evaluated);
                break;
            }
            const bool full = bytes >= static_cast<std::int64_t>(protocol::kMaxPageBytes);
            if (full && next_ + 1 < reads_.size()) {
                reply_.next_token = NextToken{request_.fingerprint, next_ + 1, std::nullopt};
                break;
            }
        }
        return std::move(reply_);
    }

private:
    // Returns a page without rows after the NextToken's row. False if no key can end such a page.
    bool stop_empty(const ReadWatch& watch, read::Moments* moments) {
        partiql::SelectRead& read = reads_[next_];
        if (read.single_row) return false;
        read.plan.moments = moments;
        read::Page page;
        page.last_evaluated = read::end_of_empty_page(read.plan);
        if (page.last_evaluated == nullptr) return false;
        const requests::Consumption consumption = read::read_consumption(read.plan, page);
        watch.note_page(read.plan, page, consumption);
        reply_.consumption.add(consumption);
        stop_after(*page.last_evaluated);
        return true;
    }

    // Ends the page with this row of the current read.
    void stop_after(const values::ItemImage& row) {
        const partiql::SelectRead& read = reads_[next_];
        if (read.single_row && next_ + 1 == reads_.size()) return;
        const schema::TableSchema& schema = read.plan.snapshot->schema;
        const read::SourceKeys keys = read::SourceKeys::of(schema, read.plan.index);
        reply_.last_evaluated_key = schema::key_attributes(schema, read.plan.index, row);
        if (read.single_row) {
            reply_.next_token = NextToken{request_.fingerprint, next_ + 1, std::nullopt};
            return;
        }
        read::ReadPlan::Position at = read::position_of(schema, keys, row);
        reply_.next_token = NextToken{
            request_.fingerprint,
            next_,
            NextToken::Row{at.hash, std::move(at.pk), std::move(at.sk)}};
    }

    const ExecuteStatementRequest& request_;
    std::vector<partiql::SelectRead> reads_;
    std::size_t next_ = 0;
    ExecuteStatementReply reply_;
};

Result<ExecuteStatementReply> run_select(
    const universes::Call& call,
    const partiql::StatementTarget& target,
    const ExecuteStatementRequest& request
) {
    STATOR_TRY(auto reads, partiql::plan_select(target, request.statement, request.consistent));
    SelectRun run(request, std::move(reads));
    STATOR_CHECK(run.resume());
    return run.run(call);
}

Result<ExecuteStatementReply> run_write(
    const universes::Call& call,
    const partiql::StatementTarget& target,
    const ExecuteStatementRequest& request
) {
    const auto& statement = request.statement;
    STATOR_CHECK(partiql::check_single_item(target.schema(), statement));
    STATOR_TRY(partiql::StatementWrite write, partiql::plan_write(target, statement));
    write.intent.return_item_on_failure = request.return_item_on_failure;
    STATOR_TRY(
        write::WriteOutcome written,
        call.universe.committer().apply(write.intent, call.context, call.outcome)
    );
    ExecuteStatementReply reply;
    auto item = partiql::returned_item(statement, written.old_image, written.new_image);
    if (item != nullptr) reply.items.push_back(std::move(item));
    reply.consumption = std::move(written.consumption);
    return reply;
}

}  // namespace

Result<requests::statements::ExecuteStatementReply> execute_statement(
    const universes::Call& call, ExecuteStatementRequest& request
) {
    const auto& statement = request.statement;
    if (statement.exists) return errors::exists_outside_transaction();
    catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(
        const partiql::StatementTarget target,
        partiql::find_statement_target(catalog, statement, request.consistent)
    );
    if (request.consistent) call.outcome.wait_for(catalog.last_ticket());
    if (statement.is_read()) return run_select(call, target, request);
    return run_write(call, target, request);
}

}  // namespace stator::engine::operations
