// Folders in the format of dynamodump: one per table, with its schema and a folder of data, where
// each file is a page of a Scan. Also files of BatchWriteItem's requests, as dynein writes them.
// Each file is held in memory as a whole, because it is not larger than a page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "tools/transfer/data_files.hpp"

namespace stator::tools::transfer {

struct DumpFolder {
    std::string definition;          // CreateTable's request
    std::vector<std::string> pages;  // the files, in order
};

// Returns the dump of a table: the folder itself, or the subfolder with the table's name. Nullopt
// if neither has a schema. Error: the schema is not that of a table.
emulator::Accepted<std::optional<DumpFolder>> dump_at(
    const std::string& path, const std::string& table
);

// Reads the items of a page of a Scan, {"Items":[…]}, or the puts in {"TABLE":[{"PutRequest":…}]}.
// Error: the file has neither form, or is too large; or the result of `take`.
emulator::Accepted<void> read_page(const std::string& name, const TakeItem& take);

// Writes a dump below a folder. Without close(), the dump has no schema and is therefore not valid.
class DumpWriter {
public:
    // `description` is DescribeTable's reply.
    DumpWriter(const std::string& folder, const std::string& table, std::string description);

    // Error: the file cannot be written.
    emulator::Accepted<void> add(std::string_view item_json);
    // Writes the remaining items, then the schema. Must be called once, after the last item.
    emulator::Accepted<void> close();

private:
    emulator::Accepted<void> write_items();
    emulator::Accepted<void> write_file(const std::string& name, const std::string& text) const;

    const std::string folder_;
    const std::string description_;
    std::string items_;
    std::size_t item_count_ = 0;
    std::size_t page_ = 0;
};

}  // namespace stator::tools::transfer
