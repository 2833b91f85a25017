// Checksum: a sum over the items of a table in canonical form. It depends neither on the order of
// the items nor on a server's way to write them. A value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stator::tools::copy {

class Checksum {
public:
    // Adds one item.
    void add(std::string_view item_json);
    // Adds all items of another checksum.
    void add(const Checksum& other);

    std::uint64_t count() const { return count_; }

    // 32 hexadecimal digits.
    std::string text() const;

    bool operator==(const Checksum&) const = default;

private:
    std::uint64_t count_ = 0;
    std::uint64_t high_ = 0;
    std::uint64_t low_ = 0;
};

// Returns the item's JSON with its attributes and sets sorted and its numbers in DynamoDB's form;
// the unchanged text if it is not an item.
std::string canonical_item(std::string_view item_json);

}  // namespace stator::tools::copy
