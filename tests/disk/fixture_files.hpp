// The data files of tests/fixtures/data_files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace stator::disk {

// The data version of this build.
inline constexpr std::int64_t kNewest = 10;

// Puts a copy of the data file of that version into the directory. Throws when there is none.
inline void take_fixture(std::int64_t version, const std::string& directory) {
    std::filesystem::copy_file(
        STATOR_FIXTURES "/data_files/v" + std::to_string(version) + ".db", directory + "/stator.db"
    );
}

}  // namespace stator::disk
