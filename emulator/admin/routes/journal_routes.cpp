#include "emulator/admin/routes/control_routes.hpp"
#include "emulator/admin/routes/groups.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>

#include "emulator/base/universe_name.hpp"
#include "emulator/journal/report_formats.hpp"
#include "emulator/laboratory/assertion_checks.hpp"
#include "emulator/laboratory/controls/controls.hpp"
#include "emulator/laboratory/laboratory.hpp"
#include "emulator/laboratory/report_inputs.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin::routes {

using protocol::wire::JsonWriter;

namespace {

constexpr std::int64_t kMaxCapacity = 1'000'000;

// An empty journal does not prove that nothing happened if it is off.
Accepted<void> check_recording(const journal::RequestJournal& journal) {
    if (journal.is_on() || journal.recorded() > 0) return {};
    return Refusal{
        "The request journal is off and has recorded nothing; start Stator with --journal, or PUT "
        "{\"on\":true} to /_stator/v1/requests/settings.",
        409};
}

Accepted<std::optional<std::uint64_t>> read_number(
    const AdminCall& call, std::string_view name, std::uint64_t most
) {
    const std::string_view text = call.query_value(name);
    if (text.empty()) return std::optional<std::uint64_t>();
    const auto number = protocol::parse_number<std::uint64_t>(text);
    if (!number || *number > most) {
        std::string sentence = "'" + std::string(name) + "' must be a whole number from 0 to ";
        return Refusal{sentence.append(std::to_string(most)).append(".")};
    }
    return number;
}

// The units and items that one or more requests consumed in a table.
template <class Use>
void write_consumption(JsonWriter& json, const Use& use) {
    json.raw_member("readUnits", protocol::decimal_text(use.read_units));
    json.raw_member("writeUnits", protocol::decimal_text(use.write_units));
    json.integer_member("scanned", use.scanned);
    json.integer_member("returned", use.returned);
}

void write_use(JsonWriter& json, const engine::capacity::SourceUse& use) {
    json.begin_object();
    json.string_member("table", use.table);
    json.string_member("index", use.index);
    write_consumption(json, use);
    json.boolean_member("hasFilter", use.has_filter);
    json.boolean_member("hasMore", use.has_more);
    json.end_object();
}

void write_body(JsonWriter& json, std::string_view name, std::string_view body) {
    if (body.empty()) return;
    json.raw_member(name, body);
}

void write_record(JsonWriter& json, const journal::RequestRecord& record) {
    json.begin_object();
    json.integer_member("sequence", static_cast<std::int64_t>(record.sequence));
    json.integer_member("timeMs", record.time.unix_ms());
    json.string_member("universe", shown_universe(record.universe));
    json.string_member("region", record.region);
    json.string_member("label", record.label);
    json.string_member("accessKey", record.access_key);
    json.integer_member("connection", record.connection);
    json.string_member("operation", record.operation);
    json.integer_member("status", record.status);
    json.string_member("error", record.error);
    if (!record.hint.empty()) json.string_member("hint", record.hint);
    if (record.decision != 0) {
        json.integer_member("decision", static_cast<std::int64_t>(record.decision));
    }
    json.integer_member("latencyMicroseconds", record.latency_us);
    json.integer_member("injectedMilliseconds", record.injected_ms);
    json.integer_member("unprocessed", record.unprocessed);
    json.strings_member("faults", record.faults);
    json.array_member("uses", record.uses, [&](const engine::capacity::SourceUse& use) {
        write_use(json, use);
    });
    write_body(json, "request", record.request_body);
    write_body(json, "reply", record.reply_body);
    json.end_object();
}

Accepted<journal::RequestFilter> read_filter(const AdminCall& call) {
    STATOR_TRY(
        const auto since, read_number(call, "since", std::numeric_limits<std::int64_t>::max())
    );
    STATOR_TRY(const auto limit, read_number(call, "limit", kMaxCapacity));
    journal::RequestFilter filter;
    filter.operation = call.query_value("operation");
    filter.region = call.query_value("region");
    filter.label = call.query_value("label");
    filter.table = call.query_value("table");
    filter.index = call.query_value("index");
    filter.error = call.query_value("error");
    filter.since = since;
    if (limit) filter.limit = static_cast<std::size_t>(*limit);
    return filter;
}

Accepted<AdminAnswer> list_requests(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const journal::RequestFilter filter, read_filter(call));
    const journal::RequestJournal& journal = laboratory.journal();
    STATOR_CHECK(check_recording(journal));
    return object_answer([&](JsonWriter& json) {
        json.array_member("requests", journal.list(filter), [&](const auto& record) {
            write_record(json, *record);
        });
        json.integer_member("recorded", journal.recorded());
    });
}

