// Control: something about a laboratory that can be set, shown, and set again from what was shown:
// its clock, its faults and so on. A new one is a row in its own file and a name in controls.cpp:
// the routes of the admin API and the laboratory as a whole then read and write it.
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

// What becomes of the settings that a change does not mention.
enum class Others : unsigned char {
    Stay,         // they stay as they are
    BecomeUsual,  // they become what they are when Stator starts without any flag
};

// A change that has been checked: it cannot be refused any more. Returns the journal's ticket, 0
// when nothing is stored.
using Change = std::function<engine::JournalTicket(Laboratory& laboratory, Others others)>;

struct Control {
    // The member of a laboratory that holds it.
    std::string_view name;
    // The path of the admin API at which GET shows it and PUT sets it.
    std::string_view path;
    // An example of the body of a PUT.
    std::string_view example;
    // Reads an object of settings. `place` names it in error sentences: "the body". What a GET
    // shows besides settings is accepted and ignored. Error: anything else that is no setting.
    Accepted<Change> (*read)(protocol::wire::JsonView json, const std::string& place);
    // Appends the settings, as members of an object that is open.
    void (*write)(protocol::wire::JsonWriter& json, Laboratory& laboratory);
    // Appends the members that GET shows, including the settings. Null: the settings are all.
    // `table` is the query parameter of that name; "" for all tables.
    void (*show
    )(protocol::wire::JsonWriter& json, Laboratory& laboratory, std::string_view table) = nullptr;
    // The query parameters of GET, separated by blanks.
    std::string_view parameters = {};
};

}  // namespace stator::emulator::laboratory::controls
