// Checksum: a sum over the items of a table in their canonical form, the same in whatever order
// they come and however a server writes them. A value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stator::tools::copy {

class Checksum {
public:
    void add(std::string_view item_json);
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

// The item's JSON with its attributes and sets sorted and its numbers in DynamoDB's form; the text
// itself when it is no item.
std::string canonical_item(std::string_view item_json);

}  // namespace stator::tools::copy
