// Checks whether a data file has the length that its header states. Pages missing from its end may
// be in SQLite's write-ahead log: if a process is killed while SQLite moves that log into the file,
// the header counts pages that are still only in the log.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/persistence/checking/working_copy.hpp"

namespace stator::engine::persistence::checking {

// The length of a SQLite file's header.
inline constexpr std::size_t kHeaderBytes = 100;

// Returns the file's first kHeaderBytes bytes, or fewer if the file is shorter.
std::string header_of(const WorkingCopy& copy);

// Decodes a number of a header, which SQLite writes with its highest byte first.
std::uint64_t big_endian(std::string_view bytes);

// A file whose end is missing: its length, and the length according to its header.
struct CutOff {
    std::uint64_t bytes = 0;
    std::uint64_t bytes_by_header = 0;
};

// Returns nullopt if each page in use is in the file or in its write-ahead log. If the file is too
// short, moves the log into it first. Requires a complete header.
std::optional<CutOff> find_cut_off(const WorkingCopy& copy);

}  // namespace stator::engine::persistence::checking
