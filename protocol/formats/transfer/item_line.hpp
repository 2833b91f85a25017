// ItemLine: parses a line {"Item":{…}} of DynamoDB JSON directly into an image. Parsing it into a
// document first, as other parsers do, takes three times as long. Not thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/values/item_image.hpp"

namespace stator::protocol::formats::transfer {

class ItemLine {
public:
    // Returns the same image as the document parser. Null for lines with rare features (non-ASCII
    // names, escapes of four digits, lists of more than 127 elements) and for all errors. The
    // caller then uses the document parser, which also produces the error message.
    values::MutableItemImagePtr read(std::string_view line);

private:
    struct Entry {
        std::string_view name;
        std::size_t begin;  // start of the entry's name in out_
        std::size_t end;    // end of its value
    };

    // Each of these functions skips whitespace and consumes the element that it is named after.
    // Returns false if the next element is a different one.
    bool take(char wanted);
    bool take_word(std::string_view word);
    bool take_plain(std::string_view& text);
    bool take_value(std::size_t depth);
    bool take_typed(std::string_view type, std::size_t depth);
    bool take_string();
    bool take_string_with_escapes(const char* begin);
    bool take_number();
    bool take_binary();
    bool take_list(std::size_t depth);
    bool take_map(std::size_t depth);
    bool take_set(values::AttributeType type);
    bool take_entries(std::size_t depth, std::size_t& count);

    bool sort_entries(std::size_t first);
    void skip_blanks();

    const char* at_ = nullptr;
    const char* end_ = nullptr;
    // Kept between lines to reuse their memory.
    std::string out_;
    std::string scratch_;
    std::vector<Entry> entries_;
    std::vector<std::string_view> members_;
};

}  // namespace stator::protocol::formats::transfer
