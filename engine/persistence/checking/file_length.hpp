// Whether a data file ends where it says that it does. What its end lacks may be in SQLite's
// write-ahead log: a process that is killed while SQLite moves that log into the file leaves a
// header that counts pages which are still in the log alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/persistence/checking/working_copy.hpp"

namespace stator::engine::persistence::checking {

// The bytes that a SQLite file's header has.
inline constexpr std::size_t kHeaderBytes = 100;

// The file's first bytes: fewer than kHeaderBytes when it has no more.
std::string header_of(const WorkingCopy& copy);

// A number of a header, which SQLite writes with its highest byte first.
std::uint64_t big_endian(std::string_view bytes);

// A file whose end is gone: how long it is, and how long it says that it is.
struct CutOff {
    std::uint64_t bytes = 0;
    std::uint64_t bytes_by_header = 0;
};

// Nothing when each page that is in use is in the file, or in the log beside it. Where the file is
// too short, the log is moved into it on the way. Needs a whole header.
std::optional<CutOff> find_cut_off(const WorkingCopy& copy);

}  // namespace stator::engine::persistence::checking
