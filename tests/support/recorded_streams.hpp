// The records in the stream of a table with replicas, in one region.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/stream/shard.hpp"
#include "tests/support/replicas.hpp"

namespace stator::testing {

// The values of the attribute v by key, oldest first.
using Recorded = std::map<std::string, std::vector<std::string>>;

inline Recorded recorded_in(replicas::World& world, std::string_view region) {
    const auto table = world.database.universe().region(region).find_table("tbl");
    std::vector<protocol::model::StreamRecord> records;
    for (const auto& shard : table->stream()->shards()) {
        for (auto& record : shard->records()) records.push_back(std::move(record));
    }
    std::ranges::sort(records, {}, [](const auto& record) { return record.position; });
    Recorded recorded;
    for (const auto& record : records) {
        const auto value = record.new_image == nullptr ? std::nullopt : record.new_image->find("v");
        recorded[std::string(record.keys->find("pk")->scalar())].push_back(
            value ? std::string(value->scalar()) : "deleted"
        );
    }
    return recorded;
}

}  // namespace stator::testing
