// `stator ctl fixture save`: the tables of an endpoint as a folder that `stator --seed-from` begins
// with, the same for the same tables, so that it can be kept in git.
#pragma once

#include <cstdint>
#include <string>

#include "emulator/base/accepted.hpp"
#include "tools/client/api_client.hpp"

namespace stator::tools::transfer {

// Writes a definition (.json) and a file of items (.jsonl) for each table into the folder, which is
// made if it is not there; files of other tables stay. The items are in the order of their keys'
// texts, and held in memory for that. Returns how many tables there were. Error: a sentence.
emulator::Accepted<std::uint64_t> save_fixture(client::ApiClient& api, const std::string& folder);

}  // namespace stator::tools::transfer
