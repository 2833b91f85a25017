// A folder of tables to begin with: a file for each definition, which ends in .json and holds what
// CreateTable takes, and beside it, ending in .jsonl, a file of the items, one a line, which gzip
// may have packed (.jsonl.gz). The definition may also have what UpdateTimeToLive takes, as
// TimeToLiveSpecification. `stator ctl fixture save` writes such a folder.
#pragma once

#include <string>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "emulator/laboratory/declaration/fixtures.hpp"

namespace stator::emulator::laboratory::declaration {

// By the names of the files. Error: there is no such folder, or a file in it is not of that form.
Accepted<std::vector<Fixture>> read_seed_folder(const std::string& directory);

}  // namespace stator::emulator::laboratory::declaration
