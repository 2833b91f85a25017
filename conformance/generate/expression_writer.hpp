// ExpressionWriter: conditions, updates and projections at random, all for one request, whose
// placeholders it collects. Most paths lead to something in the item at hand and most values are
// near what stands there, so that conditions are true as often as false. Not thread-safe.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/base/random.hpp"
#include "conformance/generate/json_text.hpp"
#include "conformance/generate/value_writer.hpp"

namespace stator::conformance::generate {

class ExpressionWriter {
public:
    /// `item` may be null; it must outlive this.
    ExpressionWriter(Random& random, ValueWriter& values, const Item* item);

    std::string condition(int depth = 2);
    std::string update();
    std::string projection();

    /// Names the partition key and, at times, the sort key, with the values of `key`.
    std::string key_condition(const KeyShape& keys, const Item& key);

    /// These attributes are left out of paths: a filter may not name keys, nor an update set them.
    void avoid(const KeyShape& keys);

    /// A placeholder of that value, a JSON text.
    std::string placeholder(std::string_view value);

    /// Adds ExpressionAttributeNames and ExpressionAttributeValues, where there are any.
    void add_placeholders(ObjectText& request) const;

private:
    std::string path();
    std::string name_of(const std::string& attribute);
    std::string known_value(const std::string& attribute);
    std::string operand(const std::string& attribute);
    std::string comparison();
    std::string function();
    std::string set_clause();
    std::string set_value();
    std::string added_value(std::string_view keyword);

    Random& random_;
    ValueWriter& values_;
    const Item* item_;
    std::string attribute_;  // of the last path
    std::set<std::string> avoided_;
    std::map<std::string, std::string> names_;
    std::map<std::string, std::string> texts_of_values_;
};

}  // namespace stator::conformance::generate
