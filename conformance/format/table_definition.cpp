#include "conformance/format/table_definition.hpp"

#include <cctype>
#include <string_view>
#include <vector>

#include "conformance/format/directive.hpp"

namespace stator::conformance {
namespace {

/// `pk:S` — a key attribute with its type.
struct KeyAttribute {
    std::string_view name;
    std::string_view type;
};

/// `a:S+a2:S` is one key part of two attributes.
using KeyPart = std::vector<KeyAttribute>;

struct ShortIndex {
    bool is_local = false;
    std::string_view name;
    std::vector<KeyPart> parts;
    std::vector<std::string_view> projection;  // ALL, KEYS_ONLY, or INCLUDE and the names
};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

/// Returns the trimmed parts between separators. Omits empty ones.
std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        const std::string_view part = trimmed(text.substr(0, end));
        if (!part.empty()) parts.push_back(part);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

KeyPart parse_key_part(std::string_view text) {
    KeyPart part;
    for (const std::string_view attribute : split(text, '+')) {
        // The type is last, so a name may contain a colon.
        const std::size_t colon = attribute.rfind(':');
        const std::string_view type =
            colon == std::string_view::npos ? "" : attribute.substr(colon + 1);
        if (type != "S" && type != "N" && type != "B") {
            throw CaseError("'" + std::string(attribute) + "' is not NAME:S, NAME:N or NAME:B");
        }
        part.push_back({attribute.substr(0, colon), type});
    }
    return part;
}

std::vector<KeyPart> parse_key(std::string_view text, char separator) {
    std::vector<KeyPart> parts;
    for (const std::string_view part : split(text, separator)) {
        parts.push_back(parse_key_part(part));
    }
    if (parts.empty() || parts.size() > 2) {
        throw CaseError("'" + std::string(text) + "' is not a key of one or two parts");
    }
    return parts;
}

/// `name(a:S,b:N) ALL` or `local name(c:S) INCLUDE x y`.
ShortIndex parse_index(std::string_view text) {
    ShortIndex index;
    std::string_view rest = text;
    index.is_local = rest.starts_with("local ");
    if (index.is_local) rest = trimmed(rest.substr(6));
    const std::size_t open = rest.find('(');
    const std::size_t close = rest.find(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
        throw CaseError("'" + std::string(text) + "' is not an index NAME(KEY) PROJECTION");
    }
    index.name = trimmed(rest.substr(0, open));
    index.parts = parse_key(rest.substr(open + 1, close - open - 1), ',');
    index.projection = split(rest.substr(close + 1), ' ');
    if (index.projection.empty()) index.projection.emplace_back("ALL");
    const std::string_view kind = index.projection.front();
    const bool is_known = kind == "ALL" || kind == "KEYS_ONLY" || kind == "INCLUDE";
    if (!is_known || (kind != "INCLUDE" && index.projection.size() > 1)) {
        throw CaseError("'" + std::string(text) + "' does not end in ALL, KEYS_ONLY or INCLUDE …");
    }
    if (index.is_local && index.parts.size() > 1) {
        throw CaseError("'" + std::string(text) + "': a local index names its sort key alone");
    }
    return index;
}

/// Expands the short forms into members of a CreateTable request.
class RequestWriter {
public:
    explicit RequestWriter(JsonDocument& request)
        : request_(request), allocator_(request.GetAllocator()) {}

    void add_keys(std::string_view text) {
        keys_ = parse_key(text, ' ');
        add("KeySchema", key_schema(keys_));
    }

    void add_indexes(std::string_view text) {
        Json local(rapidjson::kArrayType);
        Json global(rapidjson::kArrayType);
        for (const std::string_view part : split(text, ';')) {
            const ShortIndex index = parse_index(part);
            (index.is_local ? local : global).PushBack(index_json(index), allocator_);
        }
        if (!local.Empty()) add("LocalSecondaryIndexes", std::move(local));
        if (!global.Empty()) add("GlobalSecondaryIndexes", std::move(global));
    }

    void add(std::string_view name, Json value) {
        request_.AddMember(make_string(name, allocator_), std::move(value), allocator_);
    }

