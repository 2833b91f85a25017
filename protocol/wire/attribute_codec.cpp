#include "protocol/wire/attribute_codec.hpp"

#include <absl/container/inlined_vector.h>

#include <algorithm>
#include <map>
#include <set>

#include "protocol/base/limits.hpp"
#include "protocol/errors/serialization.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/values/base64.hpp"
#include "protocol/wire/json_pieces.hpp"
#include "protocol/wire/scalar_text.hpp"

namespace stator::protocol::wire {
namespace {

// One attribute of a map, encoded in document order, before sorting.
struct PendingEntry {
    std::string_view name;
    std::size_t begin = 0;
    std::size_t end = 0;
};

using PendingEntries = absl::InlinedVector<PendingEntry, 16>;

Result<void> read_number(std::string_view text, values::Dialect dialect, std::string& out) {
    const auto encoded = values::encode_number(text, dialect, out);
    if (encoded.has_error()) return errors::invalid_number(encoded.error(), text, dialect);
    return {};
}

// The encoded members of a set. `shown`: the members as printed in an error about duplicates.
struct SetMembers {
    std::vector<std::string> encoded;
    std::vector<std::string_view> shown;
};

Result<SetMembers> read_members(
    JsonView list, values::AttributeType type, values::Dialect dialect
) {
    SetMembers members;
    members.encoded.reserve(list.size());
    members.shown.reserve(list.size());
    for (const auto& element : list.elements()) {
        if (element.IsNull()) return errors::set_has_null(type);
        const std::string_view text = JsonView(element).string();
        members.shown.push_back(text);
        if (type == values::AttributeType::NumberSet) {
            std::string number;
            STATOR_CHECK(read_number(text, dialect, number));
            members.encoded.push_back(std::move(number));
        } else {
            const bool binary = type == values::AttributeType::BinarySet;
            members.encoded.push_back(binary ? values::bytes_of_base64(text) : std::string(text));
        }
    }
    return members;
}

// AWS: the current reader prints the distinct members before the first repetition in byte order,
// then the repeated member, then the rest as sent. [case items/duplicate_set_members]
std::vector<std::string_view> shown_with_duplicates(
    const SetMembers& members, std::size_t first_repeat, values::Dialect dialect
) {
    if (dialect == values::Dialect::Older) return members.shown;
    std::map<std::string_view, std::string_view> before;  // in byte order
    for (std::size_t i = 0; i < first_repeat; ++i) {
        before.emplace(members.encoded[i], members.shown[i]);
    }
    std::vector<std::string_view> shown;
    shown.reserve(members.shown.size());
    for (const auto& [bytes, text] : before) shown.push_back(text);
    const auto repeat = members.shown.begin() + static_cast<std::ptrdiff_t>(first_repeat);
    shown.insert(shown.end(), repeat, members.shown.end());
    return shown;
}

Result<void> encode_set(
    JsonView list, values::AttributeType type, values::Dialect dialect, std::string& out
) {
    if (list.size() == 0) return errors::set_is_empty(type);
    STATOR_TRY(SetMembers members, read_members(list, type, dialect));
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < members.encoded.size(); ++i) {
        if (!seen.insert(members.encoded[i]).second) {
            return errors::set_has_duplicates(
                type, shown_with_duplicates(members, i, dialect), dialect
            );
        }
    }
    const std::size_t place = values::open_container(out, type, seen.size());
    for (const std::string_view member : seen) values::append_name(out, member);
    values::close_container(out, place);
    return {};
}

inline Result<void> check_name(std::string_view name) {
    if (name.empty()) return errors::empty_attribute_name();
    if (name.size() > kMaxAttributeNameBytes) return errors::attribute_name_too_large();
    return {};
}

// Sorts by name. AWS: if a name is repeated, the last member counts.
void sort_by_name(PendingEntries& entries) {
    // std::sort compares all neighbours of the result, so this finds every repetition.
    bool has_repeated = false;
    std::sort(entries.begin(), entries.end(), [&](const auto& left, const auto& right) {
        const int order = left.name.compare(right.name);
        if (order != 0) return order < 0;
        has_repeated = has_repeated || left.begin != right.begin;
        return left.begin < right.begin;
    });
    if (!has_repeated) return;
    const auto is_overridden = [&](const PendingEntry& entry) {
        const PendingEntry* next = &entry + 1;
        return next != entries.data() + entries.size() && entry.name == next->name;
    };
    PendingEntries kept;
    for (const PendingEntry& entry : entries) {
        if (!is_overridden(entry)) kept.push_back(entry);
    }
    entries = std::move(kept);
}

// Appends `entries`, whose values are in `scratch`.
void append_entries(const PendingEntries& entries, std::string_view scratch, std::string& out) {
    for (const PendingEntry& entry : entries) {
        values::append_name(out, entry.name);
        out.append(scratch.substr(entry.begin, entry.end - entry.begin));
    }
}

// Reads the members of a map or an item by name. `decode` appends their values to `scratch`. AWS: a
// null is an AttributeValue without a datatype. [case items/null_entries]
template <auto& decode>
Result<void> read_entries(
    JsonView json, values::Dialect dialect, PendingEntries& entries, std::string& scratch
) {
    for (const auto& member : json.members()) {
        PendingEntry entry{member_name(member), scratch.size(), 0};
        STATOR_CHECK(check_name(entry.name));
        if (member.value.IsNull()) return errors::value_is_empty();
        STATOR_CHECK(decode(JsonView(member.value), dialect, scratch));
        entry.end = scratch.size();
        entries.push_back(entry);
    }
    sort_by_name(entries);
    return {};
}

Result<void> encode_map(JsonView json, values::Dialect dialect, std::string& out) {
    PendingEntries entries;
    std::string scratch;
    STATOR_CHECK(read_entries<decode_unchecked_depth>(json, dialect, entries, scratch));
    const std::size_t place =
        values::open_container(out, values::AttributeType::Map, entries.size());
    append_entries(entries, scratch, out);
    values::close_container(out, place);
    return {};
}

Result<void> encode_list(JsonView json, values::Dialect dialect, std::string& out) {
    const std::size_t place = values::open_container(out, values::AttributeType::List, json.size());
    for (const auto& element : json.elements()) {
        if (element.IsNull()) return errors::value_is_empty();
        STATOR_CHECK(decode_unchecked_depth(JsonView(element), dialect, out));
    }
    values::close_container(out, place);
    return {};
}

bool truth(JsonView json) {
    return json.is_boolean() ? json.boolean() : *boolean_from_text(json.string());
}

// The datatypes present in one AttributeValue object.
struct Datatypes {
    absl::InlinedVector<std::pair<values::AttributeType, JsonView>, 2> present;

