// ValueWriter: random valid AttributeValues, keys and items. Numbers have many spellings. A few
// values are long, so that capacity figures differ. Not thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "conformance/base/random.hpp"
#include "conformance/generate/known_table.hpp"

namespace stator::conformance::generate {

class ValueWriter {
public:
    explicit ValueWriter(Random& random) : random_(random) {}

    /// Returns a value of any type. Containers nest at most `depth` levels.
    std::string any(int depth);
    std::string of_type(std::string_view type, int depth);

    /// Returns a value that is equal to `value`, close to it, or at least of the same type.
    std::string near(std::string_view value);

    /// Returns one of a few values, so that requests often use the same items.
    std::string key_value(std::string_view type);

    Item key(const KeyShape& keys);
    Item item(const TableShape& table);

    /// Returns one of a few names, including key attributes of indexes.
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
