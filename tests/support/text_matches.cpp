#include "tests/support/text_matches.hpp"

#include <regex.h>

#include <array>
#include <memory>
#include <stdexcept>

namespace stator::testing {

// Uses POSIX regular expressions, because <regex> takes as long to compile as the rest of a test
// file.
std::vector<std::string> all_matches(const std::string& text, const std::string& pattern) {
    regex_t read;
    if (regcomp(&read, pattern.c_str(), REG_EXTENDED) != 0) {
        throw std::invalid_argument("not a pattern: " + pattern);
    }
    const std::unique_ptr<regex_t, decltype(&regfree)> expression(&read, &regfree);
    std::vector<std::string> found;
    std::array<regmatch_t, 2> groups{};
    for (const char* rest = text.c_str();
         regexec(expression.get(), rest, groups.size(), groups.data(), 0) == 0;
         rest += groups[0].rm_eo) {
        found.emplace_back(rest + groups[1].rm_so, rest + groups[1].rm_eo);
    }
    return found;
}

std::string without(std::string text, const std::string& beginning, char end) {
    for (std::size_t at = text.find(beginning); at != std::string::npos;
         at = text.find(beginning, at)) {
        text.erase(at, text.find(end, at + beginning.size()) + 1 - at);
    }
    return text;
}

}  // namespace stator::testing
