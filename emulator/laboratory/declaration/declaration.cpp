#include "emulator/laboratory/declaration/declaration.hpp"

#include <filesystem>
#include <set>
#include <utility>

#include "emulator/base/file_text.hpp"
#include "emulator/base/members.hpp"
#include "emulator/base/universe_name.hpp"
#include "emulator/laboratory/controls/controls.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::declaration {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

constexpr const char* kTheFile = "The laboratory file";

// Reads the members that a laboratory and a universe share: a seed, controls and fixtures.
Accepted<void> read_contents(
    JsonView json, Members& members, const Directory& directory, DeclaredUniverse& declared
) {
    STATOR_TRY(declared.seed, members.unsigned_integer("seed"));
    for (const controls::Control& control : controls::all_controls()) {
        if (!members.has(control.name)) continue;
        STATOR_TRY(
            controls::Change change,
            control.read(*json.find(control.name), members.place_of(control.name))
        );
        declared.changes.push_back(std::move(change));
    }
    STATOR_TRY(declared.fixtures, read_fixtures(members, directory));
    return {};
}

Accepted<void> read_origin(Members& members, DeclaredUniverse& declared) {
    STATOR_TRY(const auto from, members.text("from"));
    STATOR_TRY(declared.snapshot, members.text("snapshot"));
    if (from && declared.snapshot) {
        return Refusal{
            declared.place + " has both 'from' and 'snapshot'; a universe is a copy of one."};
    }
    if (from && !is_universe_name(*from)) {
        return members.refuse("from", "must name a universe, such as 'default'");
    }
    if (from) declared.from = inner_universe(*from);
    if (declared.from == declared.name) {
        return members.refuse("from", "must name another universe");
    }
    return {};
}

Accepted<DeclaredUniverse> read_universe(
    JsonView json, const std::string& place, const Directory& directory
) {
    STATOR_TRY(Members members, Members::of(json, place));
    DeclaredUniverse declared{.place = place, .name = {}};
    STATOR_TRY(const auto name, members.text("name"));
    if (!name) return members.refuse("name", "is missing");
    if (!is_universe_name(*name)) {
        return members.refuse(
            "name", "must be 1 to 128 letters, digits, '_', '-' and '.', with no '.' in front"
        );
    }
    if (name == kDefaultUniverse) {
        return members.refuse(
            "name", "must not be 'default'; the default universe is declared at the top level"
        );
    }
    declared.name = *name;
    STATOR_CHECK(read_origin(members, declared));
    STATOR_CHECK(read_contents(json, members, directory, declared));
    STATOR_CHECK(members.finish());
    return declared;
}

}  // namespace

Accepted<Declaration> read_declaration(JsonView json, const Directory& directory) {
    STATOR_TRY(Members members, Members::of(json, "the top level"));
    Declaration declaration{.itself = {.place = members.place(), .name = {}}, .universes = {}};
    STATOR_CHECK(read_contents(json, members, directory, declaration.itself));
    STATOR_TRY(const auto universes, members.array("universes"));
    std::set<std::string> names;
    for (std::size_t i = 0; i < universes.size(); ++i) {
        const std::string place = "universes[" + std::to_string(i) + "]";
        STATOR_TRY(DeclaredUniverse universe, read_universe(universes[i], place, directory));
        if (!names.insert(universe.name).second) {
            return Refusal{
                place + " declares universe '" + universe.name +
                "' a second time; keep one of them."};
        }
        declaration.universes.push_back(std::move(universe));
    }
    members.has("warnings");  // part of a reply that is sent back
    STATOR_CHECK(members.finish());
    return declaration;
}

Accepted<DeclarationFile> load_declaration(const std::string& path) {
    STATOR_TRY(std::string text, file_text(path, kTheFile));
    auto document = JsonDocument::parse(std::move(text));
    if (!document) {
        return Refusal{
            std::string(kTheFile) + " '" + path +
            "' is not JSON; it has the form {\"clock\":{…},\"universes\":[…]}."};
    }
    const Directory directory = std::filesystem::path(path).parent_path().string();
    auto declaration = read_declaration(document->root(), directory);
    if (declaration.has_error()) return mistake_in_file(path, declaration.error());
    return DeclarationFile{*std::move(document), *std::move(declaration)};
}

Refusal mistake_in_file(const std::string& path, const Refusal& refusal) {
    return {std::string(kTheFile) + " '" + path + "' has a mistake: " + refusal.sentence};
}

}  // namespace stator::emulator::laboratory::declaration
