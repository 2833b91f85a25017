// Folders as dynamodump keeps tables: one for each, with its schema and a folder of data, each file
// a page of a Scan; and files of BatchWriteItem's requests, as dynein writes them. Such a file is
// held as a whole: it is no larger than a page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "tools/transfer/data_files.hpp"

namespace stator::tools::transfer {

struct DumpFolder {
    std::string definition;          // CreateTable's request
    std::vector<std::string> pages;  // the files, in their order
};

// The dump of a table: the folder itself, or the one of the table's name in it. Nothing when
// neither has a schema. Error: that is no table's.
emulator::Accepted<std::optional<DumpFolder>> dump_at(
    const std::string& path, const std::string& table
);

// The items of a page of a Scan, {"Items":[…]}, or the puts in {"TABLE":[{"PutRequest":…}]}. Error:
// it is neither, or too large; or what `take` returned.
emulator::Accepted<void> read_page(const std::string& name, const TakeItem& take);

// Writes a dump below a folder. One that is not closed has no schema, and so is none.
class DumpWriter {
public:
    // `description` is DescribeTable's reply.
    DumpWriter(const std::string& folder, const std::string& table, std::string description);

    // Error: it cannot be written.
    emulator::Accepted<void> add(std::string_view item_json);
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