    JsonAllocator& allocator() { return allocator_; }

private:
    void define(const KeyAttribute& attribute) {
        if (find_member(request_, "AttributeDefinitions") == nullptr) {
            add("AttributeDefinitions", Json(rapidjson::kArrayType));
        }
        Json& definitions = request_["AttributeDefinitions"];
        for (const Json& known : definitions.GetArray()) {
            const Json* name = find_member(known, "AttributeName");
            if (name != nullptr && name->IsString() && text_of(*name) == attribute.name) return;
        }
        Json definition(rapidjson::kObjectType);
        set(definition, "AttributeName", attribute.name);
        set(definition, "AttributeType", attribute.type);
        definitions.PushBack(std::move(definition), allocator_);
    }

    void set(Json& object, std::string_view name, std::string_view text) {
        object.AddMember(make_string(name, allocator_), make_string(text, allocator_), allocator_);
    }

    Json key_schema(const std::vector<KeyPart>& parts) {
        Json schema(rapidjson::kArrayType);
        for (const KeyPart& part : parts) {
            for (const KeyAttribute& attribute : part) {
                Json element(rapidjson::kObjectType);
                set(element, "AttributeName", attribute.name);
                set(element, "KeyType", &part == &parts.front() ? "HASH" : "RANGE");
                schema.PushBack(std::move(element), allocator_);
                define(attribute);
            }
        }
        return schema;
    }

    Json index_json(const ShortIndex& index) {
        std::vector<KeyPart> parts = index.parts;
        if (index.is_local) {
            if (keys_.empty()) throw CaseError("a local index in short form needs 'keys'");
            parts.insert(parts.begin(), keys_.front());
        }
        Json json(rapidjson::kObjectType);
        set(json, "IndexName", index.name);
        json.AddMember("KeySchema", key_schema(parts), allocator_);
        Json projection(rapidjson::kObjectType);
        set(projection, "ProjectionType", index.projection.front());
        if (index.projection.size() > 1) {
            Json names(rapidjson::kArrayType);
            for (std::size_t i = 1; i < index.projection.size(); ++i) {
                names.PushBack(make_string(index.projection[i], allocator_), allocator_);
            }
            projection.AddMember("NonKeyAttributes", std::move(names), allocator_);
        }
        json.AddMember("Projection", std::move(projection), allocator_);
        add_throughput(json, index);
        return json;
    }

    /// The global indexes of a provisioned table have the same throughput as the table.
    void add_throughput(Json& json, const ShortIndex& index) {
        const Json* throughput = find_member(request_, "ProvisionedThroughput");
        if (throughput == nullptr || index.is_local) return;
        json.AddMember("ProvisionedThroughput", Json(*throughput, allocator_), allocator_);
    }

    JsonDocument& request_;
    JsonAllocator& allocator_;
    std::vector<KeyPart> keys_;
};

std::string_view short_form(const Json& value, std::string_view name) {
    if (!value.IsString()) throw CaseError("'" + std::string(name) + "' must be text");
    return text_of(value);
}

}  // namespace

std::string create_table_request(const Json& definition) {
    if (!definition.IsObject()) throw CaseError("a table must be an object");
    JsonDocument request(rapidjson::kObjectType);
    RequestWriter writer(request);
    for (const auto& member : definition.GetObject()) {
        const std::string_view name = text_of(member.name);
        const bool is_long_form = !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
        if (is_long_form) {
            writer.add(name, Json(member.value, writer.allocator()));
        } else if (name != "keys" && name != "indexes") {
            throw CaseError("a table has no member '" + std::string(name) + "'");
        }
    }
    if (find_member(request, "BillingMode") == nullptr &&
        find_member(request, "ProvisionedThroughput") == nullptr) {
        writer.add("BillingMode", make_string("PAY_PER_REQUEST", writer.allocator()));
    }
    if (const Json* keys = find_member(definition, "keys")) {
        writer.add_keys(short_form(*keys, "keys"));
    }
    if (const Json* indexes = find_member(definition, "indexes")) {
        writer.add_indexes(short_form(*indexes, "indexes"));
    }
    return to_text(request);
}

}  // namespace stator::conformance
