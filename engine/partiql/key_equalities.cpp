#include "engine/partiql/key_equalities.hpp"

#include <map>
#include <utility>

#include "engine/partiql/key_demand.hpp"

namespace stator::engine::partiql {
namespace {

using protocol::expression::Condition;
using protocol::expression::ConditionKind;
using protocol::expression::KeyOperator;
using values::AttributeValue;
using values::AttributeValueView;

class EqualityFinder {
public:
    EqualityFinder(const schema::TableSchema& schema, bool accept_in)
        : schema_(schema), accept_in_(accept_in) {}

    void visit(const Condition& condition) {
        if (condition.kind != ConditionKind::And) return note(condition);
        for (const Condition& child : condition.children) visit(child);
    }

    KeyEqualities found;

private:
    void note(const Condition& term) {
        const auto demand = demand_of(term);
        AttributeValue* value = demand ? slot(*demand) : nullptr;
        if (value == nullptr) {
            found.has_other_terms = true;
            return;
        }
        const AttributeValue& wanted = demand->condition.values.front().value;
        if (value->is_absent()) *value = wanted;
        if (*value == wanted) return;
        found.has_other_terms = true;
        if (found.contradicted.empty()) found.contradicted = demand->condition.attribute;
    }

    // The slot for the demand's value if it is an equality on a key attribute, otherwise null.
    AttributeValue* slot(const KeyDemand& demand) {
        const auto& condition = demand.condition;
        const bool is_equality = condition.op == KeyOperator::Equal && condition.values.size() == 1;
        if (!is_equality || (demand.is_in && !accept_in_)) return nullptr;
        if (condition.attribute == schema_.hash.name) return &found.hash;
        if (schema_.range && condition.attribute == schema_.range->name) return &found.range;
        return nullptr;
    }

    const schema::TableSchema& schema_;
    bool accept_in_;
};

}  // namespace

values::MutableItemImagePtr KeyEqualities::key_image(const schema::TableSchema& schema) const {
    std::map<std::string_view, AttributeValueView> attributes;
    const auto add = [&](const schema::KeyAttribute& key, const AttributeValue& value) {
        if (!value.is_absent()) attributes.emplace(key.name, value.view());
    };
    add(schema.hash, hash);
    if (schema.range) add(*schema.range, range);
    values::ItemBuilder builder;
    for (const auto& [name, value] : attributes) builder.add(name, value);
    return builder.build();
}

KeyEqualities find_key_equalities(
    const schema::TableSchema& schema, const Condition* where, bool accept_in
) {
    EqualityFinder finder(schema, accept_in);
    if (where != nullptr) finder.visit(*where);
    return std::move(finder.found);
}

}  // namespace stator::engine::partiql
