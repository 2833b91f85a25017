// A folder of initial tables. Each table has a definition in a file that ends in .json, which
// contains a CreateTable request. A file with the same name but ending in .jsonl contains its
// items, one per line; .jsonl.gz if it is compressed with gzip. The definition may also contain the
// TimeToLiveSpecification of an UpdateTimeToLive request. `stator ctl fixture save` writes such a
// folder.
#pragma once

#include <string>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "emulator/laboratory/declaration/fixtures.hpp"

namespace stator::emulator::laboratory::declaration {

// Sorted by file name. Error: the folder does not exist, or a file in it does not have this form.
Accepted<std::vector<Fixture>> read_seed_folder(const std::string& directory);

}  // namespace stator::emulator::laboratory::declaration
