#include "emulator/controls/hostile_control.hpp"

#include "emulator/forms/members.hpp"
#include "emulator/hostile/hostile_level.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::controls {

forms::Accepted<Change> read_hostile(protocol::wire::JsonView json, const std::string& place) {
    STATOR_TRY(forms::Members members, forms::Members::of(json, place));
    STATOR_TRY(const auto level, members.choice("level", hostile::kHostileLevels));
    STATOR_CHECK(members.finish());
    return Change([level](observe::Laboratory& laboratory, Others others) {
        if (level) {
            laboratory.set_hostile_level(*hostile::find_hostile_level(*level));
        } else if (others == Others::BecomeUsual) {
            laboratory.set_hostile_level(hostile::HostileLevel::Off);
        }
        return engine::JournalTicket();
    });
}

void write_hostile(protocol::wire::JsonWriter& json, observe::Laboratory& laboratory) {
    json.string_member("level", hostile::hostile_level_name(laboratory.hostile_level()));
}

}  // namespace stator::emulator::controls
