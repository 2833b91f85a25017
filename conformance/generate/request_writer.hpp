// RequestWriter: random valid requests of all data operations and of the settings of tables, for
// tables with known contents. Not thread-safe.
#pragma once

#include <string>
#include <vector>

#include "conformance/base/random.hpp"
#include "conformance/generate/expression_writer.hpp"
#include "conformance/generate/json_text.hpp"
#include "conformance/generate/known_table.hpp"
#include "conformance/generate/value_writer.hpp"

namespace stator::conformance::generate {

struct Request {
    std::string operation;
    std::string body;
};

class RequestWriter {
public:
    /// Precondition: `tables` is not empty. `tables` and `random` must outlive this object.
    RequestWriter(Random& random, const std::vector<KnownTable>& tables);

    Request any();

    // Items (item_requests.cpp).
    Request get_item();
    Request put_item();
    Request update_item();
    Request delete_item();
    // Reads (read_requests.cpp).
    Request query();
    Request scan();
    // Batches and transactions (batch_requests.cpp).
    Request batch_get_item();
    Request batch_write_item();
    Request transact_get_items();
    Request transact_write_items();
    // PartiQL (statement_requests.cpp).
    Request execute_statement();
    Request batch_execute_statement();
    Request execute_transaction();
    // Tables (table_requests.cpp).
    Request table_operation();

private:
    const KnownTable& table();
    // Returns an item of the table, or null.
    const Item* item_of(const KnownTable& table);
    // Returns the key of an existing item, or a similar key.
    Item key_in(const KnownTable& table);
    void add_return_values(ObjectText& request, bool is_update);
    void add_return_consumed_capacity(ObjectText& request);
    void add_write_extras(ObjectText& request);

    // Legacy parameters (legacy_members.cpp).
    std::string legacy_condition(const Item* item, bool is_key);
    void add_expected(ObjectText& request, const Item* item);
    void add_attribute_updates(ObjectText& request, const KnownTable& table, const Item* item);
    void add_legacy_filter(ObjectText& request, std::string_view member, const KnownTable& table);
    void add_key_conditions(ObjectText& request, const KeyShape& keys, const Item& key);
    void add_attributes_to_get(ObjectText& request);

    void add_source(ObjectText& request, const KnownTable& table, const IndexShape* index);
    void add_filter_and_projection(
        ObjectText& request, ExpressionWriter& expressions, const KnownTable& table
    );
    void add_start_key(ObjectText& request, const KnownTable& table, const IndexShape* index);

    std::string get_part(const KnownTable& table);
    std::string write_part(const KnownTable& table, const Item& key);

    std::string literal(std::string_view value);
    std::string statement_where(const KnownTable& table, const Item& key, bool only_key);
    std::string statement(bool is_single, bool writes_only, bool reads_only);
    std::string select(const KnownTable& table, const Item& key, bool is_single);
    std::string insert(const KnownTable& table);
    std::string change(const KnownTable& table, const Item& key);
    std::string statement_list(int count, bool writes);
    // Adds the members of a statement's request: its text and parameters.
    void add_statement(ObjectText& request, const std::string& statement);

    Random& random_;
    const std::vector<KnownTable>& tables_;
    ValueWriter values_;
    std::vector<std::string> parameters_;  // of the statement being written
};

}  // namespace stator::conformance::generate
