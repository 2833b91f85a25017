// Where things stand in a JSON text that a person wrote, so that a sentence about a file can say
// which line to look at. Pure. A text that is read many times is read without all this.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/base/accepted.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator {

// "3:14" of a byte of a text: line and column, both from 1. A column is a character, as editors
// count them, not a byte.
std::string line_and_column(std::string_view text, std::size_t offset);

struct JsonFault {
    std::size_t offset = 0;
    std::string problem;  // "',' is missing before this"
};

// Where a text ceases to be JSON, and how to mend it. Nothing for a text that is JSON.
std::optional<JsonFault> find_json_fault(std::string_view text);

// Where `value` begins in the text that its document, with this root, was parsed of. `value` may be
// a member's name. Nothing for a value of another document.
std::optional<std::size_t> offset_of(
    std::string_view text, protocol::wire::JsonView root, protocol::wire::JsonView value
);

// The refusal behind "FILE:3:14: ", with the place of what is wrong, as far as that is known.
Refusal placed(
    const std::string& file, std::string_view text, protocol::wire::JsonView root, Refusal refusal
);

// Parses the text of a file. Error: where it ceases to be JSON.
Accepted<protocol::wire::JsonDocument> parse_file(const std::string& file, std::string_view text);

}  // namespace stator::emulator
