#include "emulator/laboratory/controls/clock_control.hpp"
#include "emulator/laboratory/controls/controls.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "emulator/base/time_text.hpp"
#include "engine/base/virtual_clock.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

using engine::ClockSetting;
using engine::Instant;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

constexpr std::int64_t kLatestMs = engine::kLatestTime.unix_ms();

// The members of a clock in a request. A value.
struct ClockForm {
    std::optional<std::string> mode;
    std::optional<Instant> set;
    std::optional<double> scale;
    std::optional<std::int64_t> offset_ms;

    // A time of the clock, and the real time at that moment.
    struct Anchor {
        Instant now;
        Instant real;
    };

    std::optional<Anchor> anchor;
};

void write_scale(JsonWriter& json, double scale) {
    json.raw_member("scale", protocol::significant_text(scale));
}

// The origin of a scaled clock. It is exact, but the clock's present time is rounded.
void write_anchor(JsonWriter& json, const ClockSetting& setting) {
    json.begin_object("anchor");
    json.integer_member("nowMs", setting.virtual_time.unix_ms());
    json.integer_member("realMs", setting.real_time.unix_ms());
    json.end_object();
}

bool is_scaled(const ClockSetting& setting) {
    return clock_mode_name(setting) == "scaled";
}

Accepted<std::optional<ClockForm::Anchor>> read_anchor(Members& members) {
    STATOR_TRY(auto anchor, members.object("anchor"));
    if (!anchor) return std::optional<ClockForm::Anchor>();
    STATOR_TRY(const auto now, anchor->integer("nowMs", 0, kLatestMs));
    STATOR_TRY(const auto real, anchor->integer("realMs", 0, kLatestMs));
    STATOR_CHECK(anchor->finish());
    if (!now || !real) {
        return members.refuse("anchor", "needs 'nowMs', and 'realMs' on the machine's clock");
    }
    return std::optional(ClockForm::Anchor{Instant(*now), Instant(*real)});
}

// "now" and "nowMs" are members that GET shows. They are the setting of a frozen clock; for other
// clocks they are only informative.
Accepted<std::optional<Instant>> read_now(Members& members) {
    STATOR_TRY(const auto now, members.time("now"));
    STATOR_TRY(const auto now_ms, members.integer("nowMs", 0, kLatestMs));
    if (now && now_ms && now->unix_ms() != *now_ms) {
        return members.refuse("now", "is not 'nowMs'; keep one of them");
    }
    if (now_ms) return std::optional(Instant(*now_ms));
    return now;
}

// Rejects members that cannot be combined with the mode.
Accepted<void> check_mode(const Members& members, const ClockForm& form) {
    const bool has_line = form.offset_ms || form.anchor;
    if (!form.mode) {
        if (form.scale == 0) {
            return members.refuse("scale", "must be above 0; \"mode\":\"frozen\" stops the clock");
        }
        if (has_line) return Refusal{members.place() + " needs 'mode'; GET shows which."};
        return {};
    }
    if (form.mode == "follow" && (form.set || form.scale.value_or(1) != 1)) {
        return Refusal{
            "a clock that follows the machine's has no 'set' and no 'scale'; leave "
            "them out."};
    }
    if (form.mode == "frozen" && form.scale.value_or(0) != 0) {
        return Refusal{"a frozen clock has no 'scale'; leave it or 'mode' out."};
    }
    if (form.mode == "shifted" && form.scale.value_or(1) != 1) {
        return Refusal{"a shifted clock has no 'scale'; its 'mode' would be scaled."};
    }
    if (form.mode == "shifted" && !form.set && !form.offset_ms) {
        return members.refuse("mode", "needs 'offsetMs' or 'set' beside it");
    }
    if (form.mode == "scaled" && form.scale.value_or(0) == 0) {
        return members.refuse("mode", "needs 'scale' beside it, above 0");
    }
    if (form.anchor && form.mode != "scaled") {
        return members.refuse("anchor", "goes with \"mode\":\"scaled\" only");
    }
    return {};
}

