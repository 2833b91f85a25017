#include "emulator/admin/clock_routes.hpp"

#include <array>

#include "emulator/forms/members.hpp"
#include "emulator/forms/time_text.hpp"
#include "emulator/observe/laboratory.hpp"
#include "engine/base/virtual_clock.hpp"
#include "engine/engine.hpp"
#include "engine/time_travel.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin {
namespace {

using engine::ClockSetting;
using protocol::wire::JsonWriter;

constexpr double kFastest = 1e6;
constexpr double kSlowest = 1e-6;
constexpr std::int64_t kFarthestMs = 100LL * 366 * 24 * 3'600'000;

std::string_view clock_mode_name(const ClockSetting& setting) {
    if (setting.follows) return "follow";
    if (setting.is_frozen()) return "frozen";
    return setting.scale == 1 ? "shifted" : "scaled";
}

AdminAnswer clock_state(observe::Laboratory& laboratory) {
    const ClockSetting setting = laboratory.clock().setting();
    const engine::Instant now = laboratory.clock().now();
    const engine::Instant due = laboratory.universe().next_deadline();
    AdminAnswer answer;
    JsonWriter json(answer.body);
    json.begin_object();
    json.integer_member("nowMs", now.unix_ms());
    json.string_member("now", forms::time_text(now));
    json.string_member("mode", clock_mode_name(setting));
    json.key("scale");
    json.raw(protocol::shortest_text(setting.follows ? 1 : setting.scale));
    json.integer_member("offsetMs", now - laboratory.clock().real_now());
    json.key("nextDueMs");
    if (due == engine::kNever) {
        json.null();
    } else {
        json.integer(due.unix_ms());
    }
    json.end_object();
    return answer;
}

// After any change: what is due happens, and the data file remembers.
AdminAnswer clock_changed(observe::Laboratory& laboratory) {
    const auto ticket = laboratory.administration().note_clock();
    AdminAnswer answer = clock_state(laboratory);
    answer.journal_ticket = ticket;
    return answer;
}

forms::Accepted<std::optional<engine::Instant>> read_time(
    forms::Members& members, std::string_view name
) {
    const auto text = members.text(name);
    if (text.has_error()) {
        STATOR_TRY(const auto unix_ms, members.integer(name, 0, engine::kLatestTime.unix_ms()));
        return std::optional(engine::Instant(*unix_ms));
    }
    if (!*text) return std::optional<engine::Instant>();
    const auto time = forms::parse_time(**text);
    if (!time) {
        return members.refuse(
            name, "must be a time such as 2026-01-01T00:00:00Z, or milliseconds since 1970"
        );
    }
    return time;
}

forms::Accepted<AdminAnswer> show_clock(observe::Laboratory& laboratory, const AdminCall&) {
    return clock_state(laboratory);
}

forms::Accepted<AdminAnswer> freeze(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(forms::Members body, call.members());
    STATOR_TRY(const auto at, read_time(body, "at"));
    STATOR_CHECK(body.finish());
    laboratory.universe().run_due();  // what is due now must not wait for a clock that goes back
    laboratory.clock().freeze(at);
    return clock_changed(laboratory);
}

forms::Accepted<AdminAnswer> follow(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const forms::Members body, call.members());
    STATOR_CHECK(body.finish());
    laboratory.universe().run_due();
    laboratory.clock().follow();
    return clock_changed(laboratory);
}

forms::Accepted<AdminAnswer> advance(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(forms::Members body, call.members());
    STATOR_TRY(std::optional<std::int64_t> ms, body.integer("ms", 0, kFarthestMs));
    STATOR_TRY(const auto by, body.text("by"));
    STATOR_CHECK(body.finish());
    if (ms.has_value() == by.has_value()) {
        return forms::Refusal{"the body must have either 'ms' or 'by', such as {\"by\":\"48h\"}."};
    }
    if (by) ms = forms::parse_duration_ms(*by);
    if (!ms) return body.refuse("by", "must be a duration such as 90s, 15m, 48h or 2d");
    if (laboratory.clock().now() + *ms > engine::kLatestTime) {
        return forms::Refusal{"the clock cannot go beyond the year 9999; advance it less."};
    }
    engine::advance_clock(laboratory.engine(), laboratory.universe(), *ms);
    return clock_changed(laboratory);
}

forms::Accepted<AdminAnswer> set(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(forms::Members body, call.members());
    STATOR_TRY(const auto to, read_time(body, "to"));
    STATOR_CHECK(body.finish());
    if (!to) return body.refuse("to", "is missing");
    laboratory.universe().run_due();
    laboratory.clock().set(*to);
    return clock_changed(laboratory);
}

forms::Accepted<AdminAnswer> scale(observe::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(forms::Members body, call.members());
    STATOR_TRY(const auto factor, body.number("factor", kSlowest, kFastest));
    STATOR_CHECK(body.finish());
    if (!factor) return body.refuse("factor", "is missing");
    laboratory.clock().scale(*factor);
    return clock_changed(laboratory);
}

forms::Accepted<AdminAnswer> put(observe::Laboratory& laboratory, const AdminCall& call) {
    constexpr std::array<std::string_view, 2> kModes = {"follow", "frozen"};
    STATOR_TRY(forms::Members body, call.members());
    STATOR_TRY(const auto mode, body.choice("mode", kModes));
    STATOR_TRY(const auto set_ms, read_time(body, "set"));
    STATOR_TRY(const auto factor, body.number("scale", kSlowest, kFastest));
    STATOR_CHECK(body.finish());
    if (mode == "follow" && (set_ms || factor)) {
        return forms::Refusal{
            "a clock that follows the machine's has no 'set' and no 'scale'; leave "
            "them out."};
    }
    if (mode == "frozen" && factor) {
        return forms::Refusal{"a frozen clock has no 'scale'; leave it or 'mode' out."};
    }
    laboratory.universe().run_due();
    if (mode == "follow") laboratory.clock().follow();
    if (set_ms) laboratory.clock().set(*set_ms);
    if (factor) laboratory.clock().scale(*factor);
    if (mode == "frozen") laboratory.clock().freeze(set_ms);
    return clock_changed(laboratory);
}

constexpr std::array kClockRoutes = {
    AdminRoute{"GET", "/_stator/v1/clock", show_clock},
    AdminRoute{"PUT", "/_stator/v1/clock", put, R"({"mode":"frozen"})"},
    AdminRoute{"POST", "/_stator/v1/clock/freeze", freeze},
    AdminRoute{"POST", "/_stator/v1/clock/follow", follow},
    AdminRoute{"POST", "/_stator/v1/clock/advance", advance, R"({"ms":60000} or {"by":"48h"})"},
    AdminRoute{"POST", "/_stator/v1/clock/set", set, R"({"to":"2026-01-01T00:00:00Z"})"},
    AdminRoute{"POST", "/_stator/v1/clock/scale", scale, R"({"factor":60})"},
};

}  // namespace

AdminRoutes clock_routes() {
    return kClockRoutes;
}

}  // namespace stator::emulator::admin
