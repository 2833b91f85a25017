// Positions in a JSON text that a user wrote, so that an error message can name the line. Pure.
// Texts are parsed without this module; it reads them again only after an error.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/base/accepted.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator {

// Returns the line and column of a byte as "3:14", both starting at 1. A column counts characters,
// as editors do, not bytes.
std::string line_and_column(std::string_view text, std::size_t offset);

struct JsonFault {
    std::size_t offset = 0;
    std::string problem;  // "',' is missing before this"
};

// Returns the position where a text stops being valid JSON, and how to fix it; nullopt for valid
// JSON.
std::optional<JsonFault> find_json_fault(std::string_view text);

// Returns the position of `value` in the text from which its document, with this root, was parsed.
// `value` may be a member's name. Nullopt for a value of another document.
std::optional<std::size_t> offset_of(
    std::string_view text, protocol::wire::JsonView root, protocol::wire::JsonView value
);

// Returns the error with "FILE:3:14: " in front of its sentence, if the position of the invalid
// value is known.
Refusal placed(
    const std::string& file, std::string_view text, protocol::wire::JsonView root, Refusal refusal
);

// Parses the text of a file. Error: the position where it stops being valid JSON.
Accepted<protocol::wire::JsonDocument> parse_file(const std::string& file, std::string_view text);

}  // namespace stator::emulator
