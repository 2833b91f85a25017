// LagPolicy: the states that an eventually consistent read of one source may see. Values.
//
// A source is a table with its local indexes, one global index, or one vector index. Each of its
// partitions has three replicas. Each replica lags by a time drawn from a distribution, and never
// goes back.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/distribution.hpp"
#include "engine/base/identifiers.hpp"
#include "engine/base/name_pattern.hpp"
#include "engine/schema/hash_range.hpp"

namespace stator::engine::consistency {

inline constexpr std::size_t kReplicas = 3;

enum class ReadMode : unsigned char {
    Latest,  // as if every read were strongly consistent
    Lagged,  // any replica, a different one for each read
    // The replica furthest behind, with the longest possible lag. Reads of several items may see a
    // part of a transaction.
    OldestLegal,
    MonotonicPerConnection,  // each connection stays with one replica
};

struct LagPolicy {
    ReadMode mode = ReadMode::Latest;
    Distribution lag;

    friend bool operator==(const LagPolicy&, const LagPolicy&) = default;
};

struct SourcePartition {
    PartitionId id;
    schema::HashRange range;
};

// The only partition of a source that is not divided: a vector index.
inline constexpr SourcePartition kUndivided{PartitionId{1}, schema::HashRange{}};

// A source and a partition of it. The views refer to the request's data.
struct ReadSource {
    TableNumber table;
    std::string_view universe;
    std::string_view table_name;
    // The name of a global or vector index; "" for the table and its local indexes.
    std::string_view index;
    SourcePartition partition = {};
    std::string_view region = {};
};

// An override. Names are patterns (engine/base/name_pattern.hpp). An absent member matches
// everything; a rule without an index matches tables and indexes.
struct LagRule {
    std::optional<std::string> universe;
    std::optional<std::string> table;
    std::optional<std::string> index;
    LagPolicy policy;
    std::optional<std::string> region = std::nullopt;

    bool matches(const ReadSource& source) const {
        return (!universe || matches_universe(*universe, source.universe)) &&
               (!region || matches_name(*region, source.region)) &&
               (!table || matches_name(*table, source.table_name)) &&
               (!index || matches_index(*index, source.index));
    }

    friend bool operator==(const LagRule&, const LagRule&) = default;
};

// All lag settings: the first rule that matches a source applies, otherwise the default for its
// kind.
struct LagSettings {
    LagPolicy tables;
    LagPolicy indexes;
    std::vector<LagRule> rules;

    const LagPolicy& policy_of(const ReadSource& source) const {
        for (const LagRule& rule : rules) {
            if (rule.matches(source)) return rule.policy;
        }
        return source.index.empty() ? tables : indexes;
    }

    friend bool operator==(const LagSettings&, const LagSettings&) = default;
};

}  // namespace stator::engine::consistency
