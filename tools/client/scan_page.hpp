// The reply to a Scan, cut into its items without a tree of values: they are handed on as they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stator::tools::client {

// Views into the reply.
struct ScanPage {
    std::vector<std::string_view> items;
    std::string_view last_evaluated_key = {};  // "" at the end of what is scanned
    std::string_view consumed_capacity = {};   // "" when the server does not say
};

// Nothing when the reply is no object, ends early or goes on behind it. The items' own content is
// not checked.
std::optional<ScanPage> cut_scan_page(std::string_view reply);

// A reply in lines: {"Item":…} for each item, and a last one with all else. Views into it.
struct ScanLines {
    std::string_view items;  // each with its line break
    std::string_view last_evaluated_key = {};
    std::uint64_t count = 0;
};

// Nothing when the last line is not such a one. The others are not looked at.
std::optional<ScanLines> cut_scan_lines(std::string_view reply);

// Takes the first line off and returns its item; "" where that is no {"Item":…}.
std::string_view take_line_item(std::string_view& lines);

// The reply's LastEvaluatedKey where that is its last member and cutting need not be waited for;
// "" when it may be elsewhere, or nowhere. What ends early is not noticed.
std::string_view closing_last_evaluated_key(std::string_view reply);

}  // namespace stator::tools::client
