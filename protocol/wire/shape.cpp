#include "protocol/wire/shape.hpp"

#include <cctype>
#include <optional>

#include "protocol/base/limits.hpp"
#include "protocol/errors/constraints.hpp"
#include "protocol/errors/general.hpp"
#include "protocol/errors/regions.hpp"
#include "protocol/errors/serialization.hpp"
#include "protocol/wire/scalar_text.hpp"

namespace stator::protocol::wire {
namespace {

// Attribute values that are deeper are rejected by a separate check, so their types need not be
// checked.
constexpr int kMaxCheckedDepth = 100;

bool is_collection(const Shape& shape) {
    return shape.type == ShapeType::List || shape.type == ShapeType::Map;
}

bool is_scalar(JsonView json) {
    return !json.is_array() && !json.is_object();
}

// The position of a value, which determines two of the messages.
enum class Place : unsigned char { Member, Element };

class TypeChecker {
public:
    Result<void> check(JsonView json, const Shape& shape, Place place) {
        if (depth_ > kMaxCheckedDepth) return {};
        switch (shape.type) {
            case ShapeType::String: return check_string(json);
            case ShapeType::Boolean: return check_boolean(json);
            case ShapeType::Integer: return check_number(json, "Integer");
            case ShapeType::Long: return check_number(json, "Long");
            case ShapeType::Double: return check_number(json, "Double");
            case ShapeType::Blob: return check_blob(json);
            case ShapeType::Structure: return check_structure(json, shape, place);
            case ShapeType::List: return check_list(json, shape);
            case ShapeType::Map: return check_map(json, shape);
            case ShapeType::AttributeValue: return check_attribute_value(json, place);
        }
        return {};
    }

private:
    static Result<void> check_string(JsonView json) {
        if (json.is_string()) return {};
        if (json.is_array()) return errors::unrecognized_collection("java.lang.String");
        if (json.is_object()) return errors::unexpected_structure();
        return errors::cannot_convert(scalar_kind(json), "String");
    }

    static Result<void> check_boolean(JsonView json) {
        if (json.is_boolean()) return {};
        if (json.is_string()) {
            if (boolean_from_text(json.string())) return {};
            return errors::unexpected_token();
        }
        if (json.is_array()) return errors::unrecognized_collection("java.lang.Boolean");
        if (json.is_object()) return errors::unexpected_structure();
        return errors::cannot_convert(scalar_kind(json), "Boolean");
    }

    static Result<void> check_number(JsonView json, std::string_view target) {
        if (json.is_number()) return {};
        if (json.is_array()) {
            return errors::unrecognized_collection(std::string("java.lang.").append(target));
        }
        if (json.is_object()) return errors::unexpected_structure();
        return errors::cannot_convert(scalar_kind(json), target);
    }

    static Result<void> check_blob(JsonView json) {
        if (json.is_array()) return errors::unrecognized_collection("java.nio.ByteBuffer");
        if (json.is_object()) return errors::unexpected_structure();
        if (!json.is_string()) return errors::not_base64();
        return check_base64(json.string());
    }

    static ApiError unexpected_scalar(Place place) {
        return place == Place::Element ? errors::unexpected_element() : errors::unexpected_scalar();
    }

    Result<void> check_structure(JsonView json, const Shape& shape, Place place) {
        if (json.is_array()) return errors::unrecognized_class(shape.class_name);
        if (!json.is_object()) return unexpected_scalar(place);
        ++depth_;
        for (const auto& member : json.members()) {
            if (member.value.IsNull()) continue;
            const Member* known = find_member(shape, member_name(member));
            if (known == nullptr) continue;
            STATOR_CHECK(check(JsonView(member.value), *known->shape, Place::Member));
        }
        --depth_;
        return {};
    }

    Result<void> check_list(JsonView json, const Shape& shape) {
        if (json.is_object()) return errors::unexpected_structure();
        if (!json.is_array()) return errors::unexpected_scalar();
        ++depth_;
        for (const auto& element : json.elements()) {
            if (element.IsNull()) continue;
            const JsonView view(element);
            if (is_collection(*shape.element) && is_scalar(view)) return errors::nested_list_cast();
            STATOR_CHECK(check(view, *shape.element, Place::Element));
        }
        --depth_;
        return {};
    }

    Result<void> check_map(JsonView json, const Shape& shape) {
        if (json.is_array()) return errors::unrecognized_map(map_value_class(*shape.element));
        if (!json.is_object()) return errors::unexpected_scalar();
        ++depth_;
        for (const auto& member : json.members()) {
            if (member.value.IsNull()) continue;
            const JsonView view(member.value);
            if (is_collection(*shape.element) && is_scalar(view)) return errors::nested_list_cast();
            STATOR_CHECK(check(view, *shape.element, Place::Element));
        }
        --depth_;
        return {};
    }

    Result<void> check_attribute_value(JsonView json, Place place) {
        if (json.is_array()) return errors::unrecognized_class("AttributeValue");
        if (!json.is_object()) return unexpected_scalar(place);
        ++depth_;
        for (const auto& member : json.members()) {
            if (member.value.IsNull()) continue;
            STATOR_CHECK(check_datatype(member_name(member), JsonView(member.value)));
        }
        --depth_;
        return {};
    }