    const JsonView* find(values::AttributeType type) const {
        for (const auto& [present_type, json] : present) {
            if (present_type == type) return &json;
        }
        return nullptr;
    }
};

std::optional<values::AttributeType> type_from_name(std::string_view name) {
    if (name.size() == 1) {
        switch (name.front()) {
            case 'S': return values::AttributeType::String;
            case 'N': return values::AttributeType::Number;
            case 'B': return values::AttributeType::Binary;
            case 'L': return values::AttributeType::List;
            case 'M': return values::AttributeType::Map;
            default: return std::nullopt;
        }
    }
    if (name == "SS") return values::AttributeType::StringSet;
    if (name == "NS") return values::AttributeType::NumberSet;
    if (name == "BS") return values::AttributeType::BinarySet;
    if (name == "NULL") return values::AttributeType::Null;
    if (name == "BOOL") return values::AttributeType::Boolean;
    return std::nullopt;
}

Datatypes datatypes_of(JsonView json) {
    Datatypes datatypes;
    for (const auto& member : json.members()) {
        if (member.value.IsNull()) continue;
        const auto type = type_from_name(member_name(member));
        if (!type) continue;
        const JsonView value(member.value);
        bool repeated = false;
        for (auto& [present_type, present_json] : datatypes.present) {
            if (present_type == *type) {
                present_json = value;
                repeated = true;
            }
        }
        if (!repeated) datatypes.present.emplace_back(*type, value);
    }
    return datatypes;
}

Result<void> encode_one(
    values::AttributeType type, JsonView json, values::Dialect dialect, std::string& out
) {
    switch (type) {
        case values::AttributeType::String:
            values::append_scalar(out, type, json.string());
            return {};
        case values::AttributeType::Binary:
            values::append_scalar(out, type, values::bytes_of_base64(json.string()));
            return {};
        case values::AttributeType::Number: {
            std::string number;
            STATOR_CHECK(read_number(json.string(), dialect, number));
            values::append_scalar(out, type, number);
            return {};
        }
        case values::AttributeType::Null:
            if (!truth(json)) return errors::null_must_be_true();
            values::append_null(out);
            return {};
        case values::AttributeType::Boolean: values::append_boolean(out, truth(json)); return {};
        case values::AttributeType::StringSet:
        case values::AttributeType::NumberSet:
        case values::AttributeType::BinarySet: return encode_set(json, type, dialect, out);
        case values::AttributeType::List: return encode_list(json, dialect, out);
        case values::AttributeType::Map: return encode_map(json, dialect, out);
    }
    return {};
}

// Checks the contents of an object with several datatypes, in DynamoDB's order: single values,
// empty sets, numbers in sets, duplicates, containers. AWS: [case items/value_error_order]
Result<void> check_several(const Datatypes& datatypes, values::Dialect dialect) {
    constexpr values::AttributeType kSets[] = {
        values::AttributeType::StringSet,
        values::AttributeType::NumberSet,
        values::AttributeType::BinarySet};
    std::string ignored;
    const auto check = [&](values::AttributeType type) -> Result<void> {
        const JsonView* json = datatypes.find(type);
        if (json == nullptr) return {};
        return encode_one(type, *json, dialect, ignored);
    };
    STATOR_CHECK(check(values::AttributeType::Number));
    STATOR_CHECK(check(values::AttributeType::Null));
    for (const values::AttributeType type : kSets) {
        const JsonView* json = datatypes.find(type);
        if (json != nullptr && json->size() == 0) return errors::set_is_empty(type);
    }
    if (const JsonView* json = datatypes.find(values::AttributeType::NumberSet)) {
        STATOR_CHECK(read_members(*json, values::AttributeType::NumberSet, dialect));
    }
    for (const values::AttributeType type : kSets) STATOR_CHECK(check(type));
    STATOR_CHECK(check(values::AttributeType::Map));
    STATOR_CHECK(check(values::AttributeType::List));
    return errors::value_has_several_types();
}

}  // namespace

