// ItemLine: reads a line {"Item":{…}} of DynamoDB's JSON straight into an image. A document in
// between, which the other readers have, takes three times as long. Not thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/values/item_image.hpp"

namespace stator::protocol::formats::transfer {

class ItemLine {
public:
    // The same image that the document's reader makes. Null for what lines seldom have, such as
    // names that are not ASCII, escapes of four digits, lists of more than 127 elements, and
    // whatever is wrong: whoever asks lets the other reader find out, which knows what to say.
    values::MutableItemImagePtr read(std::string_view line);

private:
    struct Entry {
        std::string_view name;
        std::size_t begin;  // of its name in out_
        std::size_t end;    // of its value
    };

    // Each of these passes over white space and what it is called after, and returns false where
    // something else stands.
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
    // Kept from line to line, so that their memory is there.
    std::string out_;
    std::string scratch_;
    std::vector<Entry> entries_;
    std::vector<std::string_view> members_;
};

}  // namespace stator::protocol::formats::transfer
