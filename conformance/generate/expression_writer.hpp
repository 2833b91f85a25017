// ExpressionWriter: random conditions, updates and projections for one request, whose placeholders
// it collects. Most paths exist in the given item, and most values are close to the stored ones, so
// that conditions are true about as often as false. Not thread-safe.
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
    /// `item` may be null; it must outlive this object.
    ExpressionWriter(Random& random, ValueWriter& values, const Item* item);

    std::string condition(int depth = 2);
    std::string update();
    std::string projection();

    /// Returns a condition on the partition key and sometimes on the sort key, with the values of
    /// `key`.
    std::string key_condition(const KeyShape& keys, const Item& key);

    /// Excludes these attributes from paths: a filter must not name keys, and an update must not
    /// set them.
    void avoid(const KeyShape& keys);

    /// Returns a placeholder for the value, which is JSON text.
    std::string placeholder(std::string_view value);

    /// Adds ExpressionAttributeNames and ExpressionAttributeValues, if there are any.
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
