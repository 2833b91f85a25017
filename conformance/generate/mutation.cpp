#include "conformance/generate/mutation.hpp"

#include <array>
#include <utility>
#include <vector>

#include "conformance/base/json.hpp"

namespace stator::conformance::generate {
namespace {

using NamedText = std::pair<std::string_view, std::string_view>;

/// Members that a mutation adds to a request, or whose value it replaces.
constexpr std::array<NamedText, 40> kMembers{{
    {"TableName", R"("ab")"},
    {"TableName", R"("a-table-that-is-missing")"},
    {"TableName", R"("")"},
    {"IndexName", R"("nothing")"},
    {"IndexName", R"("a")"},
    {"Limit", "0"},
    {"Limit", "-1"},
    {"Select", R"("COUNT")"},
    {"Select", R"("SPECIFIC_ATTRIBUTES")"},
    {"Select", R"("ALL_PROJECTED_ATTRIBUTES")"},
    {"Select", R"("ALL_ATTRIBUTES")"},
    {"Select", R"("EVERYTHING")"},
    {"Segment", "5"},
    {"Segment", "-1"},
    {"TotalSegments", "2"},
    {"TotalSegments", "1000001"},
    {"ConsistentRead", "true"},
    {"ReturnValues", R"("ALL_NEW")"},
    {"ReturnValues", R"("EVERYTHING")"},
    {"ReturnConsumedCapacity", R"("EVERYTHING")"},
    {"ReturnItemCollectionMetrics", R"("EVERYTHING")"},
    {"ReturnValuesOnConditionCheckFailure", R"("EVERYTHING")"},
    {"ConditionalOperator", R"("AND")"},
    {"ConditionalOperator", R"("XOR")"},
    {"Expected", "{}"},
    {"Expected", R"({"a":{"Exists":true}})"},
    {"Expected", R"({"a":{"ComparisonOperator":"EQ","AttributeValueList":[]}})"},
    {"AttributesToGet", R"(["a","a"])"},
    {"AttributesToGet", "[]"},
    {"ScanFilter", R"({"a":{"ComparisonOperator":"BETWEEN","AttributeValueList":[{"S":"x"}]}})"},
    {"QueryFilter", R"({"pk":{"ComparisonOperator":"NULL"}})"},
    {"AttributeUpdates", R"({"a":{"Action":"PUT"}})"},
    {"ExpressionAttributeNames", "{}"},
    {"ExpressionAttributeNames", R"({"#unused":"a"})"},
    {"ExpressionAttributeNames", R"({"bad":"a"})"},
    {"ExpressionAttributeValues", "{}"},
    {"ExpressionAttributeValues", R"({":unused":{"S":"x"}})"},
    {"ExpressionAttributeValues", R"({"bad":{"S":"x"}})"},
    {"ConditionExpression", R"("a = :missing")"},
    {"ProjectionExpression", R"("a, a")"},
}};

constexpr std::array<std::string_view, 16> kExpressions{
    "",
    "a = :missing",
    "#missing = a",
    "a =",
    "a, a.b",
    "SET a = :missing",
    "SET a = b, a = b",
    "size(a)",
    "attribute_exists(:v0)",
    "a = a",
    "((a = b))",
    "a.b[0",
    "pk = :v0",
    "foo(a)",
    "Status",
    "begins_with(a, b)"};

/// Replacements for AttributeValues.
constexpr std::array<std::string_view, 20> kValues{
    R"({})",
    R"({"S":"x","N":"1"})",
    R"({"N":"abc"})",
    R"({"N":""})",
    R"({"N":"1E126"})",
    R"({"N":"123456789012345678901234567890123456789"})",
    R"({"S":""})",
    R"({"B":""})",
    R"({"B":"%%"})",
    R"({"NULL":false})",
    R"({"SS":[]})",
    R"({"SS":["x","x"]})",
    R"({"NS":["1","1.0"]})",
    R"({"NS":["abc"]})",
    R"({"SS":[""]})",
    R"({"L":[{}]})",
    R"({"M":{"x":{"N":"abc"}}})",
    R"({"Q":"x"})",
    R"({"BOOL":true})",
    R"({"S":"x"})"};

constexpr std::array<std::string_view, 9> kOthers{
    "null", R"("")", R"("x")", "0", "-1", "true", "[]", "{}", "1.5"};

bool is_attribute_value(const Json& value) {
    if (!value.IsObject() || value.MemberCount() != 1) return false;
    const std::string_view type = text_of(value.MemberBegin()->name);
    return type == "S" || type == "N" || type == "B" || type == "BOOL" || type == "NULL" ||
           type == "SS" || type == "NS" || type == "BS" || type == "L" || type == "M";
}

bool is_expression(std::string_view name) {
    return name.ends_with("Expression");
}

class Mutator {
public:
    Mutator(JsonDocument& request, Random& random) : request_(request), random_(random) {
        collect(request_, nullptr, "");
    }

    void mutate() {
        switch (random_.weighted({28, 22, 18, 14, 18})) {
            case 0: return add_member();
            case 1: return change_value();
            case 2: return change_expression();
            case 3: return change_keys();
            default: return change_anything();
        }
    }

private:
    /// A value of the request, the object that contains it, if any, and its name there.
    struct Place {
        Json* value;
        Json* object;
        std::string name;
    };

    void collect(Json& value, Json* object, const std::string& name) {
        places_.push_back({&value, object, name});
        if (value.IsObject()) {
            for (auto& member : value.GetObject()) {
                collect(member.value, &value, std::string(text_of(member.name)));
            }
        } else if (value.IsArray()) {
            for (Json& element : value.GetArray()) collect(element, nullptr, name);
        }
    }

    template <class Predicate>
    Place* find(Predicate predicate) {
        std::vector<Place*> found;
        for (Place& place : places_) {
            if (predicate(place)) found.push_back(&place);
        }
        return found.empty() ? nullptr : random_.one_of(found);
    }

    void assign(Json& value, std::string_view json) {
        const JsonDocument parsed = parse_json(json);
        value.CopyFrom(parsed, request_.GetAllocator());
    }

    void set_member(Json& object, std::string_view name, std::string_view json) {
        Json* member = nullptr;
        for (auto& one : object.GetObject()) {
            if (text_of(one.name) == name) member = &one.value;
        }
        if (member != nullptr) return assign(*member, json);
        Json value;
        assign(value, json);
        object.AddMember(
            make_string(name, request_.GetAllocator()), value, request_.GetAllocator()
        );
    }

    /// Adds a member to an object that has a table's name: the request, or a part of a transaction.
    void add_member() {
        Place* place = find([](const Place& one) {
            return one.value->IsObject() && find_member(*one.value, "TableName") != nullptr;
        });
        const NamedText& member = random_.one_of(kMembers);
        Json& object = place == nullptr ? request_ : *place->value;
        if (object.IsObject()) set_member(object, member.first, member.second);
    }

    void change_value() {
        Place* place = find([](const Place& one) { return is_attribute_value(*one.value); });
        if (place != nullptr) assign(*place->value, random_.one_of(kValues));
    }

    void change_expression() {
        Place* place = find([](const Place& one) {
            return one.value->IsString() && (is_expression(one.name) || one.name == "Statement");
        });
        if (place == nullptr) return add_member();
        std::string text(text_of(*place->value));
        if (random_.percent(35)) {
            text = random_.one_of(kExpressions);
        } else if (random_.percent(30)) {
            text += random_.one_of({" AND a = :missing", ")", " AND", " OR #missing = a", ", a"});
        } else {
            edit(text);
        }
        *place->value = make_string(text, request_.GetAllocator());
    }

    void edit(std::string& text) {
        if (text.empty()) return;
        const std::size_t at = random_.below(text.size());
        static constexpr std::string_view kCharacters = " ()[]#:.,=<>'a1*";
        switch (random_.below(3)) {
            case 0: text.erase(at, 1); break;
            case 1: text.insert(at, 1, random_.one_of(kCharacters)); break;
            default: text.resize(at); break;
        }
        // Incomplete UTF-8 characters are not a subject of these tests.
        for (char& character : text) {
            if (static_cast<unsigned char>(character) >= 0x80U) character = 'u';
        }
    }

    void change_keys() {
        Place* place = find([](const Place& one) {
            return one.value->IsObject() && (one.name == "Key" || one.name == "Item" ||
                                             one.name == "ExclusiveStartKey" || one.name == "Keys");
        });
        if (place == nullptr) return change_value();
        Json& key = *place->value;
        const std::string name = random_.one_of({"pk", "sk", "extra", "ia", "ib"});
        if (key.HasMember(name.c_str()) && random_.percent(40)) {
            key.RemoveMember(name.c_str());
            return;
        }
        set_member(key, name, random_.one_of(kValues));
    }

    void change_anything() {
        Place* place = find([&](const Place& one) { return one.value != &request_; });
        if (place == nullptr) return;
        Json& value = *place->value;
        if (place->object != nullptr && random_.percent(40)) {
            place->object->RemoveMember(place->name.c_str());
        } else if (value.IsArray() && !value.Empty() && random_.percent(60)) {
            const std::size_t count = random_.percent(20) ? 26 : 1;
            for (std::size_t i = 0; i < count; ++i) {
                Json copy(value[0], request_.GetAllocator());
                value.PushBack(copy, request_.GetAllocator());
            }
        } else {
            assign(value, random_.one_of(kOthers));
        }
    }

    JsonDocument& request_;
    Random& random_;
    std::vector<Place> places_;
};

}  // namespace

std::string mutated(std::string_view request, Random& random) {
    JsonDocument document = parse_json(request);
    Mutator(document, random).mutate();
    return to_text(document);
}

}  // namespace stator::conformance::generate
