#include "tools/copy/copy_state.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "emulator/base/file_text.hpp"
#include "protocol/base/result.hpp"
#include "protocol/wire/json.hpp"

namespace stator::tools::copy {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

constexpr std::string_view kSubject = "copyOf";

bool flag(JsonView json, std::string_view name) {
    const auto value = json.find(name);
    return value && value->is_boolean() && value->boolean();
}

SegmentState segment_from(JsonView json) {
    SegmentState segment;
    if (const auto next = json.find("next")) segment.next = next->text();
    segment.is_done = flag(json, "isDone");
    const auto items = json.find("items");
    if (items && items->is_integer()) segment.items = static_cast<std::uint64_t>(items->integer());
    return segment;
}

TableState table_from(JsonView json) {
    TableState table{std::string(json.string_or_empty("name"))};
    table.is_ours = flag(json, "isOurs");
    table.is_finished = flag(json, "isFinished");
    const auto segments = json.find("segments");
    if (!segments || !segments->is_array()) return table;
    for (const auto& segment : segments->elements()) {
        table.segments.push_back(segment_from(JsonView(segment)));
    }
    return table;
}

void write_flag(JsonWriter& json, std::string_view name, bool value) {
    json.boolean_member(name, value);
}

void write_table(JsonWriter& json, const TableState& table) {
    json.begin_object();
    json.string_member("name", table.name);
    write_flag(json, "isOurs", table.is_ours);
    write_flag(json, "isFinished", table.is_finished);
    json.objects_member("segments", table.segments, [&](const SegmentState& segment) {
        if (!segment.next.empty()) {
            json.raw_member("next", segment.next);
        }
        write_flag(json, "isDone", segment.is_done);
        json.integer_member("items", static_cast<std::int64_t>(segment.items));
    });
    json.end_object();
}

std::string state_text(const std::string& subject, const std::vector<TableState>& tables) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.string_member(kSubject, subject);
    json.array_member("tables", tables, [&](const TableState& table) { write_table(json, table); });
    json.end_object();
    text.push_back('\n');
    return text;
}

}  // namespace

std::uint64_t TableState::items() const {
    std::uint64_t sum = 0;
    for (const SegmentState& segment : segments) sum += segment.items;
    return sum;
}

emulator::Accepted<std::unique_ptr<CopyState>> CopyState::open(
    std::string path, std::string subject
) {
    std::unique_ptr<CopyState> state(new CopyState(std::move(path), std::move(subject)));
    std::error_code error;
    if (std::filesystem::exists(state->path_, error)) {
        STATOR_TRY(
            const std::string text, emulator::file_text(state->path_, "The state of a copy")
        );
        STATOR_CHECK(state->read(text));
    }
    return emulator::Accepted<std::unique_ptr<CopyState>>(
        boost::system::in_place_value, std::move(state)
    );
}

emulator::Accepted<void> CopyState::read(std::string_view text) {
    const auto document = JsonDocument::parse(std::string(text));
    const bool is_state = document && document->root().is_object() &&
                          !document->root().string_or_empty(kSubject).empty();
    const auto tables = is_state ? document->root().find("tables") : std::nullopt;
    if (!tables || !tables->is_array()) {
        return emulator::Refusal{
            "'" + path_ + "' is no state of a copy; name another with --state."};
    }
    const std::string_view other = document->root().string_or_empty(kSubject);
    if (other != subject_) {
        return emulator::Refusal{
            "'" + path_ + "' is the state of another copy, " + std::string(other) +
            "; finish that one, remove the file, or name another with --state."};
    }
    for (const auto& table : tables->elements()) tables_.push_back(table_from(JsonView(table)));
    has_begun_ = true;
    return {};
}

std::vector<TableState> CopyState::tables() const {
    const std::lock_guard lock(mutex_);
    return tables_;
}

// The file is complete before it is renamed, so a killed process leaves the previous state.
emulator::Accepted<void> CopyState::change(const std::function<void(std::vector<TableState>&)>& make
) {
    const std::lock_guard lock(mutex_);
    make(tables_);
    const std::string unfinished = path_ + ".unfinished";
    std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
    file << state_text(subject_, tables_);
    file.close();
    std::error_code error;
    if (!file.fail()) std::filesystem::rename(unfinished, path_, error);
    if (file.fail() || error) {
        return emulator::Refusal{
            "'" + path_ + "', which keeps how far the copy has come, cannot be written."};
    }
    return {};
}

void CopyState::remove() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

}  // namespace stator::tools::copy