    Result<void> check_datatype(std::string_view name, JsonView json) {
        static constexpr Shape kString{.type = ShapeType::String};
        static constexpr Shape kBlob{.type = ShapeType::Blob};
        static constexpr Shape kValue{.type = ShapeType::AttributeValue};
        static constexpr Shape kStrings{.type = ShapeType::List, .element = &kString};
        static constexpr Shape kBlobs{.type = ShapeType::List, .element = &kBlob};
        static constexpr Shape kValues{.type = ShapeType::List, .element = &kValue};
        static constexpr Shape kMap{.type = ShapeType::Map, .element = &kValue};
        if (name == "S" || name == "N") return check_string(json);
        if (name == "B") return check_blob(json);
        if (name == "BOOL" || name == "NULL") return check_boolean(json);
        if (name == "SS" || name == "NS") return check(json, kStrings, Place::Member);
        if (name == "BS") return check(json, kBlobs, Place::Member);
        if (name == "L") return check(json, kValues, Place::Member);
        if (name == "M") return check(json, kMap, Place::Member);
        return {};
    }

    static const Member* find_member(const Shape& shape, std::string_view name) {
        for (const Member& member : shape.members) {
            if (member.name == name) return &member;
        }
        return nullptr;
    }

    static std::string_view scalar_kind(JsonView json) {
        if (json.is_string()) return "STRING_VALUE";
        if (json.is_boolean()) return json.boolean() ? "TRUE_VALUE" : "FALSE_VALUE";
        return json.is_integer() ? "NUMBER_VALUE" : "DECIMAL_VALUE";
    }

    static std::string map_value_class(const Shape& element) {
        if (element.type == ShapeType::String) return "java.lang.String";
        if (element.type == ShapeType::List) {
            return "java.util.List<" + map_value_class(*element.element) + ">";
        }
        const std::string_view name = element.type == ShapeType::AttributeValue
                                          ? std::string_view("AttributeValue")
                                          : element.class_name;
        return std::string("com.amazonaws.dynamodb.v20120810.").append(name);
    }

    int depth_ = 0;
};

// The location of a value in the request. Its text is built only for errors.
struct Location {
    const Location* parent = nullptr;  // enclosing structure, list or map; null: the request
    std::string_view name = {};        // name of a structure's member, or key of a map
    int index = 0;                     // in a list, starting at 1
    bool is_member = true;             // of a structure

    // "keySchema.1.member.attributeName".
    std::string text() const {
        std::string path = parent == nullptr ? std::string() : parent->text().append(".");
        if (is_member) return path.append(lower_camel(name));
        return path.append(index > 0 ? std::to_string(index) : std::string(name)).append(".member");
    }
};

// Walks the constraints and tracks the location of the current value.
class ConstraintChecker {
public:
    explicit ConstraintChecker(const errors::Region& region) : region_(region) {}

    void check_members(JsonView json, const Shape& shape, const Location* structure) {
        for (const Member& member : shape.members) {
            const Location path{structure, member.name};
            const auto value = json.find(member.name);
            if (!value) {
                if (member.required) violations.push_back(errors::null_member(path.text()));
                continue;
            }
            check_value(*value, *member.shape, path, member);
        }
    }

    std::vector<std::string> violations;

private:
    const errors::Region& region_;

    void check_value(
        JsonView json, const Shape& shape, const Location& path, const Member& member
    ) {
        switch (shape.type) {
            case ShapeType::String: check_text(json.string(), shape, path, member); return;
            case ShapeType::Integer:
            case ShapeType::Long: check_range(json.integer(), shape, path, member); return;
            case ShapeType::Structure: check_members(json, shape, &path); return;
            case ShapeType::List: check_list(json, shape, path, member); return;
            case ShapeType::Map: check_map(json, shape, path, member); return;
            case ShapeType::Boolean:
            case ShapeType::Double:
            case ShapeType::Blob:
            case ShapeType::AttributeValue: return;
        }
    }

    void check_text(
        std::string_view text, const Shape& shape, const Location& path, const Member& member
    ) {
        if (shape.arn_allowed && text.starts_with("arn:")) {
            static constexpr Shape kArn{.type = ShapeType::String, .length_max = kMaxTableArnBytes};
            check_length(static_cast<std::int64_t>(text.size()), text, kArn, path, member);
            return;
        }
        if (!shape.enum_set.empty() && !enum_contains(shape.enum_set, text)) {
            const auto choices = shape.enum_shown.empty() ? shape.enum_set : shape.enum_shown;
            violate(text, path, member, errors::one_of(choices));
        }
        // AWS: in item operations, "" violates only the minimum length.
        // [case UpdateItem/older_shapes]
        const bool judged = !text.empty() || shape.length_min > 1;
        if (shape.name_pattern && judged && !matches_name_pattern(text)) {
            violate(text, path, member, errors::name_pattern());
        }
        if (shape.pattern != nullptr && !shape.pattern->matches(text)) {
            violate(text, path, member, errors::pattern(shape.pattern->shown));
        }
        check_length(text_length(text), text, shape, path, member);
    }

