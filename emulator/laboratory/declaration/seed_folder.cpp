#include "emulator/laboratory/declaration/seed_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "emulator/base/file_text.hpp"
#include "protocol/base/result.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::declaration {
namespace {

namespace files = std::filesystem;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

constexpr std::string_view kTimeToLive = "TimeToLiveSpecification";
constexpr std::string_view kSeedRegion = "us-east-1";

Accepted<Fixture> read_seed(const files::path& definition) {
    STATOR_TRY(std::string text, file_text(definition.string(), "The definition"));
    const auto document = JsonDocument::parse(std::move(text));
    if (!document || !document->root().is_object()) {
        return Refusal{
            "The definition '" + definition.string() +
            "' is no JSON object; give what CreateTable takes."};
    }
    Fixture fixture;
    fixture.place = "'" + definition.string() + "'";
    fixture.region = kSeedRegion;
    fixture.table = document->root().string_or_empty("TableName");
    JsonWriter json(fixture.create_table);
    json.begin_object();
    for (const auto& member : document->root().members()) {
        const std::string_view name = protocol::wire::member_name(member);
        const std::string value = JsonView(member.value).text();
        if (name == kTimeToLive) {
            fixture.time_to_live = value;
        } else {
            json.raw_member(name, value);
        }
    }
    json.end_object();
    for (const std::string_view ending : {".jsonl", ".jsonl.gz"}) {
        files::path items = definition;
        items.replace_extension(ending);
        if (files::exists(items)) fixture.file = items.string();
    }
    return fixture;
}

}  // namespace

Accepted<std::vector<Fixture>> read_seed_folder(const std::string& directory) {
    std::vector<files::path> definitions;
    std::error_code error;
    for (const auto& entry : files::directory_iterator(directory, error)) {
        if (entry.path().extension() == ".json") definitions.push_back(entry.path());
    }
    if (error) {
        return Refusal{
            "The folder '" + directory +
            "' of tables to begin with cannot be read: " + error.message() + "."};
    }
    std::ranges::sort(definitions);
    std::vector<Fixture> fixtures;
    for (const files::path& definition : definitions) {
        STATOR_TRY(Fixture fixture, read_seed(definition));
        fixtures.push_back(std::move(fixture));
    }
    return fixtures;
}

}  // namespace stator::emulator::laboratory::declaration