Result<void> decode_unchecked_depth(JsonView json, values::Dialect dialect, std::string& out) {
    // Fast path: nearly all values have one member.
    if (const auto members = json.members(); json.size() == 1) {
        const auto& only = *members.begin();
        const auto type = type_from_name(member_name(only));
        if (type && !only.value.IsNull()) {
            return encode_one(*type, JsonView(only.value), dialect, out);
        }
    }
    const Datatypes datatypes = datatypes_of(json);
    if (datatypes.present.empty()) return errors::value_is_empty();
    if (datatypes.present.size() > 1) return check_several(datatypes, dialect);
    return encode_one(datatypes.present[0].first, datatypes.present[0].second, dialect, out);
}

Result<void> decode_attribute_value(JsonView json, values::Dialect dialect, std::string& out) {
    if (nests_too_deep(json)) return errors::nesting_too_deep();
    return decode_unchecked_depth(json, dialect, out);
}

std::size_t nesting_levels(JsonView json, std::size_t limit) {
    if (limit == 0 || !json.is_object()) return 0;
    std::size_t deepest = 0;
    for (const auto& member : json.members()) {
        const JsonView value(member.value);
        if (!value.is_array() && !value.is_object()) continue;
        if (member_name(member) == "L" && value.is_array()) {
            for (const auto& element : value.elements()) {
                deepest = std::max(deepest, nesting_levels(JsonView(element), limit - 1));
            }
        } else if (member_name(member) == "M" && value.is_object()) {
            for (const auto& entry : value.members()) {
                deepest = std::max(deepest, nesting_levels(JsonView(entry.value), limit - 1));
            }
        }
    }
    return deepest + 1;
}

bool nests_too_deep(JsonView json) {
    return nesting_levels(json, kMaxNestingLevels + 1) > kMaxNestingLevels;
}

Result<void> check_attribute_names(JsonView item) {
    for (const auto& member : item.members()) {
        if (!member.value.IsNull()) STATOR_CHECK(check_name(member_name(member)));
    }
    return {};
}

