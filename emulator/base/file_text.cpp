#include "emulator/base/file_text.hpp"

#include <fstream>
#include <utility>

namespace stator::emulator {

Accepted<std::string> file_text(const std::string& path, const std::string& what) {
    const std::string the_file = what + " '" + path + "' ";
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return Refusal{the_file + "cannot be opened; check that it exists and may be read."};
    }
    std::string text;
    std::string block(64 * 1024, '\0');
    while (file.good()) {
        file.read(block.data(), static_cast<std::streamsize>(block.size()));
        text.append(block, 0, static_cast<std::size_t>(file.gcount()));
    }
    if (file.bad()) return Refusal{the_file + "cannot be read; check that it is a file."};
    return Accepted<std::string>(boost::system::in_place_value, std::move(text));
}

}  // namespace stator::emulator
