#include "tools/transfer/dump_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "emulator/base/file_text.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"
#include "protocol/wire/json.hpp"
#include "tools/client/table_definition.hpp"

namespace stator::tools::transfer {
namespace {

namespace files = std::filesystem;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

constexpr const char* kSchema = "schema.json";
constexpr const char* kData = "data";
// A page of a Scan is 1 MB of items, whose JSON may be several times as large.
constexpr std::uintmax_t kMostPageBytes = std::uintmax_t{64} << 20U;
constexpr std::size_t kPageBytes = std::size_t{1} << 20U;

std::vector<std::string> pages_in(const files::path& folder) {
    std::vector<std::string> pages;
    std::error_code error;
    for (const auto& entry : files::directory_iterator(folder / kData, error)) {
        if (entry.path().extension() == ".json") pages.push_back(entry.path().string());
    }
    std::ranges::sort(pages);
    return pages;
}

emulator::Accepted<void> take_all(JsonView items, const TakeItem& take) {
    for (const auto& item : items.elements()) {
        if (auto stop = take(JsonView(item).text())) return emulator::Refusal{*std::move(stop)};
    }
    return {};
}

// Reads the put requests of one table.
emulator::Accepted<void> take_puts(
    const std::string& name, JsonView requests, const TakeItem& take
) {
    if (!requests.is_array()) return emulator::Refusal{"'" + name + "' has no items and no puts."};
    for (const auto& request : requests.elements()) {
        const JsonView one(request);
        const auto put = one.is_object() ? one.find("PutRequest") : std::nullopt;
        const auto item = put && put->is_object() ? put->find("Item") : std::nullopt;
        if (!item) {
            return emulator::Refusal{
                "'" + name + "' asks for something else than a put; an import only puts."};
        }
        if (auto stop = take(item->text())) return emulator::Refusal{*std::move(stop)};
    }
    return {};
}

}  // namespace

emulator::Accepted<std::optional<DumpFolder>> dump_at(
    const std::string& path, const std::string& table
) {
    using Found = emulator::Accepted<std::optional<DumpFolder>>;
    for (const files::path& folder : {files::path(path), files::path(path) / table}) {
        std::error_code error;
        const std::string schema = (folder / kSchema).string();
        if (!files::is_regular_file(schema, error)) continue;
        STATOR_TRY(const std::string text, emulator::file_text(schema, "The schema"));
        const auto document = JsonDocument::parse(text);
        const bool is_object = document && document->root().is_object();
        const auto described = is_object ? document->root().find("Table") : std::nullopt;
        if (!described || !described->is_object() || client::key_attributes(*described).empty()) {
            return emulator::Refusal{
                "'" + schema + "' does not describe a table; it is DescribeTable's reply."};
        }
        return Found(
            boost::system::in_place_value,
            DumpFolder{client::definition_of(*described, "", table), pages_in(folder)}
        );
    }
    return Found(boost::system::in_place_value, std::nullopt);
}

emulator::Accepted<void> read_page(const std::string& name, const TakeItem& take) {
    std::error_code error;
    const std::uintmax_t bytes = files::file_size(name, error);
    if (!error && bytes > kMostPageBytes) {
        return emulator::Refusal{
            "'" + name + "' is larger than 64 MB, and would be read as a whole."};
    }
    STATOR_TRY(std::string text, emulator::file_text(name, "The file"));
    const auto document = JsonDocument::parse(std::move(text));
    if (!document || !document->root().is_object()) {
        return emulator::Refusal{"'" + name + "' is no JSON object."};
    }
    const auto items = document->root().find("Items");
    if (items && items->is_array()) return take_all(*items, take);
    for (const auto& table : document->root().members()) {
        STATOR_CHECK(take_puts(name, JsonView(table.value), take));
    }
    return {};
}

DumpWriter::DumpWriter(const std::string& folder, const std::string& table, std::string description)
    : folder_((files::path(folder) / table).string()), description_(std::move(description)) {
    std::error_code ignored;
    files::remove_all(files::path(folder_) / kData, ignored);
    files::remove(files::path(folder_) / kSchema, ignored);
    files::create_directories(files::path(folder_) / kData, ignored);
}

emulator::Accepted<void> DumpWriter::add(std::string_view item_json) {
    if (item_count_ > 0) items_.push_back(',');
    items_.append(item_json);
    ++item_count_;
    return items_.size() < kPageBytes ? emulator::Accepted<void>() : write_items();
}

emulator::Accepted<void> DumpWriter::close() {
    if (item_count_ > 0 || page_ == 0) STATOR_CHECK(write_items());
    return write_file(kSchema, description_ + "\n");
}

emulator::Accepted<void> DumpWriter::write_items() {
    constexpr std::size_t kDigits = 4;
    std::string name;
    protocol::append_padded(name, ++page_, kDigits);
    const std::string count = std::to_string(item_count_);
    std::string text = "{\"Items\":[" + items_ + "],\"Count\":" + count;
    text.append(",\"ScannedCount\":").append(count).append("}\n");
    items_.clear();
    item_count_ = 0;
    return write_file(std::string(kData) + "/" + name + ".json", text);
}

emulator::Accepted<void> DumpWriter::write_file(const std::string& name, const std::string& text)
    const {
    const std::string path = (files::path(folder_) / name).string();
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file.fail()) return {};
    return emulator::Refusal{"'" + path + "' cannot be written: " + std::strerror(errno) + "."};
}

}  // namespace stator::tools::transfer
