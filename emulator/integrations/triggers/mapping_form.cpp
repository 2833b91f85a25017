#include "emulator/integrations/triggers/mapping_form.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "emulator/base/file_text.hpp"
#include "emulator/base/time_text.hpp"
#include "emulator/integrations/triggers/function_url.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::integrations::triggers {
namespace {

using protocol::formats::triggers::EventFilter;
using protocol::formats::triggers::EventPattern;
using protocol::formats::triggers::EventSourceMapping;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;
namespace triggers = protocol::formats::triggers;

constexpr std::array<std::string_view, 2> kStartingPositions = {"LATEST", "TRIM_HORIZON"};
constexpr std::string_view kNameCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";

// The name is part of a key, and a file with that name must stay in its directory.
bool is_plain_name(std::string_view name) {
    return !name.empty() && name.size() <= 255 && name.front() != '.' &&
           name.find_first_not_of(kNameCharacters) == std::string_view::npos;
}

Accepted<EventFilter> read_filter(JsonView json, std::string place) {
    STATOR_TRY(Members members, Members::of(json, std::move(place)));
    const auto pattern = members.value("Pattern");
    STATOR_CHECK(members.finish());
    if (!pattern) return members.refuse("Pattern", "is missing");
    if (!pattern->is_string() && !pattern->is_object()) {
        return members.refuse("Pattern", "must be a pattern, as JSON or as a text of JSON");
    }
    std::string text = pattern->is_string() ? std::string(pattern->string()) : pattern->text();
    if (text.size() > triggers::kMostPatternLength) {
        return members.refuse("Pattern", "must have at most 4096 characters");
    }
    auto parsed = EventPattern::parse(text);
    if (const auto* problem = std::get_if<std::string>(&parsed)) {
        // AWS: Lambda returns the first sentence. [doc LocalStack's snapshots of AWS]
        return Refusal{
            "Invalid filter pattern definition. '" + text + "' in " + members.place() +
            " is none: " + *problem + "."};
    }
    return EventFilter{std::move(text), std::get<EventPattern>(std::move(parsed))};
}

Accepted<std::vector<EventFilter>> read_filters(Members& members) {
    std::vector<EventFilter> filters;
    STATOR_TRY(auto criteria, members.object("FilterCriteria"));
    if (!criteria) return filters;
    STATOR_TRY(const auto elements, criteria->array("Filters"));
    STATOR_CHECK(criteria->finish());
    if (elements.size() > triggers::kMostFilters) {
        return criteria->refuse("Filters", "must have at most 10 filters");
    }
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const std::string place = criteria->place_of("Filters") + "[" + std::to_string(i) + "]";
        STATOR_TRY(EventFilter filter, read_filter(elements[i], place));
        filters.push_back(std::move(filter));
    }
    return filters;
}

// Reads the destination of failed records; "" if there is none.
Accepted<std::string> read_destination(Members& members) {
    const Accepted<std::string> none(boost::system::in_place_value, "");
    STATOR_TRY(auto config, members.object("DestinationConfig"));
    if (!config) return none;
    STATOR_TRY(auto on_failure, config->object("OnFailure"));
    STATOR_CHECK(config->finish());
    if (!on_failure) return none;
    STATOR_TRY(const auto destination, on_failure->text("Destination"));
    STATOR_CHECK(on_failure->finish());
    if (!destination || destination->empty()) return none;
    const bool is_file =
        destination->starts_with(triggers::kFileDestination) &&
        is_plain_name(std::string_view(*destination).substr(triggers::kFileDestination.size()));
    if (is_file || split_function_url(*destination)) {
        return Accepted<std::string>(boost::system::in_place_value, *destination);
    }
    return on_failure->refuse(
        "Destination", "must be a URL such as http://127.0.0.1:9000/failed, or file:NAME"
    );
}

// Reads the numeric members, with AWS's names and ranges. Windows are whole seconds.
Accepted<void> read_numbers(Members& members, EventSourceMapping& mapping) {
    const auto read =
        [&](std::string_view name, std::int64_t least, std::int64_t most, std::int64_t& value
        ) -> Accepted<void> {
        STATOR_TRY(const auto given, members.integer(name, least, most));
        value = given.value_or(value);
        return {};
    };
    STATOR_CHECK(read("TimeoutInSeconds", 1, triggers::kMostFunctionTimeoutS, mapping.timeout_s));
    STATOR_CHECK(read("BatchSize", 1, triggers::kMostBatchRecords, mapping.batch_size));
    STATOR_CHECK(read(
        "MaximumBatchingWindowInSeconds",
        0,
        triggers::kMostBatchingWindowS,
        mapping.batching_window_s
    ));
    STATOR_CHECK(read(
        "ParallelizationFactor", 1, triggers::kMostParallelBatches, mapping.parallelization_factor
    ));
    STATOR_CHECK(read(
        "MaximumRetryAttempts", -1, triggers::kMostRetryAttempts, mapping.maximum_retry_attempts
    ));
    STATOR_CHECK(read(
        "MaximumRecordAgeInSeconds", -1, triggers::kMostRecordAgeS, mapping.maximum_record_age_s
    ));
    const std::int64_t age = mapping.maximum_record_age_s;
    if (age != -1 && age < triggers::kLeastRecordAgeS) {
        return members.refuse("MaximumRecordAgeInSeconds", "must be -1 or from 60 to 604800");
    }
    return read(
        "TumblingWindowInSeconds", 0, triggers::kMostTumblingWindowS, mapping.tumbling_window_s
    );
}

