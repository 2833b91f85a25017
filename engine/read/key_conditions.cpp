#include "engine/read/key_conditions.hpp"

#include <algorithm>

#include "engine/schema/key_encoding.hpp"
#include "engine/schema/partition_hash.hpp"
#include "engine/table/effects.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/keys.hpp"
#include "protocol/errors/query.hpp"

namespace stator::engine::read {
namespace {

using protocol::expression::KeyCondition;
using protocol::expression::KeyOperator;

bool names(const std::vector<schema::KeyAttribute>& keys, std::string_view attribute) {
    return std::any_of(keys.begin(), keys.end(), [&](const schema::KeyAttribute& key) {
        return key.name == attribute;
    });
}

const KeyCondition* find_condition(
    const std::vector<KeyCondition>& conditions, std::string_view attribute
) {
    for (const KeyCondition& condition : conditions) {
        if (condition.attribute == attribute) return &condition;
    }
    return nullptr;
}

Result<void> check_types(const schema::KeyAttribute& key, const KeyCondition& condition) {
    for (const protocol::expression::Literal& literal : condition.values) {
        if (literal.view().type() != key.type) return errors::condition_type_mismatch();
    }
    return {};
}

Result<void> check_values(
    const schema::KeyAttribute& key, const KeyCondition& condition, bool is_hash
) {
    STATOR_CHECK(check_types(key, condition));
    for (const protocol::expression::Literal& literal : condition.values) {
        const std::string_view bytes = literal.view().scalar();
        if (bytes.empty()) return errors::empty_key(errors::empty_kind(key.type), key.name);
        if (is_hash && bytes.size() > protocol::kMaxHashKeyBytes) {
            return errors::hash_key_too_long();
        }
        if (!is_hash && bytes.size() > protocol::kMaxRangeKeyBytes) {
            return errors::range_key_too_long();
        }
    }
    return {};
}

// Every HASH attribute requires a condition, which must be an equality.
Result<void> check_hash_conditions(
    const SourceKeys& keys, const std::vector<KeyCondition>& conditions
) {
    std::vector<std::string> lacking;
    for (const schema::KeyAttribute& key : keys.hash) {
        const KeyCondition* condition = find_condition(conditions, key.name);
        if (condition == nullptr) {
            if (keys.hash.size() == 1) return errors::missed_key_element(key.name);
            lacking.push_back(key.name);
        } else if (condition->op == KeyOperator::NotIndexable) {
            return errors::not_an_indexable_operation();
        } else if (condition->op != KeyOperator::Equal && keys.hash.size() > 1) {
            lacking.push_back(key.name);
        }
    }
    if (!lacking.empty()) return errors::hash_keys_need_equality(lacking);
    return {};
}

// A condition on an attribute that is not a key is reported as a missing key element.
Result<void> check_known_attributes(
    const SourceKeys& keys, const std::vector<KeyCondition>& conditions
) {
    for (const KeyCondition& condition : conditions) {
        if (keys.contains(condition.attribute)) continue;
        for (const schema::KeyAttribute& key : keys.range) {
            if (find_condition(conditions, key.name) == nullptr) {
                return errors::missed_key_element(key.name);
            }
        }
    }
    return {};
}

// RANGE attributes allow equality on a prefix, then at most one other condition.
Result<void> check_range_prefix(
    const SourceKeys& keys, const std::vector<KeyCondition>& conditions
) {
    const schema::KeyAttribute* open = nullptr;  // the first one without an equality
    for (const schema::KeyAttribute& key : keys.range) {
        const KeyCondition* condition = find_condition(conditions, key.name);
        if (condition != nullptr) {
            if (condition->op == KeyOperator::NotIndexable) {
                return errors::not_an_indexable_operation();
            }
            if (open != nullptr) return errors::range_keys_need_equality(open->name, key.name);
        }
        const bool equal = condition != nullptr && condition->op == KeyOperator::Equal;
        if (!equal && open == nullptr) open = &key;
    }
    return {};
}

Result<void> check_against_schema(
    const SourceKeys& keys, const std::vector<KeyCondition>& conditions
) {
    const std::size_t key_count = keys.hash.size() + keys.range.size();
    if (conditions.size() > key_count) {
        return errors::too_many_key_conditions(conditions.size(), key_count);
    }
    STATOR_CHECK(check_hash_conditions(keys, conditions));
    STATOR_CHECK(check_known_attributes(keys, conditions));
    // AWS: the type is checked before the operator. [case Query/key_condition_schema]
    for (const schema::KeyAttribute& key : keys.hash) {
        const KeyCondition& condition = *find_condition(conditions, key.name);
        STATOR_CHECK(check_types(key, condition));
        if (condition.op != KeyOperator::Equal) return errors::key_condition_not_supported();
    }
    STATOR_CHECK(check_range_prefix(keys, conditions));
    for (const schema::KeyAttribute& key : keys.hash) {
        STATOR_CHECK(check_values(key, *find_condition(conditions, key.name), true));
    }
    for (const schema::KeyAttribute& key : keys.range) {
        const KeyCondition* condition = find_condition(conditions, key.name);
        if (condition != nullptr) STATOR_CHECK(check_values(key, *condition, false));
    }
    return {};
}

// Builds bounds over sort keys that start with `prefix`.
class SortKeyRangeBuilder {
public:
    explicit SortKeyRangeBuilder(bool encoded) : encoded_(encoded) {}