Result<void> check_nesting(JsonView item) {
    for (const auto& member : item.members()) {
        if (nests_too_deep(JsonView(member.value))) return errors::nesting_too_deep();
    }
    return {};
}

Result<values::MutableItemImagePtr> decode_item(JsonView json, values::Dialect dialect) {
    PendingEntries entries;
    std::string scratch;
    STATOR_CHECK(read_entries<decode_attribute_value>(json, dialect, entries, scratch));
    std::string sorted;
    sorted.reserve(scratch.size() + 16 * entries.size());
    append_entries(entries, scratch, sorted);
    return values::ItemImage::create(entries.size(), sorted);
}

std::optional<std::string> bytes_from_base64(std::string_view text) {
    if (check_base64(text).has_error()) return std::nullopt;
    return values::bytes_of_base64(text);
}

namespace {

void add_value(JsonPieces& json, values::AttributeValueView value);

void add_member(JsonPieces& json, values::AttributeType type, std::string_view member) {
    if (type == values::AttributeType::StringSet) return json.add_string(member);
    json.add('"');
    if (type == values::AttributeType::NumberSet) {
        json.add_number(member);
    } else {
        json.add_plain(values::base64_text(member));
    }
    json.add('"');
}

// Appends all elements of a range, separated by commas.
template <typename Range, typename AddOne>
void add_all(JsonPieces& json, const Range& range, AddOne add_one) {
    bool first = true;
    for (const auto& one : range) {
        if (!first) json.add(',');
        first = false;
        add_one(one);
    }
}

void add_set(JsonPieces& json, values::AttributeValueView value) {
    json.add('[');
    add_all(json, value.members(), [&](std::string_view member) {
        add_member(json, value.type(), member);
    });
    json.add(']');
}

void add_list(JsonPieces& json, values::AttributeValueView value) {
    json.add('[');
    add_all(json, value.elements(), [&](values::AttributeValueView element) {
        add_value(json, element);
    });
    json.add(']');
}

void add_entries(JsonPieces& json, values::EntryRange entries) {
    json.add('{');
    add_all(json, entries, [&](const values::Entry& entry) {
        json.add_string(entry.name);
        json.add(':');
        add_value(json, entry.value);
    });
    json.add('}');
}

void add_value(JsonPieces& json, values::AttributeValueView value) {
    switch (value.type()) {
        case values::AttributeType::String:
            json.add(R"({"S":)");
            json.add_string(value.scalar());
            break;
        case values::AttributeType::Number:
            json.add(R"({"N":")");
            json.add_number(value.scalar());
            json.add('"');
            break;
        case values::AttributeType::Binary:
            json.add(R"({"B":")");
            json.add_plain(values::base64_text(value.scalar()));
            json.add('"');
            break;
        case values::AttributeType::Null: json.add(R"({"NULL":true)"); break;
        case values::AttributeType::Boolean:
            json.add(R"({"BOOL":)");
            json.add_plain(value.boolean() ? "true" : "false");
            break;
        case values::AttributeType::StringSet:
            json.add(R"({"SS":)");
            add_set(json, value);
            break;
        case values::AttributeType::NumberSet:
            json.add(R"({"NS":)");
            add_set(json, value);
            break;
        case values::AttributeType::BinarySet:
            json.add(R"({"BS":)");
            add_set(json, value);
            break;
        case values::AttributeType::List:
            json.add(R"({"L":)");
            add_list(json, value);
            break;
        case values::AttributeType::Map:
            json.add(R"({"M":)");
            add_entries(json, value.entries());
            break;
    }
    json.add('}');
}

}  // namespace

void append_attribute_value(std::string& out, values::AttributeValueView value) {
    JsonPieces json(out);
    add_value(json, value);
    json.flush();
}

void append_item(std::string& out, const values::ItemImage& item) {
    JsonPieces json(out);
    add_entries(json, item.attributes());
    json.flush();
}

void write_item(JsonWriter& json, const values::ItemImage& item) {
    json.value_follows();
    append_item(json.out(), item);
}

void write_item(
    JsonWriter& json,
    const values::ItemImage& item,
    const std::optional<std::vector<values::DocumentPath>>& projection
) {
    if (!projection) return write_item(json, item);
    write_item(json, *values::project_paths(item, *projection));
}

}  // namespace stator::protocol::wire
