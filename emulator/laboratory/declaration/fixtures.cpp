#include "emulator/laboratory/declaration/fixtures.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>
#include <utility>

#include "emulator/laboratory/declaration/item_file.hpp"
#include "emulator/operations/operation_table.hpp"
#include "engine/base/request_context.hpp"
#include "engine/capacity/throughput.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/consistency/consistency.hpp"
#include "protocol/base/api_error.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::declaration {
namespace {

using engine::JournalTicket;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

constexpr std::string_view kUsualRegion = "us-east-1";

Accepted<void> read_items(Members& members, const Directory& directory, Fixture& fixture) {
    STATOR_TRY(fixture.items, members.array("items"));
    STATOR_TRY(const auto file, members.text("file"));
    if (!file) return {};
    if (members.has("items")) {
        return Refusal{fixture.place + " has 'items' beside 'file'; keep one of them."};
    }
    if (!directory) {
        return members.refuse(
            "file",
            "is read only where --laboratory names the file that it stands in; send 'items' instead"
        );
    }
    fixture.file = (std::filesystem::path(*directory) / *file).string();
    return {};
}

Accepted<Fixture> read_fixture(
    JsonView json, const std::string& place, const Directory& directory
) {
    STATOR_TRY(Members members, Members::of(json, place));
    Fixture fixture;
    fixture.place = place;
    STATOR_TRY(const auto region, members.text("region"));
    STATOR_TRY(const auto table, members.object("table"));
    STATOR_TRY(const auto time_to_live, members.object("timeToLive"));
    STATOR_CHECK(read_items(members, directory, fixture));
    STATOR_CHECK(members.finish());
    if (!table) return members.refuse("table", "is missing; give what CreateTable takes");
    fixture.region = region.value_or(std::string(kUsualRegion));
    if (!protocol::errors::is_region_name(fixture.region)) {
        return members.refuse("region", "must be a region of AWS such as us-east-1");
    }
    const JsonView request = *json.find("table");
    fixture.table = request.string_or_empty("TableName");
    fixture.create_table = request.text();
    if (time_to_live) fixture.time_to_live = json.find("timeToLive")->text();
    return fixture;
}

// Runs requests in one universe, and collects the journal ticket that makes all of them durable.
class Requests {
public:
    Requests(engine::universes::Universe& universe, const std::string& region)
        : universe_(universe) {
        context_.place.universe = universe.name();
        context_.place.region = region;
    }

    // The error's name and message; nullopt if the request succeeds.
    std::optional<std::string> run(std::string_view operation, std::string request) {
        const auto document = JsonDocument::parse(std::move(request));
        if (!document) return "it is not JSON";
        context_.now = universe_.run_due_if_needed();
        engine::RequestOutcome outcome;
        const auto answer = operations::find_operation(operation, false)
                                ->handler(universe_, context_, document->root(), outcome);
        ticket_ = std::max(ticket_, outcome.journal_ticket);
        if (answer.has_value()) return std::nullopt;
        std::string error(protocol::error_name(answer.error().type));
        return error.append(": ").append(answer.error().message);
    }

    engine::catalog::Catalog& catalog() { return universe_.catalog(context_); }

    engine::Instant now() const { return context_.now; }

    JournalTicket ticket() { return std::max(ticket_, catalog().last_ticket()); }

private:
    engine::universes::Universe& universe_;
    engine::faults::WatchedContext context_;
    JournalTicket ticket_;
};

// {"TableName":…,name:value}
std::string request_of(const std::string& table, std::string_view name, std::string_view value) {
    return protocol::wire::object_text([&](JsonWriter& json) {
        json.string_member("TableName", table);
        json.raw_member(name, value);
    });
}

Refusal refused(const Fixture& fixture, std::string_view what, std::string_view error) {
    std::string sentence = fixture.place;
    sentence.append(" (table ").append(fixture.table).append("): ").append(what);
    sentence.append(" is refused with ").append(error);
    if (!sentence.ends_with('.')) sentence.push_back('.');
    return {std::move(sentence)};
}

// Deletes an existing table with that name regardless of its status and its deletion protection,
// because a fixture declares the table's contents.
Accepted<void> drop_table(Requests& requests, const Fixture& fixture) {
    engine::catalog::Catalog& catalog = requests.catalog();
    catalog.complete_changes(fixture.table, requests.now());
    const auto present = catalog.describe_table(fixture.table);
    if (present.has_error()) return {};
    if (present->description.deletion_protection) {
        const std::string request = request_of(fixture.table, "DeletionProtectionEnabled", "false");
        if (auto error = requests.run("UpdateTable", request))
            return refused(fixture, "unprotecting the table of that name", *error);
    }
    if (auto error = requests.run("DeleteTable", R"({"TableName":")" + fixture.table + "\"}"))
        return refused(fixture, "deleting the table of that name", *error);
    catalog.complete_changes(fixture.table, requests.now());
    return {};
}

