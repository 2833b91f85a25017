#include "tools/transfer/data_files.hpp"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <map>
#include <ostream>

#include "engine/transfer/gzip_writer.hpp"
#include "engine/transfer/object_text.hpp"
#include "protocol/base/result.hpp"
#include "protocol/formats/transfer/binary_ion.hpp"
#include "protocol/formats/transfer/csv.hpp"
#include "protocol/formats/transfer/ion_json.hpp"
#include "protocol/formats/transfer/ion_text.hpp"
#include "protocol/formats/transfer/record_splitter.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "protocol/wire/json.hpp"
#include "tools/transfer/dump_folder.hpp"
#include "tools/transfer/plain_json.hpp"

namespace stator::tools::transfer {
namespace {

namespace files = std::filesystem;
using engine::transfer::ObjectReader;
using engine::transfer::Stored;
using protocol::formats::transfer::Compression;
using protocol::formats::transfer::RecordSplitter;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

constexpr std::string_view kStandard = "-";
constexpr std::string_view kUnfinished = ".unfinished";
constexpr std::size_t kBatchBytes = std::size_t{64} << 10U;

Compression compression_of(std::string_view name) {
    if (name.ends_with(".gz")) return Compression::Gzip;
    return name.ends_with(".zst") ? Compression::Zstd : Compression::None;
}

class StreamReader final : public ObjectReader {
public:
    explicit StreamReader(std::istream& in) : in_(in) {}

    Stored<std::size_t> read(std::span<char> buffer) override {
        in_.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        return static_cast<std::size_t>(in_.gcount());
    }

private:
    std::istream& in_;
};

std::unique_ptr<RecordSplitter> splitter_for(FileFormat format) {
    switch (format) {
        case FileFormat::Jsonl: break;
        case FileFormat::PlainJson:
            return std::make_unique<protocol::formats::transfer::IonSplitter>();
        case FileFormat::Ion:
            return std::make_unique<protocol::formats::transfer::AnyIonSplitter>();
        case FileFormat::Csv: return std::make_unique<protocol::formats::transfer::CsvSplitter>();
        case FileFormat::Page: break;
    }
    return std::make_unique<protocol::formats::transfer::LineSplitter>();
}

// Distinguishes {"Item":{…}} from an item with an attribute called "Item": such an attribute is
// {"S":"x"}, which is not an object of objects unless it is a map, and a key cannot be a map.
std::string item_in(JsonView json) {
    if (json.size() != 1) return json.text();
    const auto inner = json.find("Item");
    if (!inner || !inner->is_object()) return json.text();
    const auto members = inner->members();
    const bool is_item = std::all_of(members.begin(), members.end(), [](const auto& member) {
        return member.value.IsObject();
    });
    return is_item ? inner->text() : json.text();
}

emulator::Accepted<std::string> accepted(std::string text) {
    return emulator::Accepted<std::string>(boost::system::in_place_value, std::move(text));
}

class Records {
public:
    explicit Records(const ReadOptions& options) : options_(options) {}

    // Returns the item's JSON; "" for a header. Error: the problem with the record.
    emulator::Accepted<std::string> item_of(std::string_view record) {
        if (options_.format == FileFormat::Csv) return item_of_fields(record);
        std::string json(record);
        if (options_.format == FileFormat::Ion) {
            json.clear();
            const auto fault =
                protocol::formats::transfer::append_wrapped_json_of_ion(json, record, "Item");
            if (fault) return emulator::Refusal{fault->sentence};
        }
        if (options_.format == FileFormat::PlainJson) return item_of_plain(record);
        const auto document = JsonDocument::parse(std::move(json));
        if (!document || !document->root().is_object()) {
            return emulator::Refusal{"it is no JSON object"};
        }
        return accepted(item_in(document->root()));
    }

private:
    // Ion's text format includes JSON, and its reader keeps all digits of a number.
    static emulator::Accepted<std::string> item_of_plain(std::string_view record) {
        std::string json;
        const auto fault = protocol::formats::transfer::append_json_of_ion(json, record);
        if (fault) return emulator::Refusal{fault->sentence};
        return accepted(std::move(json));
    }

