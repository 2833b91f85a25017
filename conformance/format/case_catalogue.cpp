#include "conformance/format/case_catalogue.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <sstream>

#include "conformance/format/case_parser.hpp"
#include "conformance/format/directive.hpp"

namespace stator::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kShelves{"operations", "topics"};
constexpr const char* kPlaces =
    "a case file lies at operations/<Operation>/<behaviour>.json or "
    "topics/<topic>/<behaviour>.json";

std::vector<fs::path> case_files(const fs::path& folder) {
    std::vector<fs::path> files;
    fs::recursive_directory_iterator entry(folder);
    for (; entry != fs::recursive_directory_iterator(); ++entry) {
        const std::string name = entry->path().filename().string();
        if (entry->is_directory() && name.starts_with('_')) entry.disable_recursion_pending();
        if (entry->is_regular_file() && entry->path().extension() == ".json") {
            files.push_back(entry->path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// Returns `folder/file` for a file in one of the two case folders; nullopt for other files.
std::optional<std::string> name_of(const fs::path& relative) {
    const std::vector<fs::path> parts(relative.begin(), relative.end());
    const bool is_in_place =
        parts.size() == 3 && std::count(kShelves.begin(), kShelves.end(), parts[0].string()) == 1;
    if (!is_in_place) return std::nullopt;
    return (parts[1] / parts[2].stem()).string();
}

std::string read_text(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// Returns true if a filter may select a case of the file: `name#3` begins with the file's name.
bool may_be_selected(const std::string& name, const std::vector<std::string>& filters) {
    if (is_selected(name, filters)) return true;
    return std::any_of(filters.begin(), filters.end(), [&](const std::string& filter) {
        return is_selected(name, {filter.substr(0, filter.find('#'))});
    });
}

bool is_wanted(const Case& one, const CaseSelection& selection) {
    const auto& tiers = selection.tiers;
    const bool is_tier =
        tiers.empty() || std::find(tiers.begin(), tiers.end(), one.tier) != tiers.end();
    if (selection.is_doubtful && one.doubt.empty()) return false;
    return is_tier && is_selected(one.name, selection.filters);
}

/// Returns true if the target has the traits that the case requires.
bool is_met(const Case& one, const CaseSelection& selection) {
    const auto& has = selection.has;
    const bool is_elsewhere =
        !one.region.empty() && !selection.aws_region.empty() && one.region != selection.aws_region;
    if (is_elsewhere) return false;
    return one.needs.empty() || std::find(has.begin(), has.end(), one.needs) != has.end();
}

}  // namespace

bool is_selected(std::string_view name, const std::vector<std::string>& filters) {
    const std::string text(name);
    return filters.empty() ||
           std::any_of(filters.begin(), filters.end(), [&](const std::string& filter) {
               const bool is_glob = filter.find_first_of("*?") != std::string::npos;
               if (is_glob) return fnmatch(filter.c_str(), text.c_str(), 0) == 0;
               return text.find(filter) != std::string::npos;
           });
}

Catalogue read_cases(const fs::path& folder, const CaseSelection& selection) {
    Catalogue catalogue;
    for (const fs::path& file : case_files(folder)) {
        const std::optional<std::string> name = name_of(file.lexically_relative(folder));
        if (!name) {
            catalogue.mistakes.push_back(file.string() + ": " + kPlaces);
            continue;
        }
        if (!may_be_selected(*name, selection.filters)) continue;
        try {
            for (Case& one : parse_cases(read_text(file), *name)) {
                if (!is_wanted(one, selection)) continue;
                if (is_met(one, selection)) {
                    catalogue.cases.push_back(std::move(one));
                } else {
                    ++catalogue.skipped;
                }
            }
        } catch (const CaseError& error) {
            catalogue.mistakes.push_back(file.string() + ": " + error.what());
        }
    }
    return catalogue;
}

}  // namespace stator::conformance
