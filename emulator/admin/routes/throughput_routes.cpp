#include "emulator/admin/routes/groups.hpp"

#include <optional>
#include <utility>

#include "emulator/base/members.hpp"
#include "emulator/base/universe_name.hpp"
#include "emulator/laboratory/controls/controls.hpp"
#include "emulator/laboratory/controls/source_names.hpp"
#include "emulator/laboratory/laboratory.hpp"
#include "engine/base/name_pattern.hpp"
#include "engine/capacity/partition_count.hpp"
#include "engine/capacity/throughput.hpp"
#include "engine/inspection/inspection.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::emulator::admin::routes {
namespace {

using engine::inspection::PartitionState;
using PartitionCount = engine::Administration::PartitionCount;
using engine::capacity::HeatReport;
using engine::capacity::KeyHeat;
using engine::capacity::PartitionReport;
using engine::capacity::SourceReport;
using engine::capacity::UnitsHeat;
using protocol::wire::JsonWriter;

// `share` is omitted for a whole table or index, which has all of its traffic.
void write_units(
    JsonWriter& json, std::string_view name, const UnitsHeat& heat, std::optional<double> share = {}
) {
    json.begin_object(name);
    json.decimal_member("units", heat.total);
    json.decimal_member("averagePerSecond", heat.average_per_second);
    json.decimal_member("maxPerSecond", heat.max_per_second);
    json.decimal_member("peakPerSecond", heat.peak_per_second);
    if (share) json.decimal_member("share", *share);
    json.end_object();
}

void write_keys(JsonWriter& json, std::string_view name, const std::vector<KeyHeat>& keys) {
    json.objects_member(name, keys, [&](const KeyHeat& key) {
        json.string_member("key", key.text);
        json.decimal_member("units", key.units);
        json.decimal_member("error", key.error);
    });
}

// Writes keys with the number of their requests that were throttled, or would have been.
void write_throttled_keys(JsonWriter& json, const std::vector<KeyHeat>& keys) {
    json.objects_member("topThrottledKeys", keys, [&](const KeyHeat& key) {
        json.string_member("key", key.text);
        json.integer_member("requests", static_cast<std::int64_t>(key.units));
        json.integer_member("error", static_cast<std::int64_t>(key.error));
    });
}

void write_partition(JsonWriter& json, const PartitionReport& partition) {
    json.begin_object();
    json.integer_member("partition", static_cast<std::int64_t>(partition.partition.value));
    write_units(json, "read", partition.read, partition.read.share);
    write_units(json, "write", partition.write, partition.write.share);
    json.integer_member("throttled", partition.throttled);
    json.integer_member("wouldThrottle", partition.would_throttle);
    write_keys(json, "topReadKeys", partition.read_keys);
    write_keys(json, "topWriteKeys", partition.write_keys);
    write_throttled_keys(json, partition.throttled_keys);
    json.end_object();
}

void write_source_throughput(JsonWriter& json, const SourceReport& source) {
    json.begin_object();
    laboratory::controls::write_source_names(json, source);
    write_units(json, "read", source.read);
    write_units(json, "write", source.write);
    json.integer_member("throttled", source.throttled);
    json.integer_member("wouldThrottle", source.would_throttle);
    json.array_member("partitions", source.partitions, [&](const PartitionReport& partition) {
        write_partition(json, partition);
    });
    json.end_object();
}

bool fits(std::string_view pattern, std::string_view name) {
    return pattern.empty() || engine::matches_name(pattern, name);
}

// Writes the Contributor Insights of tables that match the patterns, unless they are disabled.
void write_insights(
    JsonWriter& json,
    const laboratory::Laboratory& laboratory,
    std::string_view table,
    std::string_view region
) {
    const engine::Administration administration = laboratory.administration();
    json.begin_array("insights");
    for (const auto& state : administration.tables(administration.name())) {
        const protocol::model::TableDescription& description = state.snapshot->description;
        if (!fits(table, description.name) || !fits(region, state.place.region)) continue;
        for (const auto& [index, insights] : description.insights) {
            if (insights.status == protocol::model::InsightsStatus::Disabled) continue;
            json.begin_object();
            json.string_member("region", state.place.region);
            json.string_member("table", description.name);
            if (!index.empty()) json.string_member("index", index);
            json.string_member("status", protocol::values::text_of(insights.status));
            json.string_member("mode", protocol::values::text_of(insights.mode));
            json.end_object();
        }
    }
    json.end_array();
}

// Traffic of the tables and regions that match the patterns; "" matches all.
AdminAnswer heat_state(
    laboratory::Laboratory& laboratory, std::string_view table, std::string_view region
) {
    const HeatReport report = laboratory.administration().heat();
    return object_answer([&](JsonWriter& json) {
        laboratory::controls::kThroughput.write(json, laboratory);
        json.begin_array("sources");
        for (const SourceReport& source : report.sources) {
            const bool is_asked_for = fits(table, source.table_name) &&
                                      fits(region, protocol::model::region_of_arn(source.arn));
            if (is_asked_for) write_source_throughput(json, source);
        }
        json.end_array();
        write_insights(json, laboratory, table, region);
    });
}

Accepted<AdminAnswer> get_heat(laboratory::Laboratory& laboratory, const AdminCall& call) {
    return heat_state(laboratory, call.query_value("table"), call.query_value("region"));
}

Accepted<AdminAnswer> delete_heat(laboratory::Laboratory& laboratory, const AdminCall&) {
    laboratory.administration().forget_heat();
    return heat_state(laboratory, "", "");
}

// Sixteen hexadecimal digits, because many JSON parsers lose precision in 64-bit numbers.
std::string hash_text(std::uint64_t hash) {
    std::string text;
    protocol::append_hex(text, hash, 16);
    return text;
}

void write_partition_state(JsonWriter& json, const PartitionState& partition) {
    json.begin_object();
    json.string_member("region", partition.region);
    json.string_member("table", partition.table);
    if (!partition.index.empty()) json.string_member("index", partition.index);
    json.integer_member("partition", static_cast<std::int64_t>(partition.id.value));
    json.string_member("firstHash", hash_text(partition.range.first));
    json.string_member("lastHash", hash_text(partition.range.last));
    json.integer_member("items", partition.items);
    json.integer_member("bytes", partition.bytes);
    if (partition.origin) {
        json.integer_member("splitFrom", static_cast<std::int64_t>(partition.origin->from.value));
        json.integer_member("splitAtMs", partition.origin->at.unix_ms());
    }
    json.strings_member("keys", partition.keys);
    json.end_object();
}

Accepted<AdminAnswer> get_partitions(laboratory::Laboratory& laboratory, const AdminCall& call) {
    return object_answer([&](JsonWriter& json) {
        json.begin_array("partitions");
        const auto table = call.query_value("table");
        for (const PartitionState& partition :
             engine::inspection::inspect_partitions(laboratory.universe(), table)) {
            write_partition_state(json, partition);
        }
        json.end_array();
    });
}

// The table or index to split, and the number of partitions.
struct SplitCall {
    engine::Engine::TableName table;
    std::string index;  // "" for the table itself
    std::size_t partitions = 0;

