// Requests: operations as the JSON that a client sends.
#pragma once

#include <string>
#include <vector>

#include "tests/simulation/operations/operation.hpp"

namespace stator::simulation {

struct Request {
    std::string operation;  // "PutItem"
    std::string json;
    bool is_of_streams = false;
};

Request request_of(const SingleWrite& single);
Request request_of(const BatchWrite& batch);
// A line of the input of a bulk operation, with its end.
std::string bulk_line(const Write& put);
Request request_of(const TransactWrite& transaction);
Request request_of(const GetItem& get);
Request request_of(const BatchGet& batch);
Request request_of(const TransactGet& gets);
Request request_of(const StatementWrite& statement);
Request request_of(const StatementGet& statement);
Request request_of(const StatementBatchWrite& batch);
Request request_of(const StatementBatchGet& batch);
Request request_of(const StatementTransactWrite& transaction);
Request request_of(const StatementTransactGet& gets);
Request request_of(const IndexChange& change);
Request request_of(const TimeToLiveChange& change);
Request request_of(const PolicyChange& change);
// GetResourcePolicy of the table; the reply contains policy_sid() of the policy's number.
Request policy_request(std::size_t table);
std::string policy_sid(std::size_t policy);
Request request_of(const StreamChange& change);

Request request_of(const ReplicaChange& change);

// One page; `start_key` is the JSON of a LastEvaluatedKey or empty.
Request query_page(const Query& query, const std::string& start_key);
// One page; `next_token` is the JSON of a NextToken or empty.
Request statement_page(const StatementQuery& statement, const std::string& next_token);
// `index` is empty for the table.
Request scan_page(
    const std::string& table,
    const std::string& index,
    std::size_t page_items,
    const std::string& start_key
);
Request create_table(std::size_t table);

// The tables of the keys or writes, in the order of their appearance.
template <class Parts, class KeyOf>
std::vector<std::size_t> tables_of(const Parts& parts, const KeyOf& key_of) {
    std::vector<std::size_t> tables;
    for (const auto& part : parts) {
        const std::size_t table = key_of(part).table;
        bool is_known = false;
        for (const std::size_t known : tables) is_known = is_known || known == table;
        if (!is_known) tables.push_back(table);
    }
    return tables;
}

// The items of the table that have a vector, by their distance from (1, -2).
Request nearest_request(const std::string& table);

}  // namespace stator::simulation