Accepted<void> make_table(Requests& requests, const Fixture& fixture) {
    engine::catalog::Catalog& catalog = requests.catalog();
    STATOR_CHECK(drop_table(requests, fixture));
    if (auto error = requests.run("CreateTable", fixture.create_table))
        return refused(fixture, "the table", *error);
    catalog.complete_changes(fixture.table, requests.now());
    if (fixture.time_to_live.empty()) return {};
    const std::string request =
        request_of(fixture.table, "TimeToLiveSpecification", fixture.time_to_live);
    if (auto error = requests.run("UpdateTimeToLive", request))
        return refused(fixture, "its timeToLive", *error);
    return {};
}

Accepted<void> put_items(Requests& requests, const Fixture& fixture) {
    const auto put = [&](JsonView item, const std::string& name) -> Accepted<void> {
        if (auto error = requests.run("PutItem", request_of(fixture.table, "Item", item.text())))
            return refused(fixture, name, *error);
        return {};
    };
    if (!fixture.file.empty()) {
        return for_each_item(fixture.file, [&](JsonView item, std::size_t number) {
            return put(item, "item " + std::to_string(number) + " of '" + fixture.file + "'");
        });
    }
    for (std::size_t i = 0; i < fixture.items.size(); ++i) {
        STATOR_CHECK(put(fixture.items[i], "items[" + std::to_string(i) + "]"));
    }
    return {};
}

// As long as it exists, the universe has no throttling, no measurement of traffic and no stale
// reads.
class Calm {
public:
    explicit Calm(engine::universes::Universe& universe)
        : universe_(universe),
          lag_(universe.consistency().settings()),
          mode_(universe.throughput().mode()),
          heat_(universe.throughput().collects_heat()) {
        universe.consistency().set_settings({});
        universe.throughput().set_mode(engine::capacity::ThrottleMode::Off);
        universe.throughput().set_heat(false);
    }

    ~Calm() {
        universe_.throughput().set_heat(heat_);
        universe_.throughput().set_mode(mode_);
        universe_.consistency().set_settings(std::move(lag_));
        universe_.deadlines().note(universe_.now());
    }

    Calm(const Calm&) = delete;
    Calm& operator=(const Calm&) = delete;

private:
    engine::universes::Universe& universe_;
    engine::consistency::LagSettings lag_;
    const engine::capacity::ThrottleMode mode_;
    const bool heat_;
};

}  // namespace

Accepted<std::optional<std::vector<Fixture>>> read_fixtures(
    Members& members, const Directory& directory
) {
    using Fixtures = std::optional<std::vector<Fixture>>;
    if (!members.has("fixtures")) return Fixtures();
    STATOR_TRY(const auto elements, members.array("fixtures"));
    std::vector<Fixture> fixtures;
    std::set<std::pair<std::string, std::string>> names;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const std::string place = members.place_of("fixtures") + "[" + std::to_string(i) + "]";
        STATOR_TRY(Fixture fixture, read_fixture(elements[i], place, directory));
        if (!names.emplace(fixture.region, fixture.table).second) {
            return Refusal{
                place + " makes table '" + fixture.table +
                "' a second time; put its items into one fixture."};
        }
        fixtures.push_back(std::move(fixture));
    }
    return Fixtures(std::move(fixtures));
}

Accepted<JournalTicket> load_fixtures(
    engine::universes::Universe& universe, std::span<const Fixture> fixtures
) {
    const Calm calm(universe);
    JournalTicket ticket;
    for (const Fixture& fixture : fixtures) {
        Requests requests(universe, fixture.region);
        STATOR_CHECK(make_table(requests, fixture));
        STATOR_CHECK(put_items(requests, fixture));
        ticket = std::max(ticket, requests.ticket());
    }
    return ticket;
}

}  // namespace stator::emulator::laboratory::declaration
