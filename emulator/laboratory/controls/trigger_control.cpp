#include "emulator/laboratory/controls/trigger_control.hpp"
#include "emulator/laboratory/controls/controls.hpp"

#include <algorithm>
#include <utility>

#include "emulator/base/members.hpp"
#include "emulator/integrations/triggers/mapping_form.hpp"
#include "engine/engine.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

using engine::triggers::StreamPosition;
using integrations::triggers::MappingPtr;
using integrations::triggers::Mappings;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

MappingPtr find_mapping(const Mappings& mappings, const std::string& name) {
    const auto found =
        std::ranges::find(mappings, name, [](const MappingPtr& mapping) { return mapping->name; });
    return found == mappings.end() ? nullptr : *found;
}

bool is_of_same_table(const MappingPtr& known, const MappingPtr& mapping) {
    return known->table == mapping->table && known->region == mapping->region;
}

// Sets the start positions of new mappings, and deletes those of removed mappings.
void place(Laboratory& laboratory, Mappings& mappings) {
    engine::Universe& universe = laboratory.universe();
    engine::triggers::PositionLog& log = universe.triggers().positions;
    const engine::MutexLock replacement(log.replacement());
    const Mappings known = laboratory.triggers().mappings();
    for (const MappingPtr& mapping : known) {
        if (find_mapping(mappings, mapping->name) == nullptr)
            log.drop(mapping->name, universe.recorder());
    }
    for (MappingPtr& mapping : mappings) {
        const MappingPtr before = find_mapping(known, mapping->name);
        const bool is_other = before != nullptr && !is_of_same_table(before, mapping);
        if (is_other || !log.beginning(mapping->name)) {
            const std::uint64_t next = universe.consistency().last_sequence().value + 1;
            const StreamPosition start =
                mapping->starts_at_latest ? StreamPosition{next, 0} : StreamPosition{};
            log.begin(mapping->name, start, universe.recorder());
        }
        // An unchanged mapping continues its current work.
        const bool is_same =
            before != nullptr && integrations::triggers::mapping_text(*before) ==
                                     integrations::triggers::mapping_text(*mapping);
        if (is_same) mapping = before;
    }
}

// Makes them durable. First records the old mappings for universes that inherit those of the
// default one.
engine::JournalTicket record(
    engine::Universe& universe, engine::Engine& engine, const Mappings& before, const Mappings& now
) {
    if (universe.name().empty()) {
        const std::string kept = integrations::triggers::mapping_list_text(before);
        for (const auto& other : engine.universes().all()) {
            if (!other->triggers().mappings.text())
                other->triggers().mappings.record(kept, other->recorder());
        }
    }
    return universe.triggers().mappings.record(
        integrations::triggers::mapping_list_text(now), universe.recorder()
    );
}

bool is_idle(const integrations::triggers::TriggerBoard& board, engine::Universe& universe) {
    if (!board.has_seen(
            universe.stream_changes().value(), universe.triggers().positions.generation()
        )) {
        return false;
    }
    return std::ranges::all_of(board.mappings(), [&](const MappingPtr& mapping) {
        const auto state = board.state(mapping->name);
        return !mapping->enabled || (state && std::ranges::none_of(
                                                  state->lanes,
                                                  [](const integrations::triggers::LaneState& lane
                                                  ) { return lane.is_busy || lane.records > 0; }
                                              ));
    });
}

}  // namespace

Accepted<Change> read_triggers(JsonView json, const std::string& place) {
    STATOR_TRY(Members members, Members::of(json, place));
    STATOR_TRY(auto mappings, integrations::triggers::read_mappings(members));
    members.has("Idle");  // part of a reply that is sent back
    STATOR_CHECK(members.finish());
    return change_triggers(std::move(mappings));
}

Change change_triggers(std::optional<Mappings> mappings) {
    return [mappings = std::move(mappings)](Laboratory& laboratory, Others others) {
        if (!mappings && others == Others::Stay) return engine::JournalTicket();
        Mappings placed = mappings.value_or(Mappings());
        if (placed.empty() && laboratory.triggers().mappings().empty()) {
            return engine::JournalTicket();
        }
        engine::Engine& engine = laboratory.engine();
        place(laboratory, placed);
        record(laboratory.universe(), engine, laboratory.triggers().mappings(), placed);
        laboratory.triggers().replace(std::move(placed));
        engine.changes().start();
        laboratory.universe().stream_changes().note();
        return engine.journal() == nullptr ? engine::JournalTicket()
                                           : engine.journal()->last_ticket();
    };
}

std::vector<std::string> restore_triggers(Laboratories& laboratories) {
    std::vector<std::string> sentences;
    for (const auto& laboratory : laboratories.all()) {
        auto text = laboratory->universe().triggers().mappings.text();
        const bool is_new =
            text &&
            *text != integrations::triggers::mapping_list_text(laboratory->triggers().mappings());
        if (!is_new) continue;
        auto mappings = integrations::triggers::read_mapping_list(*std::move(text));
        if (mappings.has_error()) {
            sentences.push_back(
                "the triggers that the data file remembers cannot be read: " +
                mappings.error().sentence
            );
            continue;
        }
        const bool has_some = !mappings->empty();
        laboratory->triggers().replace(*std::move(mappings));
        if (has_some) laboratory->engine().changes().start();
    }
    return sentences;
}

void write_triggers(JsonWriter& json, Laboratory& laboratory) {
    integrations::triggers::write_mappings(json, laboratory.triggers().mappings());
}

namespace {

// Writes the mappings with the state of each, and whether all of them are idle.
void write_trigger_state(JsonWriter& json, Laboratory& laboratory, std::string_view) {
    const integrations::triggers::TriggerBoard& board = laboratory.triggers();
    engine::Universe& universe = laboratory.universe();
    // A universe that has been reset does not wake the triggers by itself.
    laboratory.engine().changes().note();
    // Must be read before the rest, so that mappings that are idle now are shown as idle.
    const bool is_quiet = is_idle(board, universe);
    integrations::triggers::write_mappings(json, board.mappings(), {&board, universe.now()});
    json.boolean_member("Idle", is_quiet);
}

}  // namespace

constinit const Control kTriggers{
    .name = "triggers",
    .path = "/_stator/v1/triggers",
    .example = R"({"mappings":[{"Table":"Orders","Url":"http://127.0.0.1:9000/"}]})",
    .read = read_triggers,
    .write = write_triggers,
    .show = write_trigger_state,
};

}  // namespace stator::emulator::laboratory::controls
