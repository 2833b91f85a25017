// Declaration: a laboratory as one file or one PUT declares it: its controls, the universes around
// it, and the tables they begin with. docs/LABORATORY.md is the manual.
//
//     {"seed": 7, "clock": {…}, "hostile": {…}, "consistency": {…}, "faults": {…},
//      "requests": {…}, "streams": {…}, "throughput": {…}, "vectors": {…},
//      "fixtures": [{"table": {…}, "items": [{…}]}],
//      "universes": [{"name": "u1", "from": "default", "seed": 7, "fixtures": […]}]}
//
// Reading changes nothing and asks nothing of the server.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "emulator/laboratory/controls/control.hpp"
#include "emulator/laboratory/declaration/fixtures.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::declaration {

struct DeclaredUniverse {
    std::string place;                         // "universes[1]", for error sentences
    std::string name;                          // as the engine calls it
    std::optional<std::string> from = {};      // a copy of this universe
    std::optional<std::string> snapshot = {};  // what this snapshot holds
    std::optional<std::uint64_t> seed = {};
    std::vector<controls::Change> changes = {};  // of its controls
    std::optional<std::vector<Fixture>> fixtures = {};

    // What it holds is declared too: whatever it held before is dropped.
    bool is_made_anew() const { return from || snapshot || fixtures; }
};

struct Declaration {
    // The laboratory itself; its name is unused.
    DeclaredUniverse itself;
    std::vector<DeclaredUniverse> universes;
};

// Takes a declaration apart. What it refers to must outlive the result. `directory` is where the
// files of fixtures are looked up. Errors: anything that is not as above.
Accepted<Declaration> read_declaration(protocol::wire::JsonView json, const Directory& directory);

// A declaration and the document that it refers to.
struct DeclarationFile {
    protocol::wire::JsonDocument document;
    Declaration declaration;
};

// The declaration in a file; files of fixtures stand beside it. Errors: as above, and a file that
// cannot be read or is not JSON; every sentence names the path.
Accepted<DeclarationFile> load_declaration(const std::string& path);

// "The laboratory file 'x' has a mistake: …", for what is found later.
Refusal mistake_in_file(const std::string& path, const Refusal& refusal);

}  // namespace stator::emulator::laboratory::declaration
