#include "engine/partiql/decomposition.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "engine/partiql/key_demand.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/partiql.hpp"

namespace stator::engine::partiql {
namespace {

using protocol::expression::Comparator;
using protocol::expression::Condition;
using protocol::expression::ConditionKind;
using protocol::expression::KeyCondition;
using protocol::expression::KeyOperator;
using protocol::expression::Literal;
using values::DocumentPath;

// Terms that must all be met.
using Branch = std::vector<const Condition*>;

// A clause with more branches than this is not analysed further.
constexpr std::size_t kMaxBranches = 1'000;

bool mentions(const Condition& condition, const read::SourceKeys& keys) {
    const auto paths = protocol::expression::condition_paths(condition);
    return std::any_of(paths.begin(), paths.end(), [&](const DocumentPath* path) {
        return keys.contains(path->attribute());
    });
}

// The clause as branches, one of which must be met. An OR that names no key stays one term.
std::vector<Branch> branches_of(const Condition& condition, const read::SourceKeys& keys) {
    if (condition.kind == ConditionKind::Or && mentions(condition, keys)) {
        std::vector<Branch> all;
        for (const Condition& child : condition.children) {
            auto branches = branches_of(child, keys);
            std::move(branches.begin(), branches.end(), std::back_inserter(all));
            if (all.size() > kMaxBranches) return {{&condition}};
        }
        return all;
    }
    if (condition.kind != ConditionKind::And) return {{&condition}};
    std::vector<Branch> all = {{}};
    for (const Condition& child : condition.children) {
        const auto branches = branches_of(child, keys);
        if (all.size() * branches.size() > kMaxBranches) return {{&condition}};
        std::vector<Branch> product;
        for (const Branch& left : all) {
            for (const Branch& right : branches) {
                product.push_back(left);
                product.back().insert(product.back().end(), right.begin(), right.end());
            }
        }
        all = std::move(product);
    }
    return all;
}

// A branch, divided into the terms that fix its keys and the remaining filter.
struct KeyedBranch {
    std::optional<KeyDemand> hash;
    std::vector<KeyDemand> range;
    bool negates_sort_key = false;
    Branch others;
};

class BranchReader {
public:
    explicit BranchReader(const read::SourceKeys& keys) : keys_(keys) {}

    KeyedBranch read(const Branch& branch) const {
        KeyedBranch keyed;
        const bool has_equality =
            std::any_of(branch.begin(), branch.end(), [&](const Condition* term) {
                const auto demand = demand_of(*term);
                return demand && !demand->is_in && fixes_hash(*demand);
            });
        for (const Condition* term : branch) {
            auto demand = demand_of(*term);
            if (demand && fixes_hash(*demand) && !keyed.hash && demand->is_in != has_equality) {
                keyed.hash = std::move(demand);
            } else if (demand && is_range(demand->condition.attribute) &&
                       !(demand->is_in && has_in(keyed.range))) {
                keyed.range.push_back(std::move(*demand));
            } else {
                keyed.negates_sort_key = keyed.negates_sort_key || negates_range(*term);
                keyed.others.push_back(term);
            }
        }
        return keyed;
    }

private:
    bool fixes_hash(const KeyDemand& demand) const {
        return demand.condition.attribute == keys_.hash.front().name &&
               demand.condition.op == KeyOperator::Equal;
    }

    bool is_range(std::string_view attribute) const {
        return !keys_.range.empty() && keys_.range.front().name == attribute;
    }

    static bool has_in(const std::vector<KeyDemand>& demands) {
        return std::any_of(demands.begin(), demands.end(), [](const KeyDemand& demand) {
            return demand.is_in;
        });
    }

    // AWS: NOT around a condition on the sort key, or <>.
    // [case ExecuteStatement/overlapping_conditions]
    bool negates_range(const Condition& term) const {
        const bool unequal =
            term.kind == ConditionKind::Compare && term.comparator == Comparator::NotEqual;
        if (!unequal && term.kind != ConditionKind::Not) return false;
        const auto paths = protocol::expression::condition_paths(term);
        return std::any_of(paths.begin(), paths.end(), [&](const DocumentPath* path) {
            return is_range(path->attribute());
        });
    }

    const read::SourceKeys& keys_;
};

bool overlap(const read::SortKeyRange& left, const read::SortKeyRange& right) {
    const bool left_ends_first = left.has_upper && left.upper <= right.lower;
    const bool right_ends_first = right.has_upper && right.upper <= left.lower;
    return !left_ends_first && !right_ends_first;
}

// The range of the values in both ranges.
read::SortKeyRange intersection(read::SortKeyRange left, const read::SortKeyRange& right) {
    left.lower = std::max(left.lower, right.lower);
    if (right.has_upper && (!left.has_upper || right.upper < left.upper)) {
        left.upper = right.upper;
        left.has_upper = true;
    }
    // An empty range contains nothing, but readers need ordered bounds.
    if (left.has_upper && left.upper < left.lower) left.upper = left.lower;
    return left;
}

// The smallest range that contains both.
read::SortKeyRange hull(read::SortKeyRange left, const read::SortKeyRange& right) {
    left.lower = std::min(left.lower, right.lower);
    left.has_upper = left.has_upper && right.has_upper;
    left.upper = left.has_upper ? std::max(left.upper, right.upper) : std::string();
    return left;
}

bool same_partition(const KeyedRead& left, const KeyedRead& right) {
    return left.pk == right.pk;
}

class Decomposer {
public:
    explicit Decomposer(const read::SourceKeys& keys) : keys_(keys) {}

