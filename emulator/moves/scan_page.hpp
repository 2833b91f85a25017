// The reply to a Scan, cut into its items without a tree of values: they are handed on as they are.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace stator::emulator::moves {

// Views into the reply.
struct ScanPage {
    std::vector<std::string_view> items;
    std::string_view last_evaluated_key = {};  // "" at the end of what is scanned
    std::string_view consumed_capacity = {};   // "" when the server does not say
};

// Nothing when the reply is no object or ends early. The items' own content is not checked.
std::optional<ScanPage> cut_scan_page(std::string_view reply);

// The reply's LastEvaluatedKey where that is its last member and cutting need not be waited for;
// "" when it may be elsewhere, or nowhere. What ends early is not noticed.
std::string_view closing_last_evaluated_key(std::string_view reply);

}  // namespace stator::emulator::moves