    emulator::Accepted<std::string> item_of_fields(std::string_view record) {
        const auto fields = protocol::formats::transfer::csv_fields(record, options_.delimiter);
        if (!fields) return emulator::Refusal{"its quotes do not match"};
        if (names_.empty()) {
            names_ = *fields;
            return accepted({});
        }
        if (fields->size() != names_.size()) {
            return emulator::Refusal{
                "it has " + std::to_string(fields->size()) + " columns and the header has " +
                std::to_string(names_.size())};
        }
        const auto document = JsonDocument::parse(
            protocol::formats::transfer::json_of_csv(names_, *fields, options_.definitions)
        );
        return accepted(item_in(document->root()));
    }

    const ReadOptions& options_;
    protocol::formats::transfer::CsvFields names_;
};

// Returns the objects that an export's manifest lists, relative to the folder of its summary.
std::vector<std::string> files_of_manifest(const files::path& folder) {
    std::vector<std::string> found;
    std::ifstream manifest(folder / "manifest-files.json");
    for (std::string line; std::getline(manifest, line);) {
        const auto document = JsonDocument::parse(line);
        if (!document || !document->root().is_object()) continue;
        const std::string key(document->root().string_or_empty("dataFileS3Key"));
        // The manifest contains keys in the bucket; files that were moved are next to the manifest.
        const files::path name = files::path(key).filename();
        const std::array<files::path, 3> places{
            folder / "data" / name, folder / key, folder.parent_path() / "data" / name};
        const auto place = std::ranges::find_if(places, [](const files::path& path) {
            return files::is_regular_file(path);
        });
        found.push_back(place == places.end() ? places[0].string() : place->string());
    }
    return found;
}

std::string plain_text(JsonView value) {
    for (const auto& member : value.members()) {
        const JsonView held(member.value);
        return held.is_string() ? std::string(held.string()) : held.text();
    }
    return {};
}

void append_field(std::string& out, std::string_view text) {
    const bool needs_quotes = text.find_first_of(",\"\r\n") != std::string_view::npos;
    if (!needs_quotes) {
        out.append(text);
        return;
    }
    out.push_back('"');
    for (const char character : text) {
        if (character == '"') out.push_back('"');
        out.push_back(character);
    }
    out.push_back('"');
}

}  // namespace

// The destination of an item file's bytes, which are compressed according to its name.
class ItemFile::Sink {
public:
    Sink(const std::string& name, std::ostream& standard)
        : name_(name),
          target_(target_of(name)),
          path_(is_replaced(target_) ? target_ + std::string(kUnfinished) : target_),
          out_(name == kStandard ? standard : file_),
          compression_(compression_of(name)) {
        if (name != kStandard) {
            attempt(file_, [&] { file_.open(path_, std::ios::binary | std::ios::trunc); });
        }
        if (compression_ == Compression::Zstd) zstd_.reset(ZSTD_createCStream());
    }

    ~Sink() {
        if (path_ == target_) return;
        file_.close();
        std::error_code ignored;
        files::remove(path_, ignored);
    }

    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;

    bool write(std::string_view text) {
        switch (compression_) {
            case Compression::None: return put(text);
            case Compression::Gzip:
                if (!text.empty()) gzip_.add(text, packed_);
                break;
            case Compression::Zstd: pack(text, ZSTD_e_continue); break;
        }
        return flush();
    }

    bool finish() {
        if (compression_ == Compression::Gzip) gzip_.finish(packed_);
        if (compression_ == Compression::Zstd) pack({}, ZSTD_e_end);
        if (!flush() || !attempt(out_, [&] { out_.flush(); })) return false;
        if (name_ == kStandard) return true;
        if (!attempt(file_, [&] { file_.close(); })) return false;
        if (path_ == target_) return true;
        std::error_code error;
        files::rename(path_, target_, error);
        if (error) failure_ = error.message();
        return !error;
    }

    // Why writing failed.
    emulator::Refusal refusal() const {
        return emulator::Refusal{"'" + name_ + "' cannot be written: " + failure_ + "."};
    }

private:
    // If the name is a link, its target is replaced.
    static std::string target_of(const std::string& name) {
        std::error_code error;
        const files::path real = files::canonical(name, error);
        const bool is_link = name != kStandard && !error && files::is_regular_file(real, error);
        return is_link && !is_of_system(name) ? real.string() : name;
    }