    // Narrows to sort keys whose next part equals the value.
    void fix(std::string_view value) { schema::append_key_part(prefix_, value); }

    SortKeyRange whole() const { return bounds(prefix_, schema::prefix_successor(prefix_)); }

    SortKeyRange build(const KeyCondition& condition) const {
        const std::string_view value = condition.values.front().view().scalar();
        switch (condition.op) {
            case KeyOperator::Equal: return bounds(at(value), after(value));
            case KeyOperator::Less: return bounds(prefix_, at(value));
            case KeyOperator::LessOrEqual: return bounds(prefix_, after(value));
            case KeyOperator::Greater:
                return bounds(after(value), schema::prefix_successor(prefix_));
            case KeyOperator::GreaterOrEqual:
                return bounds(at(value), schema::prefix_successor(prefix_));
            case KeyOperator::Between:
                return bounds(at(value), after(condition.values[1].view().scalar()));
            case KeyOperator::BeginsWith: {
                const std::string start = starting_with(value);
                return bounds(start, schema::prefix_successor(start));
            }
            case KeyOperator::NotIndexable: break;
        }
        return whole();
    }

private:
    static SortKeyRange bounds(std::string lower, std::string upper) {
        const bool has_upper = !upper.empty();
        return {std::move(lower), std::move(upper), has_upper};
    }

    // The first sort key with this value.
    std::string at(std::string_view value) const {
        if (!encoded_) return std::string(value);
        std::string key = prefix_;
        schema::append_key_part(key, value);
        return key;
    }

    // The first sort key after all sort keys with this value.
    std::string after(std::string_view value) const {
        if (encoded_) return schema::prefix_successor(at(value));
        return std::string(value) + '\0';
    }

    std::string starting_with(std::string_view value) const {
        if (!encoded_) return std::string(value);
        std::string key = prefix_;
        schema::append_key_prefix(key, value);
        return key;
    }

    bool encoded_;
    std::string prefix_;
};

SortKeyRange sort_key_range(const SourceKeys& keys, const std::vector<KeyCondition>& conditions) {
    SortKeyRangeBuilder builder(keys.encoded);
    for (std::size_t i = 0; i < keys.range.size(); ++i) {
        const KeyCondition* condition = find_condition(conditions, keys.range[i].name);
        if (condition == nullptr) break;
        const bool last = i + 1 == keys.range.size() ||
                          find_condition(conditions, keys.range[i + 1].name) == nullptr;
        if (last) return builder.build(*condition);
        builder.fix(condition->values.front().view().scalar());
    }
    return builder.whole();
}

}  // namespace

SourceKeys SourceKeys::of(const schema::TableSchema& schema, const schema::IndexSchema* index) {
    if (index != nullptr) return {index->hash, index->range, true};
    SourceKeys keys;
    keys.hash.push_back(schema.hash);
    if (schema.range) keys.range.push_back(*schema.range);
    return keys;
}

bool SourceKeys::contains(std::string_view attribute) const {
    return names(hash, attribute) || names(range, attribute);
}

Result<KeyRange> bind_key_conditions(
    const SourceKeys& keys, const std::vector<KeyCondition>& conditions
) {
    STATOR_CHECK(check_against_schema(keys, conditions));
    std::vector<std::string_view> parts;
    for (const schema::KeyAttribute& key : keys.hash) {
        parts.push_back(find_condition(conditions, key.name)->values.front().view().scalar());
    }
    KeyRange range;
    range.hash = table::index_hash(parts);
    range.pk = keys.encoded ? table::index_partition_key(parts) : std::string(parts.front());
    range.sort_keys = sort_key_range(keys, conditions);
    range.has_sort_condition = conditions.size() > keys.hash.size();
    return range;
}

}  // namespace stator::engine::read
