// Global tables of version 2019.11.21: tables of one name in several regions that replicate to each
// other. Values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/instant.hpp"
#include "protocol/model/auto_scaling.hpp"
#include "protocol/values/table_terms.hpp"

namespace stator::protocol::model {

// What an index of a replica has of its own.
struct ReplicaIndexOverrides {
    std::optional<std::int64_t> read_capacity_units = {};
    std::optional<std::int64_t> max_read_request_units = {};

    friend bool operator==(const ReplicaIndexOverrides&, const ReplicaIndexOverrides&) = default;
};

// What a replica has of its own. An absent member is as in the table it was copied from.
struct ReplicaOverrides {
    std::optional<std::int64_t> read_capacity_units = {};
    std::optional<std::int64_t> max_read_request_units = {};
    std::optional<std::string> kms_master_key_id = {};
    std::optional<values::TableClass> table_class = {};
    std::map<std::string, ReplicaIndexOverrides, std::less<>> indexes = {};  // by name

    friend bool operator==(const ReplicaOverrides&, const ReplicaOverrides&) = default;
};

struct GlobalTableMember {
    std::string region;
    ReplicaOverrides overrides = {};
    AutoScalingByIndex read_scaling = {};
    // When a new replica was last copied from this one.
    std::optional<Instant> last_source = {};

    friend bool operator==(const GlobalTableMember&, const GlobalTableMember&) = default;
};

// Which tables make up a global table.
struct GlobalTableDefinition {
    std::string table;
    std::vector<GlobalTableMember> members = {};  // by region
    AutoScalingByIndex write_scaling = {};        // the same in every region
    // MultiRegionConsistency STRONG: a write is made in all regions at once.
    bool is_strong = false;
    // The region that has a witness in the place of a third replica; "" for none.
    std::string witness = {};

    const GlobalTableMember* find(std::string_view region) const;
    GlobalTableMember* find(std::string_view region);
    // The regions of the other members.
    std::vector<std::string> others(std::string_view region) const;

    // False once the last replica has left, while its writes are still on their way.
    bool is_replicated() const { return members.size() > 1; }

    friend bool operator==(const GlobalTableDefinition&, const GlobalTableDefinition&) = default;
};

std::string encode_global_table(const GlobalTableDefinition& definition);
// Nothing for a text that is no definition.
std::optional<GlobalTableDefinition> decode_global_table(std::string text);

// A witness as DescribeTable shows it.
struct WitnessDescription {
    std::string region;
    values::TableStatus status = values::TableStatus::Creating;

    friend bool operator==(const WitnessDescription&, const WitnessDescription&) = default;
};

// A replica as DescribeTable shows it. It is CREATING, UPDATING or DELETING while its table is.
struct ReplicaDescription {
    std::string region;
    values::TableStatus status = values::TableStatus::Creating;
    ReplicaOverrides overrides = {};

    friend bool operator==(const ReplicaDescription&, const ReplicaDescription&) = default;
};

}  // namespace stator::protocol::model