    // A file appears under its name only when it is complete. A device or a pipe is written
    // directly.
    static bool is_replaced(const std::string& target) {
        std::error_code ignored;
        return target != kStandard && !is_of_system(target) &&
               (!files::exists(target, ignored) || files::is_regular_file(target, ignored));
    }

    // For example /dev/stdout, which may lead to any file.
    static bool is_of_system(const std::string& name) { return name.starts_with("/dev/"); }

    // Runs the action and returns whether nothing has failed so far. The first failure is the
    // reason for those that follow.
    template <class Action>
    bool attempt(const std::ios& stream, const Action& action) {
        errno = 0;
        action();
        if (stream.fail() && failure_.empty()) {
            failure_ = errno == 0 ? "the system does not say why" : std::strerror(errno);
        }
        return failure_.empty();
    }

    struct Free {
        void operator()(ZSTD_CStream* stream) const { ZSTD_freeCStream(stream); }
    };

    void pack(std::string_view text, ZSTD_EndDirective directive) {
        ZSTD_inBuffer from{text.data(), text.size(), 0};
        std::size_t left = 0;
        do {
            const std::size_t size = packed_.size();
            packed_.resize(size + kBatchBytes);
            ZSTD_outBuffer to{packed_.data() + size, kBatchBytes, 0};
            left = ZSTD_compressStream2(zstd_.get(), &to, &from, directive);
            packed_.resize(size + to.pos);
            if (ZSTD_isError(left) != 0) {
                failure_ = ZSTD_getErrorName(left);
                return;
            }
        } while (from.pos < from.size || (directive == ZSTD_e_end && left != 0));
    }

    bool put(std::string_view bytes) {
        return attempt(out_, [&] {
            out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        });
    }

    bool flush() {
        const bool is_written = put(packed_);
        packed_.clear();
        return is_written;
    }

