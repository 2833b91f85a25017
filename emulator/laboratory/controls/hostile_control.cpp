#include "emulator/laboratory/controls/controls.hpp"

#include "emulator/base/members.hpp"
#include "emulator/laboratory/hostile_level.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

Accepted<Change> read_hostile(protocol::wire::JsonView json, const std::string& place) {
    STATOR_TRY(Members members, Members::of(json, place));
    STATOR_TRY(const auto level, members.choice("level", kHostileLevels));
    STATOR_CHECK(members.finish());
    return Change([level](Laboratory& laboratory, Others others) {
        if (level) {
            laboratory.set_hostile_level(*find_hostile_level(*level));
        } else if (others == Others::BecomeUsual) {
            laboratory.set_hostile_level(HostileLevel::Off);
        }
        return engine::JournalTicket();
    });
}

void write_hostile(protocol::wire::JsonWriter& json, Laboratory& laboratory) {
    json.string_member("level", hostile_level_name(laboratory.hostile_level()));
}

}  // namespace

constinit const Control kHostile{
    .name = "hostile",
    .path = "/_stator/v1/hostile",
    .example = R"({"level":"rough"})",
    .read = read_hostile,
    .write = write_hostile,
};

}  // namespace stator::emulator::laboratory::controls
