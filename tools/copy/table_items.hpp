// The items of one table: copied, and compared. All segments at once, a worker each.
#pragma once

#include <cstddef>
#include <string>

#include "emulator/base/accepted.hpp"
#include "tools/copy/checksum.hpp"
#include "tools/copy/copy_tools.hpp"

namespace stator::tools::copy {

// Copies what is left of the table of that number in the state. A page's items are all there before
// the state says so: whoever is killed in between writes the page's items again, which changes
// nothing. Error: a sentence.
emulator::Accepted<void> copy_items(const CopyTools& tools, std::size_t table);

struct BothSides {
    Checksum from;
    Checksum to;
};

// Reads the whole table on both sides. Error: a sentence.
emulator::Accepted<BothSides> compare_items(
    const CopyTools& tools, const std::string& table, std::size_t segments
);

}  // namespace stator::tools::copy
