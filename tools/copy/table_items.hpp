// Copies and compares the items of one table. All segments are processed at the same time, with one
// worker each.
#pragma once

#include <cstddef>
#include <string>

#include "emulator/base/accepted.hpp"
#include "tools/copy/checksum.hpp"
#include "tools/copy/copy_tools.hpp"

namespace stator::tools::copy {

// Copies the remaining items of the table with this number in the state. The state counts a page
// only after all of its items are at the target. If the process is killed in between, the next run
// writes the page's items again, which changes nothing. Error: a sentence.
emulator::Accepted<void> copy_items(const CopyTools& tools, std::size_t table);

// Checksums of the items at the source and at the target.
struct BothSides {
    Checksum from;
    Checksum to;
};

// Reads the whole table on both sides. Error: a sentence.
emulator::Accepted<BothSides> compare_items(
    const CopyTools& tools, const std::string& table, std::size_t segments
);

}  // namespace stator::tools::copy
