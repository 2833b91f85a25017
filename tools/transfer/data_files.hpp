// Files of items, read and written in pieces, whatever their size.
//
// A file holds DynamoDB's JSON, an item a line, bare or as {"Item":{…}}; Ion's text; comma
// separated values; plain JSON, in lines or an array; or a page of a Scan or of BatchWriteItem's
// requests. Its name says how it is compressed: .gz, .zst.
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

std::optional<FileFormat> file_format_from(std::string_view text);
// By the name: .ion and .csv, with or without .gz or .zst; all others are lines of JSON.
FileFormat format_of_file(std::string_view name);

// The files that a path names: itself; the data objects of an export, whose folder it is, in the
// order of its manifest; or all files of a folder, by name. Error: nothing is there.
emulator::Accepted<std::vector<std::string>> files_at(const std::string& path);

struct ReadOptions {
    FileFormat format = FileFormat::Jsonl;
    // Whose types keys have, for comma separated values.
    std::vector<protocol::values::AttributeDefinition> definitions = {};
    char delimiter = ',';
};

// Is handed the JSON of an item; returns why no more may come.
using TakeItem = std::function<std::optional<std::string>(std::string_view item)>;

// Reads a file, or what `in` has when its name is "-". Error: it cannot be read or is damaged, with
// the place; or what `take` returned.
emulator::Accepted<void> read_items(
    const std::string& name, std::istream& in, const ReadOptions& options, const TakeItem& take
);

// A file on its way. A file that is not closed is not there.
class ItemFile {
public:
    // `out` is written to when the name is "-". `attributes` are the columns of comma separated
    // values.
    ItemFile(
        const std::string& name,
        FileFormat format,
        std::vector<std::string> attributes,
        std::ostream& out
    );
    ~ItemFile();
    ItemFile(const ItemFile&) = delete;
    ItemFile& operator=(const ItemFile&) = delete;

    // Error: it cannot be written, or this is no item.
    emulator::Accepted<void> add(std::string_view item_json);
    // Many items of a file of lines, as they are to stand there.
    emulator::Accepted<void> add_lines(std::string_view lines);
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