    const std::string name_;
    const std::string target_;
    const std::string path_;  // the file that is written
    std::string failure_;     // "" for none
    std::ofstream file_;
    std::ostream& out_;
    const Compression compression_;
    engine::transfer::GzipWriter gzip_;
    std::unique_ptr<ZSTD_CStream, Free> zstd_;
    std::string packed_;
};

std::optional<FileFormat> file_format_from(std::string_view text) {
    if (text == "jsonl") return FileFormat::Jsonl;
    if (text == "ion") return FileFormat::Ion;
    if (text == "csv") return FileFormat::Csv;
    if (text == "json") return FileFormat::PlainJson;
    if (text == "dynamodump" || text == "batch") return FileFormat::Page;
    return std::nullopt;
}

FileFormat format_of_file(std::string_view name) {
    for (const std::string_view packed : {".gz", ".zst"}) {
        if (name.ends_with(packed)) name.remove_suffix(packed.size());
    }
    if (name.ends_with(".ion")) return FileFormat::Ion;
    return name.ends_with(".csv") ? FileFormat::Csv : FileFormat::Jsonl;
}

emulator::Accepted<std::vector<std::string>> files_at(const std::string& path) {
    std::error_code error;
    if (path == kStandard || files::is_regular_file(path, error)) {
        return std::vector<std::string>{path};
    }
    if (!files::is_directory(path, error)) {
        return emulator::Refusal{"there is no file '" + path + "'; name one, or a folder of them."};
    }
    if (files::exists(files::path(path) / "manifest-files.json")) return files_of_manifest(path);
    std::vector<std::string> found;
    for (const auto& entry : files::recursive_directory_iterator(path, error)) {
        if (entry.is_regular_file()) found.push_back(entry.path().string());
    }
    std::ranges::sort(found);
    if (found.empty()) {
        return emulator::Refusal{"there is nothing in the folder '" + path + "'; name another."};
    }
    return found;
}

emulator::Accepted<void> read_items(
    const std::string& name, std::istream& in, const ReadOptions& options, const TakeItem& take
) {
    if (options.format == FileFormat::Page) return read_page(name, take);
    std::ifstream file;
    if (name != kStandard) file.open(name, std::ios::binary);
    std::istream& source = name == kStandard ? in : file;
    if (!source.good()) return emulator::Refusal{"the file '" + name + "' cannot be read."};
    engine::transfer::ObjectText text(std::make_unique<StreamReader>(source), compression_of(name));
    const auto splitter = splitter_for(options.format);
    Records records(options);
    std::size_t number = 0;
    const auto refuse = [&](std::string_view why) {
        return emulator::Refusal{
            "record " + std::to_string(number) + " of '" + name + "': " + std::string(why) + "."};
    };
    for (bool is_at_end = false; !is_at_end;) {
        const auto piece = text.next();
        if (piece.has_error()) {
            return emulator::Refusal{
                "'" + name + "', behind record " + std::to_string(number) + ": " +
                piece.error().detail + "."};
        }
        is_at_end = piece->empty();
        splitter->add(*piece);
        if (is_at_end) splitter->finish();
        while (const auto record = splitter->next()) {
            ++number;
            const auto item = records.item_of(*record);
            if (item.has_error()) return refuse(item.error().sentence);
            if (item->empty()) continue;
            if (auto stop = take(*item)) return emulator::Refusal{*std::move(stop)};
        }
        if (!splitter->fault().empty()) {
            ++number;
            return refuse(std::string(splitter->fault()));
        }
        if (splitter->is_too_long()) {
            ++number;
            return refuse("it is longer than any item can be");
        }
    }
    return {};
}

ItemFile::ItemFile(
    const std::string& name,
    FileFormat format,
    std::vector<std::string> attributes,
    std::ostream& out
)
    : format_(format),
      attributes_(std::move(attributes)),
      sink_(std::make_unique<Sink>(name, out)) {
    if (format_ != FileFormat::Csv) return;
    for (const std::string& attribute : attributes_) {
        if (!text_.empty()) text_.push_back(',');
        append_field(text_, attribute);
    }
    text_.push_back('\n');
}

ItemFile::~ItemFile() = default;

emulator::Accepted<void> ItemFile::add(std::string_view item_json) {
    STATOR_CHECK(append_line(item_json));
    if (text_.size() < kBatchBytes) return {};
    const bool is_written = sink_->write(text_);
    text_.clear();
    if (!is_written) return sink_->refusal();
    return {};
}

emulator::Accepted<void> ItemFile::add_lines(std::string_view lines) {
    const bool is_written = sink_->write(text_) && sink_->write(lines);
    text_.clear();
    if (!is_written) return sink_->refusal();
    return {};
}

emulator::Accepted<void> ItemFile::append_line(std::string_view item_json) {
    if (format_ == FileFormat::Jsonl) {
        text_.append(R"({"Item":)").append(item_json).append("}\n");
        return {};
    }
    const auto document = JsonDocument::parse(std::string(item_json));
    if (!document || !document->root().is_object()) return emulator::Refusal{"this is no item."};
    if (format_ == FileFormat::PlainJson) {
        text_.append(is_first_ ? "[\n" : ",\n");
        is_first_ = false;
        if (append_plain_json(text_, document->root())) return {};
        return emulator::Refusal{"this is no item."};
    }
    if (format_ == FileFormat::Ion) {
        const auto image =
            protocol::wire::decode_item(document->root(), protocol::values::Dialect::Current);
        if (image.has_error()) return emulator::Refusal{"this is no item."};
        text_.append("$ion_1_0 {Item:");
        protocol::formats::transfer::append_ion_item(text_, **image);
        text_.append("}\n");
        return {};
    }
    for (std::size_t at = 0; at < attributes_.size(); ++at) {
        if (at != 0) text_.push_back(',');
        const auto value = document->root().find(attributes_[at]);
        if (value && value->is_object()) append_field(text_, plain_text(*value));
    }
    text_.push_back('\n');
    return {};
}

emulator::Accepted<void> ItemFile::close() {
    if (format_ == FileFormat::PlainJson) text_.append(is_first_ ? "[]\n" : "\n]\n");
    if (!sink_->write(text_) || !sink_->finish()) return sink_->refusal();
    return {};
}

}  // namespace stator::tools::transfer
