#include "emulator/laboratory/declaration/establish.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "emulator/base/universe_name.hpp"
#include "emulator/laboratory/controls/controls.hpp"
#include "emulator/laboratory/controls/universe_warnings.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "engine/base/mutex.hpp"
#include "engine/engine.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::declaration {
namespace {

using engine::JournalTicket;
using protocol::wire::JsonWriter;

// Two declarations at the same time would leave a mixture of both.
engine::Mutex& one_at_a_time() {
    static engine::Mutex mutex;
    return mutex;
}

// Loads the fixtures into a private engine, to find the errors that DynamoDB returns for them.
Accepted<void> try_fixtures(const Laboratory& laboratory, const DeclaredUniverse& declared) {
    if (!declared.fixtures || declared.fixtures->empty()) return {};
    const auto opened = engine::Engine::open({}, laboratory.clock());
    engine::Engine& scratch = *std::get<std::unique_ptr<engine::Engine>>(opened);
    const auto loaded = load_fixtures(scratch.default_universe(), *declared.fixtures);
    if (loaded.has_error()) return loaded.error();
    return {};
}

// The origin of a universe must exist, or be declared before it.
Accepted<void> check_origin(
    Laboratories& laboratories, const Declaration& declaration, std::size_t position
) {
    const DeclaredUniverse& declared = declaration.universes[position];
    if (declared.snapshot && !laboratories.snapshots().exists(*declared.snapshot)) {
        return Refusal{
            declared.place + ": there is no snapshot '" + *declared.snapshot +
                "'; GET /_stator/v1/snapshots lists them.",
            404};
    }
    if (!declared.from || laboratories.find_existing(*declared.from) != nullptr) return {};
    const auto begin = declaration.universes.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(position);
    const bool is_declared = std::any_of(begin, end, [&](const DeclaredUniverse& other) {
        return other.name == *declared.from;
    });
    if (is_declared) return {};
    return Refusal{
        declared.place + ": there is no universe '" + *declared.from +
            "' to copy; declare it before this one.",
        404};
}

// A seed applies when a universe is created. An existing universe cannot change it.
Accepted<void> check_seed(
    Laboratories& laboratories, const std::string& name, const DeclaredUniverse& declared
) {
    if (!declared.seed || declared.is_made_anew()) return {};
    const auto present = laboratories.find_existing(name);
    if (present == nullptr || present->administration().seed(name) == declared.seed) return {};
    return Refusal{
        "'seed' in " + declared.place +
        " is not the one that the universe began with; leave it out, or declare 'fixtures' too, "
        "and it begins again."};
}

Accepted<void> check(
    Laboratories& laboratories, Laboratory& laboratory, const Declaration& declaration
) {
    if (!declaration.universes.empty() && &laboratory != &laboratories.usual()) {
        return Refusal{
            "'universes' is declared for the whole process; leave it out, or ask without naming a "
            "universe."};
    }
    const std::string& name = laboratory.administration().name();
    STATOR_CHECK(check_seed(laboratories, name, declaration.itself));
    for (std::size_t i = 0; i < declaration.universes.size(); ++i) {
        const DeclaredUniverse& declared = declaration.universes[i];
        STATOR_CHECK(check_origin(laboratories, declaration, i));
        STATOR_CHECK(check_seed(laboratories, declared.name, declared));
    }
    STATOR_CHECK(try_fixtures(laboratory, declaration.itself));
    for (const DeclaredUniverse& universe : declaration.universes) {
        STATOR_CHECK(try_fixtures(laboratory, universe));
    }
    return {};
}

// Sets the controls before the fixtures, so that the fixtures use the declared time.
Accepted<JournalTicket> fill(Laboratory& laboratory, const DeclaredUniverse& declared) {
    JournalTicket ticket;
    for (const controls::Change& change : declared.changes) {
        ticket = std::max(ticket, change(laboratory, controls::Others::BecomeUsual));
    }
    if (declared.fixtures) {
        STATOR_TRY(
            const JournalTicket loaded, load_fixtures(laboratory.universe(), *declared.fixtures)
        );
        ticket = std::max(ticket, loaded);
    }
    return ticket;
}

// Prepares the contents of a universe for its fixtures.
Accepted<JournalTicket> prepare(Laboratories& laboratories, const DeclaredUniverse& declared) {
    const bool is_new = laboratories.find_existing(declared.name) == nullptr;
    const auto laboratory = laboratories.find(declared.name);
    const engine::Engine::Beginning beginning{.seed = declared.seed, .at = {}};
    if (!declared.is_made_anew()) {
        const bool begins = is_new && declared.seed;
        return begins ? laboratories.reset(declared.name, beginning) : JournalTicket();
    }
    laboratory->journal().clear();
    JournalTicket ticket;
    if (declared.from) {
        ticket = laboratories.copy(*declared.from, declared.name);
        return std::max(ticket, laboratories.begin(declared.name, beginning));
    }
    laboratory->universe().take_controls(laboratories.usual().universe());
    laboratory->take_settings(laboratories.usual());
    if (!declared.snapshot) return laboratories.reset(declared.name, beginning);
    STATOR_TRY(ticket, laboratories.snapshots().restore(*declared.snapshot, declared.name));
    return std::max(ticket, laboratories.begin(declared.name, beginning));
}

void write_controls(JsonWriter& json, Laboratory& laboratory) {
    const engine::Administration administration = laboratory.administration();
    if (const auto seed = administration.seed(administration.name())) {
        json.integer_member("seed", *seed);
    }
    for (const controls::Control& control : controls::all_controls()) {
        json.begin_object(control.name);
        control.write(json, laboratory);
        json.end_object();
    }
}

}  // namespace

Accepted<JournalTicket> establish(
    Laboratories& laboratories, Laboratory& laboratory, const Declaration& declaration
) {
    const engine::MutexLock lock(one_at_a_time());
    STATOR_CHECK(check(laboratories, laboratory, declaration));
    JournalTicket ticket;
    if (declaration.itself.is_made_anew()) {
        const std::string& name = laboratory.administration().name();
        ticket = laboratories.reset(name, {.seed = declaration.itself.seed, .at = {}});
    }
    STATOR_TRY(const JournalTicket filled, fill(laboratory, declaration.itself));
    ticket = std::max(ticket, filled);
    for (const DeclaredUniverse& declared : declaration.universes) {
        STATOR_TRY(const JournalTicket prepared, prepare(laboratories, declared));
        STATOR_TRY(const JournalTicket last, fill(*laboratories.find(declared.name), declared));
        ticket = std::max({ticket, prepared, last});
    }
    return ticket;
}

void write_declaration(JsonWriter& json, Laboratories& laboratories, Laboratory& laboratory) {
    json.begin_object();
    write_controls(json, laboratory);
    if (&laboratory == &laboratories.usual()) {
        json.begin_array("universes");
        for (const auto& other : laboratories.all()) {
            if (other.get() == &laboratory) continue;
            json.begin_object();
            json.string_member("name", other->administration().name());
            write_controls(json, *other);
            json.end_object();
        }
        json.end_array();
        controls::write_warnings(json, controls::universe_warnings(laboratories));
    }
    json.end_object();
}

}  // namespace stator::emulator::laboratory::declaration