    // Adds a branch that fixes its partition key.
    Result<void> add(const KeyedBranch& keyed) {
        STATOR_CHECK(check_types(keyed.hash->condition, keys_.hash.front()));
        for (const KeyDemand& demand : keyed.range) {
            STATOR_CHECK(check_types(demand.condition, keys_.range.front()));
        }
        for (const Literal& value : keyed.hash->condition.values) {
            const KeyCondition hash{keyed.hash->condition.attribute, KeyOperator::Equal, {value}};
            STATOR_CHECK(add_partition(keyed, hash));
        }
        return {};
    }

    Result<std::vector<KeyedRead>> finish() {
        if (reads_.size() > protocol::kMaxDecomposedReads) return errors::too_many_reads();
        std::stable_sort(reads_.begin(), reads_.end(), [](const auto& left, const auto& right) {
            return std::tie(left.pk, left.sort_keys.lower) <
                   std::tie(right.pk, right.sort_keys.lower);
        });
        STATOR_CHECK(check_overlap());
        merge_negated();
        return std::move(reads_);
    }

private:
    static Result<void> check_types(
        const KeyCondition& condition, const schema::KeyAttribute& key
    ) {
        for (const Literal& value : condition.values) {
            if (value.view().type() != key.type) return errors::statement_key_type(key.name);
        }
        return {};
    }

    // Adds the reads of one partition; IN on the sort key produces several.
    Result<void> add_partition(const KeyedBranch& keyed, const KeyCondition& hash) {
        STATOR_TRY(const read::KeyRange partition, read::bind_key_conditions(keys_, {hash}));
        KeyedRead read;
        read.hash = partition.hash;
        read.pk = partition.pk;
        read.sort_keys = partition.sort_keys;
        read.has_filter = !keyed.others.empty();
        read.negates_sort_key = keyed.negates_sort_key;
        read.filter_attributes = attributes_of(keyed.others);
        const KeyDemand* in = nullptr;
        for (const KeyDemand& demand : keyed.range) {
            if (demand.is_in) {
                in = &demand;
                continue;
            }
            STATOR_CHECK(narrow(read, hash, demand.condition));
        }
        if (in == nullptr) {
            reads_.push_back(std::move(read));
            return {};
        }
        for (const Literal& value : in->condition.values) {
            KeyedRead one = read;
            const KeyCondition range{in->condition.attribute, KeyOperator::Equal, {value}};
            STATOR_CHECK(narrow(one, hash, range));
            reads_.push_back(std::move(one));
        }
        return {};
    }

    Result<void> narrow(KeyedRead& read, const KeyCondition& hash, const KeyCondition& range) {
        STATOR_TRY(const read::KeyRange bound, read::bind_key_conditions(keys_, {hash, range}));
        read.sort_keys = intersection(std::move(read.sort_keys), bound.sort_keys);
        read.has_whole_key = read.has_whole_key || range.op == KeyOperator::Equal;
        return {};
    }

    static std::vector<std::string> attributes_of(const Branch& terms) {
        std::vector<std::string> names;
        for (const Condition* term : terms) {
            for (const DocumentPath* path : protocol::expression::condition_paths(*term)) {
                const bool known = std::count(names.begin(), names.end(), path->attribute()) != 0;
                if (!known) names.push_back(path->attribute());
            }
        }
        return names;
    }

    // AWS: reads of one partition must not overlap, except those that negate a condition on the
    // sort key. [case ExecuteStatement/overlapping_conditions]
    Result<void> check_overlap() const {
        for (std::size_t later = 1; later < reads_.size(); ++later) {
            for (std::size_t earlier = 0; earlier < later; ++earlier) {
                const KeyedRead& one = reads_[earlier];
                const KeyedRead& two = reads_[later];
                if (!same_partition(one, two) || one.negates_sort_key || two.negates_sort_key) {
                    continue;
                }
                if (overlap(one.sort_keys, two.sort_keys)) {
                    return errors::overlapping_key_conditions();
                }
            }
        }
        return {};
    }

    // Reads a partition with a negated read only once, so that no row is returned twice.
    void merge_negated() {
        std::set<std::string> negated;
        for (const KeyedRead& read : reads_) {
            if (read.negates_sort_key) negated.insert(read.pk);
        }
        std::vector<KeyedRead> merged;
        for (KeyedRead& read : reads_) {
            const bool joins =
                !merged.empty() && same_partition(merged.back(), read) && negated.contains(read.pk);
            if (!joins) {
                merged.push_back(std::move(read));
                continue;
            }
            KeyedRead& home = merged.back();
            home.sort_keys = hull(std::move(home.sort_keys), read.sort_keys);
            home.has_whole_key = false;
            home.has_filter = true;
        }
        reads_ = std::move(merged);
    }

    const read::SourceKeys& keys_;
    std::vector<KeyedRead> reads_;
};

}  // namespace

Result<std::optional<std::vector<KeyedRead>>> decompose(
    const read::SourceKeys& keys, const Condition& where
) {
    std::vector<KeyedBranch> branches;
    for (const Branch& branch : branches_of(where, keys)) {
        branches.push_back(BranchReader(keys).read(branch));
        if (!branches.back().hash) return std::optional<std::vector<KeyedRead>>();
    }
    Decomposer decomposer(keys);
    for (const KeyedBranch& branch : branches) STATOR_CHECK(decomposer.add(branch));
    STATOR_TRY(std::vector<KeyedRead> reads, decomposer.finish());
    return std::optional<std::vector<KeyedRead>>(std::move(reads));
}

}  // namespace stator::engine::partiql