    bool is_about(const PartitionCount& count) const {
        return count.table == table.name && count.index == index &&
               (!table.region || *table.region == count.place.region);
    }
};

// nullopt if the table or index does not exist.
std::optional<PartitionCount> present_count(
    const laboratory::Laboratory& laboratory, const SplitCall& split
) {
    for (PartitionCount& count : laboratory.administration().partitions()) {
        if (split.is_about(count)) return std::move(count);
    }
    return std::nullopt;
}

AdminAnswer count_answer(const PartitionCount& count) {
    return object_answer([&](JsonWriter& json) {
        json.string_member("table", count.table);
        if (!count.index.empty()) json.string_member("index", count.index);
        json.string_member("region", count.place.region);
        json.integer_member("partitions", static_cast<std::int64_t>(count.partitions));
    });
}

Accepted<SplitCall> read_split(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(Members body, call.members());
    STATOR_TRY(const auto table, body.text("table"));
    STATOR_TRY(const auto index, body.text("index"));
    STATOR_TRY(const auto region, body.text("region"));
    STATOR_TRY(
        const auto partitions, body.integer("partitions", 1, engine::capacity::kMostPartitions)
    );
    STATOR_CHECK(body.finish());
    if (!table) return body.refuse("table", "is missing");
    if (!partitions) return body.refuse("partitions", "is missing; say how many there are to be");
    return SplitCall{
        {laboratory.administration().name(), region, *table},
        index.value_or(""),
        static_cast<std::size_t>(*partitions)};
}

Refusal too_few(const PartitionCount& present) {
    const std::string owner =
        present.index.empty() ? "table '" + present.table + "'" : "index '" + present.index + "'";
    return {
        owner + " has " + std::to_string(present.partitions) +
            " partitions already; they can be split, but are never merged. Ask for more, or create "
            "the table again.",
        409};
}

Accepted<AdminAnswer> split_partitions(laboratory::Laboratory& laboratory, const AdminCall& call) {
    using Lookup = engine::Administration::Lookup;
    STATOR_TRY(const SplitCall split, read_split(laboratory, call));
    const auto before = present_count(laboratory, split);
    if (before && before->partitions > split.partitions) return too_few(*before);
    const auto outcome =
        laboratory.administration().split_partitions(split.table, split.index, split.partitions);
    if (outcome.lookup == Lookup::NoTable) {
        return Refusal{
            "there is no table '" + split.table.name + "' in universe '" +
                std::string(shown_universe(split.table.universe)) + "'; create it first.",
            404};
    }
    if (outcome.lookup == Lookup::NoIndex) {
        return Refusal{
            "table '" + split.table.name + "' has no global index '" + split.index +
                "'; a local index lies in the partitions of its table.",
            404};
    }
    AdminAnswer answer = count_answer(present_count(laboratory, split).value_or(PartitionCount()));
    answer.journal_ticket = outcome.journal_ticket;
    return answer;
}

}  // namespace

AdminRoutes throughput_routes() {
    static constexpr AdminRoute kRoutes[] = {
        {"GET", "/_stator/v1/heat", get_heat, "", "table region"},
        {"DELETE", "/_stator/v1/heat", delete_heat},
        {"GET", "/_stator/v1/partitions", get_partitions, "", "table"},
        {"POST",
         "/_stator/v1/partitions/split",
         split_partitions,
         R"({"table":"…","partitions":8})"},
    };
    return kRoutes;
}

}  // namespace stator::emulator::admin::routes
