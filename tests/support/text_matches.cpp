#include "tests/support/text_matches.hpp"

#include <mutex>
#include <regex>

namespace stator::testing {

std::vector<std::string> all_matches(const std::string& text, const std::string& pattern) {
    // libstdc++ fills a table of the locale while it reads a pattern, in all threads the same one.
    static std::mutex reading;
    const std::regex expression = [&] {
        const std::lock_guard lock(reading);
        return std::regex(pattern);
    }();
    std::vector<std::string> found;
    for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end;
         ++match) {
        found.push_back((*match)[1]);
    }
    return found;
}

}  // namespace stator::testing
