// Files of items, which are read and written in pieces, regardless of their size.
//
// A file contains DynamoDB's JSON, one item per line, bare or as {"Item":{…}}; Ion's text;
// comma-separated values; plain JSON, in lines or an array; or a page of a Scan or of
// BatchWriteItem's requests. Its extension selects the compression: .gz, .zst.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "engine/transfer/object_store.hpp"
#include "protocol/values/table_terms.hpp"

namespace stator::tools::transfer {

enum class FileFormat : unsigned char { Jsonl, Ion, Csv, PlainJson, Page };

// Returns the format for the value of an option; nullopt if it is unknown.
std::optional<FileFormat> file_format_from(std::string_view text);
// Returns the format by the file's name: .ion and .csv, with or without .gz or .zst; JSON lines for
// all other names.
FileFormat format_of_file(std::string_view name);

// Returns the files at a path: the file itself; the data objects of an export in this folder, in
// the order of its manifest; or all files of the folder, sorted by name. Error: no file was found.
emulator::Accepted<std::vector<std::string>> files_at(const std::string& path);

struct ReadOptions {
    FileFormat format = FileFormat::Jsonl;
    // The types of these attributes apply to the keys in comma-separated values.
    std::vector<protocol::values::AttributeDefinition> definitions = {};
    char delimiter = ',';
};

// Receives the JSON of an item; returns a reason to stop, or nullopt to continue.
using TakeItem = std::function<std::optional<std::string>(std::string_view item)>;

// Reads a file, or `in` if the name is "-". Error: the file cannot be read or is damaged, with the
// position; or the result of `take`.
emulator::Accepted<void> read_items(
    const std::string& name, std::istream& in, const ReadOptions& options, const TakeItem& take
);

// A file that is being written. It appears under its name only after close().
class ItemFile {
public:
    // Writes to `out` if the name is "-". `attributes` are the columns of comma-separated values.
    ItemFile(
        const std::string& name,
        FileFormat format,
        std::vector<std::string> attributes,
        std::ostream& out
    );
    ~ItemFile();
    ItemFile(const ItemFile&) = delete;
    ItemFile& operator=(const ItemFile&) = delete;

    // Error: the file cannot be written, or the text is not an item.
    emulator::Accepted<void> add(std::string_view item_json);
    // Appends many items to a file of JSON lines, unchanged.
    emulator::Accepted<void> add_lines(std::string_view lines);
    // Writes the remaining bytes and gives the file its name. Must be called once, after the last
    // item.
    emulator::Accepted<void> close();

private:
    class Sink;

    emulator::Accepted<void> append_line(std::string_view item_json);

    const FileFormat format_;
    const std::vector<std::string> attributes_;
    std::unique_ptr<Sink> sink_;
    std::string text_;
    bool is_first_ = true;  // no item has been added
};

}  // namespace stator::tools::transfer
