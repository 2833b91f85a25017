#include "emulator/laboratory/controls/controls.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "emulator/base/members.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

constexpr std::int64_t kMaxCapacity = 1'000'000;

constexpr std::array<std::string_view, 3> kBodyKeepings = {"none", "redacted", "full"};

journal::BodyKeeping body_keeping(std::string_view name) {
    const auto* const place = std::find(kBodyKeepings.begin(), kBodyKeepings.end(), name);
    return static_cast<journal::BodyKeeping>(place - kBodyKeepings.begin());
}

Accepted<Change> read_journal(JsonView json, const std::string& place) {
    STATOR_TRY(Members members, Members::of(json, place));
    STATOR_TRY(const auto on, members.boolean("on"));
    STATOR_TRY(const auto capacity, members.integer("capacity", 1, kMaxCapacity));
    STATOR_TRY(const auto bodies, members.choice("bodies", kBodyKeepings));
    STATOR_TRY(const auto label, members.text("label"));
    STATOR_CHECK(members.finish());
    return Change([=](Laboratory& laboratory, Others others) {
        const journal::JournalSettings present = laboratory.journal().settings();
        journal::JournalSettings settings = present;
        if (others == Others::BecomeUsual) settings = journal::JournalSettings();
        settings.on = on.value_or(settings.on);
        if (capacity) settings.capacity = static_cast<std::size_t>(*capacity);
        if (bodies) settings.bodies = body_keeping(*bodies);
        settings.label = label.value_or(settings.label);
        laboratory.journal().configure(settings);
        // The report names hot keys, so heat is needed. Heat that was switched off while the
        // journal was on stays off.
        if (settings.on && !present.on) laboratory.administration().collect_heat(true);
        return engine::JournalTicket();
    });
}

void write_journal(JsonWriter& json, Laboratory& laboratory) {
    const journal::JournalSettings settings = laboratory.journal().settings();
    json.boolean_member("on", settings.on);
    json.integer_member("capacity", static_cast<std::int64_t>(settings.capacity));
    json.string_member("bodies", kBodyKeepings.at(static_cast<std::size_t>(settings.bodies)));
    json.string_member("label", settings.label);
}

}  // namespace

constinit const Control kJournal{
    .name = "requests",
    .path = "/_stator/v1/requests/settings",
    .example = R"({"on":true})",
    .read = read_journal,
    .write = write_journal,
};

}  // namespace stator::emulator::laboratory::controls
