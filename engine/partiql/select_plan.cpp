#include "engine/partiql/select_plan.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/partiql/decomposition.hpp"
#include "protocol/errors/partiql.hpp"
#include "protocol/errors/query.hpp"

namespace stator::engine::partiql {
namespace {

using protocol::partiql::Column;
using protocol::partiql::OrderTerm;
using protocol::partiql::Statement;

using KeyedReads = std::optional<std::vector<KeyedRead>>;

// The names that the index does not project, without duplicates.
std::vector<std::string> unprojected(
    const schema::IndexSchema& index, const std::vector<std::string>& names
) {
    std::vector<std::string> lacking;
    for (const std::string& name : names) {
        if (index.projects(name)) continue;
        if (std::count(lacking.begin(), lacking.end(), name) == 0) lacking.push_back(name);
    }
    return lacking;
}

std::vector<std::string> column_attributes(const Statement& statement) {
    std::vector<std::string> names;
    if (!statement.columns) return names;
    for (const Column& column : *statement.columns) names.push_back(column.path.attribute());
    return names;
}

// AWS: a keyed read of an index may filter only by projected attributes. One branch that does so is
// enough; otherwise the error names the last partition's attributes.
// [case ExecuteStatement/index_filter]
Result<void> check_filters(const schema::IndexSchema& index, const KeyedReads& reads) {
    if (!reads || reads->empty()) return {};
    std::vector<std::string> lacking;
    for (const KeyedRead& read : *reads) {
        lacking = unprojected(index, read.filter_attributes);
        if (lacking.empty()) return {};
    }
    return errors::filter_not_projected(index.name, lacking);
}

// The order of rows and of partitions.
struct Directions {
    bool rows_ascend = true;
    bool partitions_ascend = true;
};

bool spans_partitions(const std::vector<KeyedRead>& reads) {
    return std::any_of(reads.begin(), reads.end(), [&](const KeyedRead& read) {
        return read.pk != reads.front().pk;
    });
}

const OrderTerm* find_term(
    const Statement& statement, const std::vector<schema::KeyAttribute>& keys
) {
    if (keys.empty()) return nullptr;
    for (const OrderTerm& term : statement.order) {
        if (term.attribute == keys.front().name) return &term;
    }
    return nullptr;
}

// AWS: rows descend if ORDER BY omits the sort key. [case ExecuteStatement/order_by]
Result<Directions> directions(
    const Statement& statement, const read::SourceKeys& keys, const KeyedReads& reads
) {
    Directions result;
    if (statement.order.empty()) return result;
    if (!statement.where) return errors::order_by_without_where();
    if (!reads) return errors::order_by_without_hash_condition();
    for (const OrderTerm& term : statement.order) {
        if (!keys.contains(term.attribute)) return errors::order_by_not_a_key(term.attribute);
    }
    const OrderTerm* hash = find_term(statement, keys.hash);
    const OrderTerm* range = find_term(statement, keys.range);
    if (hash == nullptr && spans_partitions(*reads)) return errors::order_by_without_hash();
    result.partitions_ascend = hash == nullptr || hash->ascending;
    result.rows_ascend = range != nullptr && range->ascending;
    return result;
}

void arrange(std::vector<KeyedRead>& reads, const Directions& directions) {
    std::stable_sort(reads.begin(), reads.end(), [&](const auto& left, const auto& right) {
        if (left.pk != right.pk) return (left.pk < right.pk) == directions.partitions_ascend;
        const std::string& one = left.sort_keys.lower;
        const std::string& two = right.sort_keys.lower;
        return one != two && (one < two) == directions.rows_ascend;
    });
}

}  // namespace

Result<std::vector<SelectRead>> plan_select(
    const StatementTarget& target, const Statement& statement, bool consistent
) {
    const read::SourceKeys keys = read::SourceKeys::of(target.schema(), target.index);
    KeyedReads reads;
    if (statement.where) {
        STATOR_TRY(reads, decompose(keys, *statement.where));
    }
    read::ReadPlan base;
    base.table = target.table;
    base.snapshot = target.snapshot;
    base.index = target.index;
    base.consistent = consistent;
    if (target.index != nullptr) {
        const auto lacking = unprojected(*target.index, column_attributes(statement));
        if (target.index->global && !lacking.empty()) {
            return errors::attributes_not_projected(target.index->name, lacking);
        }
        STATOR_CHECK(check_filters(*target.index, reads));
        base.fetch_items = !lacking.empty();
    }
    STATOR_TRY(const Directions order, directions(statement, keys, reads));
    base.forward = order.rows_ascend;
    std::vector<SelectRead> plans;
    if (!reads) {
        base.filter = statement.where ? &*statement.where : nullptr;
        plans.push_back({std::move(base), false});
        return plans;
    }
    arrange(*reads, order);
    for (KeyedRead& read : *reads) {
        SelectRead select{base, false};
        select.plan.hash = read.hash;
        select.plan.pk = std::move(read.pk);
        select.plan.sort_keys = std::move(read.sort_keys);
        if (read.has_filter) select.plan.filter = &*statement.where;
        select.single_row = target.index == nullptr && (keys.range.empty() || read.has_whole_key);
        plans.push_back(std::move(select));
    }
    return plans;
}

}  // namespace stator::engine::partiql
