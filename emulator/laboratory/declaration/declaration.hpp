// Declaration: the contents of a laboratory in one file or one PUT: its controls, the universes
// next to it, and their initial tables. The manual is docs/LABORATORY.md.
//
//     {"seed": 7, "clock": {…}, "hostile": {…}, "consistency": {…}, "faults": {…},
//      "requests": {…}, "streams": {…}, "throughput": {…}, "vectors": {…},
//      "fixtures": [{"table": {…}, "items": [{…}]}],
//      "universes": [{"name": "u1", "from": "default", "seed": 7, "fixtures": […]}]}
//
// Reading changes nothing and does not access the server.
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
    std::string place;                         // "universes[1]", for error messages
    std::string name;                          // the engine's name of the universe
    std::optional<std::string> from = {};      // the universe to copy
    std::optional<std::string> snapshot = {};  // the snapshot to restore
    std::optional<std::uint64_t> seed = {};
    std::vector<controls::Change> changes = {};  // to its controls
    std::optional<std::vector<Fixture>> fixtures = {};

    // The declaration contains the contents of the universe, so its earlier contents are dropped.
    bool is_made_anew() const { return from || snapshot || fixtures; }
};

struct Declaration {
    // The laboratory that the declaration is applied to; its name is unused.
    DeclaredUniverse itself;
    std::vector<DeclaredUniverse> universes;
};

// Parses a declaration. `json` must outlive the result. `directory` is where the files of fixtures
// are searched. Errors: anything that does not have the form above.
Accepted<Declaration> read_declaration(protocol::wire::JsonView json, const Directory& directory);

// A declaration and the document that it refers to.
struct DeclarationFile {
    protocol::wire::JsonDocument document;
    Declaration declaration;
};

// Reads the declaration in a file; files of fixtures are in the same directory. Errors: those of
// read_declaration(), and a file that cannot be read or is not JSON. Every message contains the
// path.
Accepted<DeclarationFile> load_declaration(const std::string& path);

// "The laboratory file 'x' has a mistake: …", for mistakes that are found later.
Refusal mistake_in_file(const std::string& path, const Refusal& refusal);

}  // namespace stator::emulator::laboratory::declaration
