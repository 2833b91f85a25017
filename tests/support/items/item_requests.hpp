// Requests about items as values of the engine, without JSON:
// update("Tab", item({{"id", text("a")}}), "ADD n :one", {{":one", number(1)}}).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/faults/watched_context.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/operations/batch/batch.hpp"
#include "protocol/operations/items/items.hpp"
#include "protocol/operations/query/query.hpp"
#include "protocol/operations/transactions/transactions.hpp"
#include "tests/support/items/items.hpp"

namespace stator::testing {

using Image = protocol::values::MutableItemImagePtr;
// Attribute names by their "#name" placeholders.
using Names = std::map<std::string, std::string>;

protocol::operations::items::PutItemRequest put(std::string_view table, Image item);

// In the functions below, `values` contains the values of the ":value" placeholders. Each throws
// std::invalid_argument if the expression is not valid.
protocol::operations::items::PutItemRequest put_if(
    std::string_view table, Image item, std::string_view condition, const Attributes& values = {}
);

protocol::operations::items::UpdateItemRequest update(
    std::string_view table,
    Image key,
    std::string_view expression,
    const Attributes& values = {},
    const Names& names = {}
);

protocol::operations::items::DeleteItemRequest remove(std::string_view table, Image key);

// An eventually consistent read.
protocol::operations::items::GetItemRequest get(std::string_view table, Image key);

// A ConditionCheck, which only a transaction has.
protocol::operations::transactions::TransactAction check(
    std::string_view table, Image key, std::string_view condition, const Attributes& values = {}
);

// A Query. The caller sets the index, the limit and other options on the request.
protocol::operations::query::QueryRequest query(
    std::string_view table, std::string_view key_condition, const Attributes& values
);

using WriteRequest = std::variant<
    protocol::operations::items::PutItemRequest,
    protocol::operations::items::UpdateItemRequest,
    protocol::operations::items::DeleteItemRequest,
    protocol::operations::transactions::TransactAction>;

// TransactWriteItems without a token.
protocol::operations::transactions::TransactWriteRequest transaction(
    const std::vector<WriteRequest>& writes
);

// BatchWriteItem of puts and deletions.
protocol::operations::batch::BatchWriteRequest batch(const std::vector<WriteRequest>& writes);

using ItemRequest = std::variant<
    protocol::operations::items::PutItemRequest,
    protocol::operations::items::UpdateItemRequest,
    protocol::operations::items::DeleteItemRequest,
    protocol::operations::items::GetItemRequest,
    protocol::operations::query::QueryRequest,
    protocol::operations::transactions::TransactWriteRequest,
    protocol::operations::batch::BatchWriteRequest>;

// Runs the request and returns the JSON of the reply.
protocol::Result<std::string> answer(
    engine::universes::Universe& universe,
    const engine::faults::WatchedContext& context,
    ItemRequest request,
    engine::RequestOutcome& outcome
);

}  // namespace stator::testing