Accepted<AdminAnswer> clear_requests(laboratory::Laboratory& laboratory, const AdminCall&) {
    laboratory.journal().clear();
    return state_answer(laboratory, laboratory::controls::kJournal);
}

void write_counts(
    JsonWriter& json,
    std::string_view name,
    const std::map<std::string, std::uint64_t, std::less<>>& counts
) {
    json.begin_object(name);
    for (const auto& [what, count] : counts) {
        json.integer_member(what, count);
    }
    json.end_object();
}

void write_tallies(JsonWriter& json, std::string_view name, const journal::Tallies& tallies) {
    json.begin_array(name);
    for (const auto& [key, tally] : tallies) {
        json.begin_object();
        json.string_member("universe", shown_universe(key.universe));
        json.string_member("region", key.region);
        json.string_member("operation", key.operation);
        json.string_member("table", key.table);
        json.string_member("index", key.index);
        json.integer_member("requests", tally.requests);
        write_consumption(json, tally);
        json.integer_member("throttled", tally.throttled);
        json.integer_member("injectedMilliseconds", tally.injected_ms);
        write_counts(json, "errors", tally.errors);
        write_counts(json, "faults", tally.faults);
        json.end_object();
    }
    json.end_array();
}

Accepted<AdminAnswer> get_counters(laboratory::Laboratory& laboratory, const AdminCall&) {
    STATOR_CHECK(check_recording(laboratory.journal()));
    const journal::JournalTotals totals = laboratory.journal().totals();
    return object_answer([&](JsonWriter& json) {
        write_tallies(json, "operations", totals.operations);
        write_tallies(json, "tables", totals.tables);
        write_tallies(json, "sources", totals.sources);
    });
}

Accepted<AdminAnswer> post_assertions(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const auto assertions, journal::read_assertions(call.body));
    STATOR_CHECK(check_recording(laboratory.journal()));
    STATOR_TRY(
        const auto results, laboratory::check_assertions(call.laboratories, laboratory, assertions)
    );
    laboratory.journal().remember(results);
    AdminAnswer answer;
    answer.body = journal::assertions_text(results);
    return answer;
}

Accepted<AdminAnswer> get_report(laboratory::Laboratory& laboratory, const AdminCall& call) {
    const std::string_view name = call.query_value("format");
    const auto format = journal::find_report_format(name.empty() ? "json" : name);
    if (!format) return Refusal{"'format' must be json, markdown or junit."};
    STATOR_CHECK(check_recording(laboratory.journal()));
    const journal::CostReport report = journal::build_report(
        laboratory.journal().snapshot(), laboratory::report_inputs(laboratory)
    );
    AdminAnswer answer;
    answer.body = journal::report_text(report, *format);
    answer.content_type = journal::report_content_type(*format);
    return answer;
}

constexpr std::string_view kFilters = "operation region table index label error since limit";

constexpr AdminRoute kJournalRoutes[] = {
    {"GET", "/_stator/v1/requests", list_requests, "", kFilters},
    {"DELETE", "/_stator/v1/requests", clear_requests},
    {"GET", "/_stator/v1/counters", get_counters},
    {"POST",
     "/_stator/v1/assertions",
     post_assertions,
     R"({"assertions":[{"operation":"Scan","most":0}]})"},
    {"GET", "/_stator/v1/report", get_report, "", "format"},
};

}  // namespace

AdminRoutes journal_routes() {
    return kJournalRoutes;
}

}  // namespace stator::emulator::admin::routes
