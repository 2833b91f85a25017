// ValueWriter: AttributeValues, keys and items at random, valid ones. Numbers come in many
// spellings; a few values are long, so that capacity figures differ. Not thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "conformance/base/random.hpp"
#include "conformance/generate/known_table.hpp"

namespace stator::conformance::generate {

class ValueWriter {
public:
    explicit ValueWriter(Random& random) : random_(random) {}

    /// A value of any type, containers at most `depth` deep.
    std::string any(int depth);
    std::string of_type(std::string_view type, int depth);

    /// Equal to that value, near it, or at least of its type.
    std::string near(std::string_view value);

    /// One of a few values, so that requests meet the same items again.
    std::string key_value(std::string_view type);

    Item key(const KeyShape& keys);
    Item item(const TableShape& table);

    /// One of a few names, key attributes of indexes among them.
    std::string attribute_name();

    std::string number();
    std::string text();

private:
    std::string base64();
    std::string set(std::string_view type);
    std::string container(std::string_view type, int depth);

    Random& random_;
};

}  // namespace stator::conformance::generate