// Reads the URL or the command of the function.
Accepted<void> read_function(Members& members, EventSourceMapping& mapping) {
    STATOR_TRY(const auto url, members.text("Url"));
    if (members.has("Command")) {
        STATOR_TRY(mapping.command, members.texts("Command"));
        if (mapping.command.front().empty()) return members.refuse("Command", "names no program");
    }
    if (url.has_value() == !mapping.command.empty()) {
        return Refusal{
            members.place() +
            " must have either 'Url' or 'Command', which says where the "
            "function is."};
    }
    mapping.url = url.value_or("");
    if (!mapping.url.empty() && !split_function_url(mapping.url)) {
        return members.refuse("Url", "must be a URL such as http://127.0.0.1:9000/path");
    }
    return {};
}

Accepted<MappingPtr> read_mapping(JsonView json, std::string place) {
    STATOR_TRY(Members members, Members::of(json, std::move(place)));
    EventSourceMapping mapping;
    STATOR_TRY(const auto table, members.text("Table"));
    if (!table || table->empty()) return members.refuse("Table", "is missing");
    mapping.table = *table;
    STATOR_TRY(const auto name, members.text("Name"));
    mapping.name = name.value_or(mapping.table);
    if (!is_plain_name(mapping.name)) {
        return members.refuse("Name", "must have letters, digits, '-', '_' and '.' only");
    }
    STATOR_TRY(const auto region, members.text("Region"));
    mapping.region = region.value_or(mapping.region);
    STATOR_CHECK(read_function(members, mapping));
    STATOR_TRY(const auto start, members.choice("StartingPosition", kStartingPositions));
    mapping.starts_at_latest = start.value_or("LATEST") == "LATEST";
    STATOR_CHECK(read_numbers(members, mapping));
    STATOR_TRY(const auto bisects, members.boolean("BisectBatchOnFunctionError"));
    mapping.bisects = bisects.value_or(false);
    STATOR_TRY(const auto enabled, members.boolean("Enabled"));
    mapping.enabled = enabled.value_or(true);
    STATOR_TRY(const auto types, members.array("FunctionResponseTypes"));
    for (const JsonView type : types) {
        if (!type.is_string() || type.string() != triggers::kReportBatchItemFailures) {
            return members.refuse("FunctionResponseTypes", "may have ReportBatchItemFailures only");
        }
        mapping.reports_item_failures = true;
    }
    STATOR_TRY(mapping.filters, read_filters(members));
    STATOR_TRY(mapping.on_failure, read_destination(members));
    members.has("Status");  // part of a reply that is sent back
    STATOR_CHECK(members.finish());
    return MappingPtr(std::make_shared<const EventSourceMapping>(std::move(mapping)));
}

void write_function(JsonWriter& json, const EventSourceMapping& mapping) {
    json.string_member("Name", mapping.name);
    json.string_member("Table", mapping.table);
    json.string_member("Region", mapping.region);
    if (!mapping.url.empty()) json.string_member("Url", mapping.url);
    if (!mapping.command.empty()) {
        json.strings_member("Command", mapping.command);
    }
    json.integer_member("TimeoutInSeconds", mapping.timeout_s);
}

// AWS: the members of an event source mapping, in Lambda's order.
// [doc Lambda API_EventSourceMappingConfiguration.html]
void write_settings(JsonWriter& json, const EventSourceMapping& mapping) {
    write_function(json, mapping);
    json.string_member("StartingPosition", kStartingPositions.at(mapping.starts_at_latest ? 0 : 1));
    json.integer_member("BatchSize", mapping.batch_size);
    json.integer_member("MaximumBatchingWindowInSeconds", mapping.batching_window_s);
    json.integer_member("ParallelizationFactor", mapping.parallelization_factor);
    if (!mapping.filters.empty()) {
        json.begin_object("FilterCriteria");
        json.objects_member("Filters", mapping.filters, [&](const EventFilter& filter) {
            json.string_member("Pattern", filter.text);
        });
        json.end_object();
    }
    json.begin_object("DestinationConfig");
    json.begin_object("OnFailure");
    if (!mapping.on_failure.empty()) json.string_member("Destination", mapping.on_failure);
    json.end_object();
    json.end_object();
    json.integer_member("MaximumRecordAgeInSeconds", mapping.maximum_record_age_s);
    json.boolean_member("BisectBatchOnFunctionError", mapping.bisects);
    json.integer_member("MaximumRetryAttempts", mapping.maximum_retry_attempts);
    json.integer_member("TumblingWindowInSeconds", mapping.tumbling_window_s);
    json.begin_array("FunctionResponseTypes");
    if (mapping.reports_item_failures) json.string(triggers::kReportBatchItemFailures);
    json.end_array();
    json.boolean_member("Enabled", mapping.enabled);
}

