// Cuts the reply to a Scan into its items without building a tree of values: the items are passed
// on unchanged.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stator::tools::client {

// Views into the reply.
struct ScanPage {
    std::vector<std::string_view> items;
    std::string_view last_evaluated_key = {};  // "" at the end of the Scan
    std::string_view consumed_capacity = {};   // "" if the server does not report it
};

// Returns nullopt if the reply is not an object, ends early or has text after its end. Does not
// check the contents of the items.
std::optional<ScanPage> cut_scan_page(std::string_view reply);

// A reply in lines: {"Item":…} for each item, and a last line with the other members. Views into
// the reply.
struct ScanLines {
    std::string_view items;  // each including its line break
    std::string_view last_evaluated_key = {};
    std::uint64_t count = 0;
};

// Returns nullopt if the last line does not have that form. Does not check the other lines.
std::optional<ScanLines> cut_scan_lines(std::string_view reply);

// Removes the first line and returns its item; "" if the line is not {"Item":…}.
std::string_view take_line_item(std::string_view& lines);

// Returns the reply's LastEvaluatedKey if it is the last member, which can be found without cutting
// the reply; "" if it is elsewhere or missing. Does not notice a reply that ends early.
std::string_view closing_last_evaluated_key(std::string_view reply);

}  // namespace stator::tools::client
