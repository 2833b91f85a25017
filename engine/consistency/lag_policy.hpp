// LagPolicy: what an eventually consistent read of one source may see. Values.
//
// A source is a table with its local indexes, or one global index. It has three replicas; each is
// behind by a lag drawn from a distribution, and never goes back.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/distribution.hpp"
#include "engine/base/identifiers.hpp"

namespace stator::engine::consistency {

inline constexpr std::size_t kReplicas = 3;

enum class ReadMode : unsigned char {
    Latest,                  // as if every read were strongly consistent
    Lagged,                  // any replica, another one from read to read
    OldestLegal,             // the replica that is behind furthest, by the longest lag there is
    MonotonicPerConnection,  // each connection stays with its replica
};

struct LagPolicy {
    ReadMode mode = ReadMode::Latest;
    Distribution lag;

    friend bool operator==(const LagPolicy&, const LagPolicy&) = default;
};

// Which source; views into what the request brought along.
struct ReadSource {
    TableNumber table;
    std::string_view universe;
    std::string_view table_name;
    std::string_view index;  // of a global index; "" for the table and its local indexes
};

// An override. What is absent matches everything; a rule without index matches tables and indexes.
struct LagRule {
    std::optional<std::string> universe;
    std::optional<std::string> table;
    std::optional<std::string> index;
    LagPolicy policy;

    bool matches(const ReadSource& source) const {
        return (!universe || *universe == source.universe) &&
               (!table || *table == source.table_name) && (!index || *index == source.index);
    }

    friend bool operator==(const LagRule&, const LagRule&) = default;
};

// Everything said about lag: the first rule that matches a source decides, else the default of its
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
