#include "conformance/doubts/differences_page.hpp"

#include <fstream>
#include <map>
#include <sstream>

namespace stator::conformance::doubts {
namespace {

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path.string());
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string member(const Json& object, std::string_view name) {
    const Json* value = find_member(object, name);
    return value != nullptr && value->IsString() ? std::string(text_of(*value)) : "";
}

std::string not_built(const std::filesystem::path& file) {
    const JsonDocument groups = parse_json(read_file(file));
    if (groups.GetArray().Empty()) return "All operations of DynamoDB's API are answered.\n";
    std::string text =
        "## Not built yet\n\nThese operations answer UnknownOperationException.\n\n"
        "| what | operations | why not yet |\n|---|---|---|\n";
    for (const Json& group : groups.GetArray()) {
        std::string operations;
        for (const Json& operation : find_member(group, "operations")->GetArray()) {
            operations += (operations.empty() ? "" : ", ") + std::string(text_of(operation));
        }
        text += "| " + member(group, "what") + " | " + operations + " | " + member(group, "why") +
                " |\n";
    }
    return text;
}

/// Returns `PutItem/order`, without the number of the variant.
std::string file_of(const Case& one) {
    return one.name.substr(0, one.name.find('#'));
}

std::string folder_of(const Case& one) {
    return one.name.substr(0, one.name.find('/'));
}

std::string doubtful(const std::vector<Case>& cases) {
    // Folder → doubt → file → number of cases.
    std::map<std::string, std::map<std::string, std::map<std::string, std::size_t>>> doubts;
    std::size_t count = 0;
    for (const Case& one : cases) {
        if (one.doubt.empty()) continue;
        ++count;
        ++doubts[folder_of(one)][one.doubt][file_of(one)];
    }
    std::string text =
        "## Not certain\n\nNobody has captured these " + std::to_string(count) +
        " answers of DynamoDB for certain; Stator gives the most probable one.\n"
        "`stator-conformance doubts` shows the request that would settle each, and "
        "`stator-conformance doubts\n--script FILE` writes a script that captures them "
        "from AWS.\n";
    for (const auto& [folder, by_doubt] : doubts) {
        text += "\n**" + folder + "**\n\n";
        for (const auto& [doubt, files] : by_doubt) {
            text += "- " + doubt;
            std::string places;
            for (const auto& [file, cases_there] : files) {
                places += (places.empty() ? "" : ", ") + file.substr(file.find('/') + 1);
                if (cases_there > 1) places += " × " + std::to_string(cases_there);
            }
            text += " (" + places + ")\n";
        }
    }
    return text;
}

}  // namespace

std::string differences_page(const std::vector<Case>& cases, const std::filesystem::path& folder) {
    return "<!-- Written by ./dev differences from docs/differences/ and the cases' doubts. -->\n\n"
           "# Known differences from AWS\n\nWhat Stator answers differently from DynamoDB, and "
           "why. "
           "Anything not listed here is a bug worth reporting.\n\n" +
           not_built(folder / "not_built.json") + "\n" + read_file(folder / "deliberate.md") +
           "\n" + doubtful(cases);
}

}  // namespace stator::conformance::doubts