void write_lane(JsonWriter& json, const LaneState& lane, engine::Instant now) {
    json.begin_object();
    json.string_member("ShardId", lane.shard);
    json.integer_member("Lane", lane.lane);
    json.string_member("NextSequenceNumber", protocol::model::sequence_number_text(lane.next));
    json.integer_member(
        "IteratorAgeMs", lane.oldest ? std::max<std::int64_t>(now - *lane.oldest, 0) : 0
    );
    json.integer_member("WaitingRecords", static_cast<std::int64_t>(lane.records));
    json.boolean_member("IsCalling", lane.is_busy);
    json.boolean_member("HasEnded", lane.is_done);
    if (lane.retries_at) json.string_member("RetriesAt", time_text(*lane.retries_at));
    if (!lane.last_result.empty()) json.string_member("LastResult", lane.last_result);
    json.end_object();
}

void write_status(JsonWriter& json, const EventSourceMapping& mapping, const ShownAt& shown) {
    const MappingState state = shown.board->state(mapping.name).value_or(MappingState());
    const auto count = [&json](std::string_view name, std::uint64_t value) {
        json.integer_member(name, static_cast<std::int64_t>(value));
    };
    json.begin_object("Status");
    json.string_member("State", mapping.enabled ? "Enabled" : "Disabled");
    json.boolean_member("HasStream", state.has_stream);
    json.string_member("LastProcessingResult", state.last_result);
    if (state.last_error_time) {
        json.string_member("LastError", state.last_error);
        json.string_member("LastErrorTime", time_text(*state.last_error_time));
    }
    count("Calls", state.counts.calls);
    count("FailedCalls", state.counts.failed_calls);
    count("DeliveredRecords", state.counts.delivered);
    count("FilteredRecords", state.counts.filtered);
    count("GivenUpRecords", state.counts.given_up);
    json.array_member("Shards", state.lanes, [&](const LaneState& lane) {
        write_lane(json, lane, shown.now);
    });
    json.end_object();
}

}  // namespace

Accepted<std::optional<Mappings>> read_mappings(Members& members) {
    if (!members.has("mappings")) return std::optional<Mappings>();
    STATOR_TRY(const auto elements, members.array("mappings"));
    Mappings mappings;
    std::set<std::string> names;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const std::string place = members.place_of("mappings") + "[" + std::to_string(i) + "]";
        STATOR_TRY(MappingPtr mapping, read_mapping(elements[i], place));
        if (!names.insert(mapping->name).second) {
            return Refusal{
                "Two mappings are called '" + mapping->name + "'; give each a Name of its own."};
        }
        mappings.push_back(std::move(mapping));
    }
    return std::optional(std::move(mappings));
}

void write_mappings(JsonWriter& json, const Mappings& mappings, const ShownAt& shown) {
    json.objects_member("mappings", mappings, [&](const MappingPtr& mapping) {
        write_settings(json, *mapping);
        if (shown.board != nullptr) write_status(json, *mapping, shown);
    });
}

std::string mapping_text(const EventSourceMapping& mapping) {
    return protocol::wire::object_text([&](JsonWriter& json) { write_settings(json, mapping); });
}

std::string mapping_list_text(const Mappings& mappings) {
    return protocol::wire::object_text([&](JsonWriter& json) { write_mappings(json, mappings); });
}

Accepted<Mappings> read_mapping_list(std::string text) {
    const auto document = protocol::wire::JsonDocument::parse(std::move(text));
    if (!document) return Refusal{"It is not JSON."};
    STATOR_TRY(Members members, Members::of(document->root(), "the top level"));
    STATOR_TRY(auto mappings, read_mappings(members));
    STATOR_CHECK(members.finish());
    return std::move(mappings).value_or(Mappings());
}

Accepted<Mappings> load_trigger_file(const std::string& path) {
    const std::string the_file = "The triggers file '" + path + "' ";
    STATOR_TRY(std::string text, file_text(path, "The triggers file"));
    const auto document = protocol::wire::JsonDocument::parse(std::move(text));
    if (!document) {
        return Refusal{
            the_file + "is not JSON; it has the form {\"mappings\":[{\"Table\":…,\"Url\":…}]}."};
    }
    const auto mistake = [&](const Refusal& refusal) {
        return Refusal{the_file + "has a mistake: " + refusal.sentence};
    };
    auto members = Members::of(document->root(), "the top level");
    if (members.has_error()) return mistake(members.error());
    auto mappings = read_mappings(*members);
    if (mappings.has_error()) return mistake(mappings.error());
    members->has("Idle");
    members->has("universe");
    const auto finished = members->finish();
    if (finished.has_error()) return mistake(finished.error());
    return (*mappings).value_or(Mappings());
}

}  // namespace stator::emulator::integrations::triggers
