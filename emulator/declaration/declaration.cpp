#include "emulator/declaration/declaration.hpp"

#include <filesystem>
#include <set>
#include <utility>

#include "emulator/controls/controls.hpp"
#include "emulator/forms/file_text.hpp"
#include "emulator/forms/members.hpp"
#include "emulator/forms/universe_name.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::declaration {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

constexpr const char* kTheFile = "The laboratory file";

// What a laboratory and a universe have in common: a seed, controls and fixtures.
forms::Accepted<void> read_contents(
    JsonView json, forms::Members& members, const Directory& directory, DeclaredUniverse& declared
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

forms::Accepted<void> read_origin(forms::Members& members, DeclaredUniverse& declared) {
    STATOR_TRY(const auto from, members.text("from"));
    STATOR_TRY(declared.snapshot, members.text("snapshot"));
    if (from && declared.snapshot) {
        return forms::Refusal{
            declared.place + " has both 'from' and 'snapshot'; a universe is a copy of one."};
    }
    if (from && !forms::is_universe_name(*from)) {
        return members.refuse("from", "must name a universe, such as 'default'");
    }
    if (from) declared.from = forms::inner_universe(*from);
    if (declared.from == declared.name) {
        return members.refuse("from", "must name another universe");
    }
    return {};
}

forms::Accepted<DeclaredUniverse> read_universe(
    JsonView json, const std::string& place, const Directory& directory
) {
    STATOR_TRY(forms::Members members, forms::Members::of(json, place));
    DeclaredUniverse declared{.place = place, .name = {}};
    STATOR_TRY(const auto name, members.text("name"));
    if (!name) return members.refuse("name", "is missing");
    if (!forms::is_universe_name(*name)) {
        return members.refuse(
            "name", "must be 1 to 128 letters, digits, '_', '-' and '.', with no '.' in front"
        );
    }
    if (name == forms::kDefaultUniverse) {
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

forms::Accepted<Declaration> read_declaration(JsonView json, const Directory& directory) {
    STATOR_TRY(forms::Members members, forms::Members::of(json, "the top level"));
    Declaration declaration{.itself = {.place = members.place(), .name = {}}, .universes = {}};
    STATOR_CHECK(read_contents(json, members, directory, declaration.itself));
    STATOR_TRY(const auto universes, members.array("universes"));
    std::set<std::string> names;
    for (std::size_t i = 0; i < universes.size(); ++i) {
        const std::string place = "universes[" + std::to_string(i) + "]";
        STATOR_TRY(DeclaredUniverse universe, read_universe(universes[i], place, directory));
        if (!names.insert(universe.name).second) {
            return forms::Refusal{
                place + " declares universe '" + universe.name +
                "' a second time; keep one of them."};
        }
        declaration.universes.push_back(std::move(universe));
    }
    members.has("warnings");  // an answer's, put back with the rest
    STATOR_CHECK(members.finish());
    return declaration;
}

forms::Accepted<DeclarationFile> load_declaration(const std::string& path) {
    STATOR_TRY(std::string text, forms::file_text(path, kTheFile));
    auto document = JsonDocument::parse(std::move(text));
    if (!document) {
        return forms::Refusal{
            std::string(kTheFile) + " '" + path +
            "' is not JSON; it has the form {\"clock\":{…},\"universes\":[…]}."};
    }
    const Directory directory = std::filesystem::path(path).parent_path().string();
    auto declaration = read_declaration(document->root(), directory);
    if (declaration.has_error()) return mistake_in_file(path, declaration.error());
    return DeclarationFile{*std::move(document), *std::move(declaration)};
}

forms::Refusal mistake_in_file(const std::string& path, const forms::Refusal& refusal) {
    return {std::string(kTheFile) + " '" + path + "' has a mistake: " + refusal.sentence};
}

}  // namespace stator::emulator::declaration
