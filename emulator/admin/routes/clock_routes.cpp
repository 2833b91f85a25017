#include "emulator/admin/routes/control_routes.hpp"
#include "emulator/admin/routes/groups.hpp"

#include <array>
#include <limits>

#include "emulator/base/members.hpp"
#include "emulator/base/time_text.hpp"
#include "emulator/laboratory/controls/clock_control.hpp"
#include "emulator/laboratory/controls/controls.hpp"
#include "emulator/laboratory/laboratory.hpp"
#include "engine/base/virtual_clock.hpp"
#include "engine/engine.hpp"
#include "engine/inspection/inspection.hpp"
#include "engine/time_travel.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin::routes {
namespace {

using engine::inspection::DueWork;
using protocol::wire::JsonWriter;

constexpr std::int64_t kFarthestMs = 100LL * 366 * 24 * 3'600'000;

// Must follow each change of the clock: runs overdue work and records the clock in the data file.
AdminAnswer clock_changed(laboratory::Laboratory& laboratory) {
    const auto ticket = laboratory.administration().note_clock();
    AdminAnswer answer = state_answer(laboratory, laboratory::controls::kClock);
    answer.journal_ticket = ticket;
    return answer;
}

Accepted<AdminAnswer> freeze(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(Members body, call.members());
    STATOR_TRY(const auto at, body.time("at"));
    STATOR_CHECK(body.finish());
    laboratory.universe().run_due();  // work due now must not wait for a clock that goes back
    laboratory.clock().freeze(at);
    return clock_changed(laboratory);
}

Accepted<AdminAnswer> follow(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const Members body, call.members());
    STATOR_CHECK(body.finish());
    laboratory.universe().run_due();
    laboratory.clock().follow();
    return clock_changed(laboratory);
}

// A number without a unit, in quotes or not, could be anything from milliseconds to days.
Accepted<std::optional<std::int64_t>> read_duration(Members& body) {
    const auto text = body.text("by");
    if (text.has_error()) {
        const auto number = body.number("by", 0, std::numeric_limits<double>::max());
        if (number.has_error()) return text.error();
        return Refusal{unit_question(protocol::decimal_text(**number)) + "."};
    }
    if (!*text) return std::optional<std::int64_t>();
    const auto ms = parse_duration_ms(**text);
    if (ms) return ms;
    if (protocol::parse_number<double>(**text)) {
        return Refusal{unit_question(**text) + "."};
    }
    return body.refuse("by", "must be a duration such as 90s, 15m, 48h or 2d");
}

Accepted<AdminAnswer> advance(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(Members body, call.members());
    STATOR_TRY(std::optional<std::int64_t> ms, body.integer("ms", 0, kFarthestMs));
    STATOR_TRY(const auto by, read_duration(body));
    STATOR_CHECK(body.finish());
    if (ms.has_value() == by.has_value()) {
        return Refusal{"the body must have either 'ms' or 'by', such as {\"by\":\"48h\"}."};
    }
    if (by) ms = by;
    if (laboratory.clock().now() + *ms > engine::kLatestTime) {
        return Refusal{"the clock cannot go beyond the year 9999; advance it less."};
    }
    engine::advance_clock(laboratory.universe(), *ms);
    return clock_changed(laboratory);
}

Accepted<AdminAnswer> set(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(Members body, call.members());
    STATOR_TRY(const auto to, body.time("to"));
    STATOR_CHECK(body.finish());
    if (!to) return body.refuse("to", "is missing");
    laboratory.universe().run_due();
    laboratory.clock().set(*to);
    return clock_changed(laboratory);
}

Accepted<AdminAnswer> scale(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(Members body, call.members());
    STATOR_TRY(
        const auto factor,
        body.number(
            "factor", laboratory::controls::kSlowestClock, laboratory::controls::kFastestClock
        )
    );
    STATOR_CHECK(body.finish());
    if (!factor) return body.refuse("factor", "is missing");
    laboratory.clock().scale(*factor);
    return clock_changed(laboratory);
}

std::string_view work_name(DueWork::Kind kind) {
    switch (kind) {
        case DueWork::Kind::Expiry: return "expiry";
        case DueWork::Kind::Transition: return "transition";
        case DueWork::Kind::Replication: return "replication";
        case DueWork::Kind::Backfill: return "backfill";
    }
    return {};
}

void write_work(JsonWriter& json, const DueWork& work) {
    json.begin_object();
    json.string_member("what", work_name(work.kind));
    json.integer_member("atMs", work.at.unix_ms());
    json.string_member("region", work.region);
    if (!work.table.empty()) json.string_member("table", work.table);
    if (!work.index.empty()) json.string_member("index", work.index);
    if (work.kind == DueWork::Kind::Expiry || work.kind == DueWork::Kind::Backfill) {
        json.integer_member("items", static_cast<std::int64_t>(work.items));
    }
    if (work.kind == DueWork::Kind::Backfill) {
        json.integer_member("allItems", static_cast<std::int64_t>(work.all_items));
    }
    json.end_object();
}

Accepted<AdminAnswer> get_due(laboratory::Laboratory& laboratory, const AdminCall&) {
    return object_answer([&](JsonWriter& json) {
        json.integer_member("nowMs", laboratory.universe().now().unix_ms());
        json.array_member(
            "due",
            engine::inspection::inspect_due(laboratory.universe()),
            [&](const DueWork& work) { write_work(json, work); }
        );
    });
}

constexpr std::array kClockRoutes = {
    AdminRoute{"POST", "/_stator/v1/clock/freeze", freeze},
    AdminRoute{"POST", "/_stator/v1/clock/follow", follow},
    AdminRoute{"POST", "/_stator/v1/clock/advance", advance, R"({"ms":60000} or {"by":"48h"})"},
    AdminRoute{"POST", "/_stator/v1/clock/set", set, R"({"to":"2026-01-01T00:00:00Z"})"},
    AdminRoute{"POST", "/_stator/v1/clock/scale", scale, R"({"factor":60})"},
    AdminRoute{"GET", "/_stator/v1/due", get_due},
};

}  // namespace

AdminRoutes clock_routes() {
    return kClockRoutes;
}

}  // namespace stator::emulator::admin::routes
