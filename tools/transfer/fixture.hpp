// `stator ctl fixture save`: saves the tables of an endpoint as a folder for `stator --seed-from`.
// The same tables always result in the same files, so that the folder can be kept in git.
#pragma once

#include <cstdint>
#include <string>

#include "emulator/base/accepted.hpp"
#include "tools/client/api_client.hpp"

namespace stator::tools::transfer {

// Writes a definition (.json) and a file of items (.jsonl) for each table into the folder, which is
// created if necessary; files of other tables are left unchanged. The items are sorted by the texts
// of their keys, and are held in memory for that. Returns the number of tables. Error: a sentence.
emulator::Accepted<std::uint64_t> save_fixture(client::ApiClient& api, const std::string& folder);

}  // namespace stator::tools::transfer