    // AWS: the length of a text is that of a Java string, in UTF-16 units.
    // [case CreateTable/long_attribute_name]
    static std::int64_t text_length(std::string_view text) {
        std::int64_t units = 0;
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            if ((byte & 0xC0) != 0x80) ++units;
            if (byte >= 0xF0) ++units;
        }
        return units;
    }

    void check_length(
        std::int64_t length,
        std::string_view shown,
        const Shape& shape,
        const Location& path,
        const Member& member
    ) {
        if (length < shape.length_min) {
            violate(shown, path, member, errors::length_at_least(shape.length_min));
        }
        if (length > shape.length_max) {
            violate(shown, path, member, errors::length_at_most(shape.length_max));
        }
    }

    void check_range(
        std::int64_t value, const Shape& shape, const Location& path, const Member& member
    ) {
        if (value < shape.value_min) {
            violate(std::to_string(value), path, member, errors::value_at_least(shape.value_min));
        }
        if (value > shape.value_max) {
            violate(std::to_string(value), path, member, errors::value_at_most(shape.value_max));
        }
    }

    void check_list(JsonView json, const Shape& shape, const Location& path, const Member& member) {
        const auto length = static_cast<std::int64_t>(json.size());
        if (length < shape.length_min || length > shape.length_max) {
            check_length(length, shown_list(json, shape), shape, path, member);
        }
        // AWS: a structure in a list must not be null. [case CreateTable/null_elements]
        const bool are_structures = shape.element->type == ShapeType::Structure;
        int index = 0;
        for (const auto& element : json.elements()) {
            const Location below{&path, {}, ++index, false};
            if (!element.IsNull()) {
                check_value(JsonView(element), *shape.element, below, member);
            } else if (are_structures) {
                violations.push_back(errors::null_member(below.text()));
            }
        }
    }

    void check_map(JsonView json, const Shape& shape, const Location& path, const Member& member) {
        const auto length = static_cast<std::int64_t>(json.size());
        check_length(length, "{}", shape, path, member);
        for (const auto& entry : json.members()) {
            const Location below{&path, member_name(entry), 0, false};
            if (!entry.value.IsNull()) {
                check_value(JsonView(entry.value), *shape.element, below, member);
            }
        }
    }

    // Returns "[KeySchemaElement(attributeName=pk, keyType=HASH), …]", or "[a, b]" for strings.
    static std::string shown_list(JsonView json, const Shape& shape) {
        std::string text = "[";
        for (const auto& element : json.elements()) {
            if (text.size() > 1) text.append(", ");
            append_shown(text, JsonView(element), *shape.element);
        }
        return text.append("]");
    }

    static void append_shown(std::string& text, JsonView json, const Shape& shape) {
        if (json.is_string()) {
            text.append(json.string());
            return;
        }
        if (shape.type != ShapeType::Structure || !json.is_object()) {
            text.append(json.text());
            return;
        }
        text.append(shape.class_name).append("(");
        bool first = true;
        for (const Member& member : shape.members) {
            if (!first) text.append(", ");
            first = false;
            text.append(lower_camel(member.name)).append("=");
            const auto value = json.find(member.name);
            if (value) {
                append_shown(text, *value, *member.shape);
            } else {
                text.append("null");
            }
        }
        text.append(")");
    }

    void violate(
        std::string_view shown,
        const Location& path,
        const Member& member,
        std::string_view constraint
    ) {
        const std::string text = path.text();
        const errors::MemberViolation violation{shown, text, member.name, constraint};
        violations.push_back(
            member.is_named ? errors::member_violation(violation, region_.dialect(member.reader))
                            : errors::unnamed_member_violation(violation, region_)
        );
    }
};

}  // namespace

std::string lower_camel(std::string_view name) {
    std::string text(name);
    if (!text.empty()) {
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    }
    return text;
}

bool matches_name_pattern(std::string_view text) {
    for (const char c : text) {
        const bool fine =
            std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
        if (!fine) return false;
    }
    return !text.empty();
}

bool enum_contains(std::string_view enum_set, std::string_view value) {
    std::string_view rest = enum_set.substr(1, enum_set.size() - 2);
    while (true) {
        const std::size_t comma = rest.find(", ");
        if (rest.substr(0, comma) == value) return true;
        if (comma == std::string_view::npos) return false;
        rest.remove_prefix(comma + 2);
    }
}

Result<void> check_types(JsonView json, const Shape& shape) {
    if (!json.is_object()) return errors::not_a_request();
    return TypeChecker().check(json, shape, Place::Member);
}

std::vector<std::string> constraint_violations(
    JsonView json, const Shape& shape, const errors::Region& region
) {
    ConstraintChecker checker(region);
    checker.check_members(json, shape, nullptr);
    return std::move(checker.violations);
}

Result<void> check_constraints(JsonView json, const Shape& shape, const errors::Region& region) {
    const auto violations = constraint_violations(json, shape, region);
    if (violations.empty()) return {};
    return errors::constraints_violated(violations);
}

}  // namespace stator::protocol::wire
