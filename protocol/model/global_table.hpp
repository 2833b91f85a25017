// Global tables of version 2019.11.21: tables with the same name in several regions that replicate
// to each other. Values.
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

// Settings of a replica's index that differ from the source table.
struct ReplicaIndexOverrides {
    std::optional<std::int64_t> read_capacity_units = {};
    std::optional<std::int64_t> max_read_request_units = {};

    friend bool operator==(const ReplicaIndexOverrides&, const ReplicaIndexOverrides&) = default;
};

// Settings of a replica that differ from the source table. Absent members keep the source's value.
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
    // The last time at which a new replica was copied from this one.
    std::optional<Instant> last_source = {};

    friend bool operator==(const GlobalTableMember&, const GlobalTableMember&) = default;
};

// The tables that form a global table.
struct GlobalTableDefinition {
    std::string table;
    std::vector<GlobalTableMember> members = {};  // by region
    AutoScalingByIndex write_scaling = {};        // the same in all regions
    // MultiRegionConsistency STRONG: a write takes effect in all regions at the same time.
    bool is_strong = false;
    // The region with a witness, which replaces a third replica; "" if there is none.
    std::string witness = {};

    const GlobalTableMember* find(std::string_view region) const;
    GlobalTableMember* find(std::string_view region);
    // Returns the regions of the other members.
    std::vector<std::string> others(std::string_view region) const;

    // Returns false after the last replica has left, even if some of its writes are still in
    // transit.
    bool is_replicated() const { return members.size() > 1; }

    friend bool operator==(const GlobalTableDefinition&, const GlobalTableDefinition&) = default;
};

std::string encode_global_table(const GlobalTableDefinition& definition);
// Returns nullopt if the text is not a definition.
std::optional<GlobalTableDefinition> decode_global_table(std::string text);

// A witness, as shown by DescribeTable.
struct WitnessDescription {
    std::string region;
    values::TableStatus status = values::TableStatus::Creating;

    friend bool operator==(const WitnessDescription&, const WitnessDescription&) = default;
};

// A replica, as shown by DescribeTable. It is CREATING, UPDATING or DELETING while its table is.
struct ReplicaDescription {
    std::string region;
    values::TableStatus status = values::TableStatus::Creating;
    ReplicaOverrides overrides = {};

    friend bool operator==(const ReplicaDescription&, const ReplicaDescription&) = default;
};

}  // namespace stator::protocol::model
