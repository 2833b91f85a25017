#include "conformance/generate/request_writer.hpp"

namespace stator::conformance::generate {

std::string RequestWriter::legacy_condition(const Item* item, bool is_key) {
    const std::string value =
        item != nullptr && !item->empty()
            ? values_.near(
                  std::next(item->begin(), static_cast<long>(random_.below(item->size())))->second
              )
            : values_.any(1);
    const std::string comparator =
        is_key ? random_.one_of({"EQ", "LT", "LE", "GT", "GE", "BEGINS_WITH", "BETWEEN"})
               : random_.one_of(
                     {"EQ",
                      "NE",
                      "LT",
                      "GE",
                      "IN",
                      "BETWEEN",
                      "NOT_NULL",
                      "NULL",
                      "CONTAINS",
                      "NOT_CONTAINS",
                      "BEGINS_WITH"}
                 );
    ObjectText condition;
    std::vector<std::string> list{value};
    if (comparator == "BETWEEN") list.push_back(values_.near(value));
    if (comparator == "IN" && random_.percent(50)) list.push_back(values_.any(1));
    const bool has_no_value = comparator == "NULL" || comparator == "NOT_NULL";
    if (!has_no_value) condition.add("AttributeValueList", list_text(list));
    condition.add_text("ComparisonOperator", comparator);
    return condition.text();
}

void RequestWriter::add_expected(ObjectText& request, const Item* item) {
    ObjectText expected;
    const int count = random_.between(1, 2);
    for (int i = 0; i < count; ++i) {
        const std::string name = i == 0 ? "a" : "b";
        if (random_.percent(30)) {
            expected.add(name, R"({"Exists":false})");
        } else if (random_.percent(30)) {
            expected.add(name, ObjectText().add("Value", values_.any(1)).text());
        } else {
            expected.add(name, legacy_condition(item, false));
        }
    }
    request.add("Expected", expected.text());
    if (count > 1 && random_.percent(50)) {
        request.add_text("ConditionalOperator", random_.one_of({"AND", "OR"}));
    }
}

void RequestWriter::add_attribute_updates(
    ObjectText& request, const KnownTable& table, const Item* item
) {
    ObjectText updates;
    std::map<std::string, std::string> parts;
    for (int i = random_.between(1, 3); i > 0; --i) {
        const std::string action = random_.one_of({"PUT", "PUT", "ADD", "DELETE"});
        const std::string name = values_.attribute_name();
        std::string value = values_.any(1);
        if (item != nullptr && item->contains(name)) value = values_.near(item->at(name));
        if (action == "ADD" && random_.percent(70)) value = values_.of_type("N", 0);
        if (action == "DELETE" && random_.percent(60)) value = "";
        ObjectText update;
        if (!value.empty()) update.add("Value", value);
        if (action != "PUT" || random_.percent(70)) update.add_text("Action", action);
        parts[name] = update.text();
    }
    if (random_.percent(2)) parts[table.shape.keys.hash.name] = R"({"Action":"DELETE"})";
    for (const auto& [name, update] : parts) updates.add(name, update);
    request.add("AttributeUpdates", updates.text());
}

void RequestWriter::add_legacy_filter(
    ObjectText& request, std::string_view member, const KnownTable& table
) {
    ObjectText filter;
    const int count = random_.between(1, 2);
    filter.add("a", legacy_condition(item_of(table), false));
    if (count > 1) filter.add("size", legacy_condition(item_of(table), false));
    request.add(member, filter.text());
    if (count > 1 && random_.percent(40)) {
        request.add_text("ConditionalOperator", random_.one_of({"AND", "OR"}));
    }
}

void RequestWriter::add_key_conditions(ObjectText& request, const KeyShape& keys, const Item& key) {
    const auto value_of = [&](const KeyAttribute& part) {
        const auto found = key.find(part.name);
        return found == key.end() ? values_.key_value(part.type) : found->second;
    };
    ObjectText conditions;
    ObjectText equality;
    equality.add("AttributeValueList", list_text({value_of(keys.hash)}));
    equality.add_text("ComparisonOperator", "EQ");
    conditions.add(keys.hash.name, equality.text());
    if (keys.has_range() && random_.percent(55)) {
        const Item range{{keys.range.name, value_of(keys.range)}};
        conditions.add(keys.range.name, legacy_condition(&range, true));
    }
    request.add("KeyConditions", conditions.text());
}

void RequestWriter::add_attributes_to_get(ObjectText& request) {
    const std::string names = random_.one_of({R"(["a"])", R"(["a","b"])", R"(["pk","size"])"});
    request.add("AttributesToGet", names);
}

}  // namespace stator::conformance::generate