// The new setting. It is applied in one step, so that no request sees an intermediate state.
ClockSetting wanted_setting(
    const engine::VirtualClock& clock, const ClockForm& form, Others others
) {
    const bool stays = others == Others::Stay;
    const ClockSetting present = stays ? clock.setting() : ClockSetting();
    const Instant real = clock.real_now();
    const auto from = [&](Instant now, double scale) {
        return ClockSetting{
            .follows = false, .virtual_time = now, .real_time = real, .scale = scale};
    };
    const Instant now = form.set.value_or(stays ? clock.now() : real);
    if (form.mode == "follow") return {};
    if (form.mode == "frozen") return from(now, 0);
    if (form.mode == "shifted") {
        const std::int64_t shifted = real.unix_ms() + form.offset_ms.value_or(0);
        return from(form.set.value_or(Instant(std::clamp<std::int64_t>(shifted, 0, kLatestMs))), 1);
    }
    if (form.anchor && !form.set) {
        ClockSetting setting = from(form.anchor->now, *form.scale);
        setting.real_time = form.anchor->real;
        return setting;
    }
    if (!form.set && !form.scale) return present;
    return from(now, form.scale.value_or(present.follows ? 1 : present.scale));
}

}  // namespace

std::string_view clock_mode_name(const ClockSetting& setting) {
    if (setting.follows) return "follow";
    if (setting.is_frozen()) return "frozen";
    return setting.scale == 1 ? "shifted" : "scaled";
}

Accepted<Change> read_clock(JsonView json, const std::string& place) {
    constexpr std::array<std::string_view, 4> kClockModes = {
        "follow", "frozen", "shifted", "scaled"};
    STATOR_TRY(Members members, Members::of(json, place));
    ClockForm form;
    STATOR_TRY(form.mode, members.choice("mode", kClockModes));
    STATOR_TRY(form.set, members.time("set"));
    STATOR_TRY(form.scale, members.number("scale", 0, kFastestClock));
    STATOR_TRY(form.offset_ms, members.integer("offsetMs", -kLatestMs, kLatestMs));
    STATOR_TRY(form.anchor, read_anchor(members));
    STATOR_TRY(const auto now, read_now(members));
    members.has("nextDueMs");
    STATOR_CHECK(members.finish());
    if (form.scale && *form.scale > 0 && *form.scale < kSlowestClock) {
        return members.refuse("scale", "must be a number from 1e-06 to 1e+06");
    }
    if (now && !form.mode) {
        return members.refuse("now", "is what GET shows; 'set' sets the clock");
    }
    STATOR_CHECK(check_mode(members, form));
    if (form.mode == "frozen" && !form.set) form.set = now;
    return Change([form](Laboratory& laboratory, Others others) {
        // Work that is due now must not wait for a clock that is set back.
        laboratory.universe().run_due();
        engine::VirtualClock& clock = laboratory.clock();
        clock.restore(wanted_setting(clock, form, others));
        return laboratory.administration().note_clock();
    });
}

void write_clock(JsonWriter& json, Laboratory& laboratory) {
    const ClockSetting setting = laboratory.clock().setting();
    json.string_member("mode", clock_mode_name(setting));
    if (setting.follows) return;
    if (setting.is_frozen()) {
        json.string_member("set", time_text(setting.virtual_time));
    } else if (is_scaled(setting)) {
        write_scale(json, setting.scale);
        write_anchor(json, setting);
    } else {
        json.integer_member("offsetMs", setting.virtual_time - setting.real_time);
    }
}

void write_clock_reading(JsonWriter& json, const ClockSetting& setting, Instant now) {
    json.integer_member("nowMs", now.unix_ms());
    json.string_member("now", time_text(now));
    json.string_member("mode", clock_mode_name(setting));
    write_scale(json, setting.follows ? 1 : setting.scale);
}

namespace {

void write_clock_state(JsonWriter& json, Laboratory& laboratory, std::string_view) {
    const ClockSetting setting = laboratory.clock().setting();
    // Reads both clocks within the same millisecond: a clock that follows real time has no offset.
    Instant real = laboratory.clock().real_now();
    Instant now = laboratory.clock().now();
    while (laboratory.clock().real_now() != real) {
        real = laboratory.clock().real_now();
        now = laboratory.clock().now();
    }
    const Instant due = laboratory.universe().deadlines().next();
    write_clock_reading(json, setting, now);
    json.integer_member("offsetMs", now - real);
    if (is_scaled(setting)) write_anchor(json, setting);
    json.key("nextDueMs");
    if (due == engine::kNever) {
        json.null();
    } else {
        json.integer(due.unix_ms());
    }
}

}  // namespace

constinit const Control kClock{
    .name = "clock",
    .path = "/_stator/v1/clock",
    .example = R"({"mode":"frozen"})",
    .read = read_clock,
    .write = write_clock,
    .show = write_clock_state,
};

}  // namespace stator::emulator::laboratory::controls
