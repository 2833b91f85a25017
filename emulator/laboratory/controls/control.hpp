// Control: a part of a laboratory that can be set, shown, and set again from its own output: the
// clock, the faults and so on. To add one, define it in its own file and add its name to
// controls.cpp. The routes of the admin API and declarations of laboratories then read and write
// it.
//
// Reading changes nothing, so that several controls can be checked before any of them is set.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "emulator/base/accepted.hpp"
#include "emulator/laboratory/laboratory.hpp"
#include "engine/base/identifiers.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::controls {

// The effect of a change on settings that it does not mention.
enum class Others : unsigned char {
    Stay,         // they keep their values
    BecomeUsual,  // they get the values that Stator starts with if no flag is given
};

// A validated change, which cannot fail. Returns the journal's ticket, 0 if nothing is stored.
using Change = std::function<engine::JournalTicket(Laboratory& laboratory, Others others)>;

struct Control {
    // Its member in a laboratory's declaration.
    std::string_view name;
    // Its path in the admin API, where GET shows it and PUT sets it.
    std::string_view path;
    // An example of the body of a PUT.
    std::string_view example;
    // Reads an object of settings. `place` names it in error messages: "the body". Accepts and
    // ignores members that a GET shows in addition to settings. Error: any other member that is not
    // a setting.
    Accepted<Change> (*read)(protocol::wire::JsonView json, const std::string& place);
    // Appends the settings as members of the open object.
    void (*write)(protocol::wire::JsonWriter& json, Laboratory& laboratory);
    // Appends the members that GET shows, including the settings. Null if GET shows only the
    // settings. `table` is the query parameter of that name; "" for all tables.
    void (*show
    )(protocol::wire::JsonWriter& json, Laboratory& laboratory, std::string_view table) = nullptr;
    // The query parameters of GET, separated by spaces.
    std::string_view parameters = {};
};

}  // namespace stator::emulator::laboratory::controls
