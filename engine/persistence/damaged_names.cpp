#include "engine/persistence/damaged_names.hpp"

#include <algorithm>
#include <filesystem>

namespace stator::engine::persistence {

std::string damaged_suffix(const std::vector<std::string>& paths) {
    std::string suffix = ".damaged";
    const auto is_taken = [&](const std::string& path) {
        return std::filesystem::exists(path + suffix);
    };
    for (int number = 2; std::any_of(paths.begin(), paths.end(), is_taken); ++number) {
        suffix = ".damaged-" + std::to_string(number);
    }
    return suffix;
}

}  // namespace stator::engine::persistence
