#include "conformance/format/expansion.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <utility>

#include "conformance/format/directive.hpp"

namespace stator::conformance {
namespace {

using Index = std::optional<std::size_t>;

/// More levels would overflow the stack of a recursive writer. Use a raw text for deeper values.
constexpr std::size_t kNestLevelsMax = 5'000;
constexpr std::size_t kTimesMax = 64'000'000;

/// Returns the text of `${i}` or, with a zero and a width after a colon, `${i:04}`. nullopt if
/// `name` is not the index.
std::optional<std::string> index_text(std::string_view name, Index index) {
    if (name != "i" && !name.starts_with("i:0")) return std::nullopt;
    if (!index) throw CaseError("'${" + std::string(name) + "}' stands outside of any repetition");
    std::string digits = std::to_string(*index);
    if (name == "i") return digits;
    std::size_t width = 0;
    const std::string_view wanted = name.substr(3);
    std::from_chars(wanted.data(), wanted.data() + wanted.size(), width);
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    return digits;
}

std::string meaning_of(std::string_view name, const Scope& scope, Index index) {
    if (auto text = index_text(name, index)) return *std::move(text);
    if (auto text = scope.text(name)) return *std::move(text);
    throw CaseError("'${" + std::string(name) + "}' has no meaning here");
}

/// Expands one value. Contains the data that all levels of the recursion share.
class Expander {
public:
    Expander(const Scope& scope, Purpose purpose, JsonAllocator& allocator)
        : scope_(scope), purpose_(purpose), allocator_(allocator) {}

    Json expand(const Json& value, Index index);

private:
    Json expand_list(const Json& list, Index index);
    Json expand_object(const Json& object, Index index);
    Json generate(const Json& value, const Directive& directive, Index index);

    Json repeat(const Json& value, const Json& argument, Index index);
    Json nest(const Json& value, const Json& argument, Index index);
    Json list(const Json& value, const Json& argument, Index index);
    Json map(const Json& value, const Json& argument, Index index);
    Json join(const Json& value, const Json& argument, Index index);
    Json concat(const Json& value, const Json& argument, Index index);
    Json base64(const Json& value, const Json& argument, Index index);
    Json ref(const Json& value, const Json& argument, Index index);

    std::string expand_to_text(const Json& value, Index index);

    Json string(std::string_view text) { return make_string(text, allocator_); }

    const Scope& scope_;
    Purpose purpose_;
    JsonAllocator& allocator_;
};

std::size_t count_of(const Json& value, std::string_view member, std::size_t count_max) {
    const Json* count = find_member(value, member);
    if (count == nullptr || !count->IsUint64() || count->GetUint64() > count_max) {
        throw CaseError(
            "'" + std::string(member) + "' must be a whole number up to " +
            std::to_string(count_max)
        );
    }
    return static_cast<std::size_t>(count->GetUint64());
}

Json Expander::expand(const Json& value, Index index) {
    if (value.IsString()) return string(substitute(text_of(value), scope_, index));
    if (value.IsArray()) return expand_list(value, index);
    if (!value.IsObject()) return Json(value, allocator_);
    const Directive* directive = find_directive(value);
    if (directive == nullptr) return expand_object(value, index);
    if (directive->kind == DirectiveKind::Generator) return generate(value, *directive, index);
    if (purpose_ == Purpose::Request) {
        throw CaseError("the matcher '" + std::string(directive->name) + "' cannot be sent");
    }
    return expand_object(value, index);
}

Json Expander::expand_list(const Json& list, Index index) {
    Json expanded(rapidjson::kArrayType);
    expanded.Reserve(list.Size(), allocator_);
    for (const Json& element : list.GetArray()) {
        expanded.PushBack(expand(element, index), allocator_);
    }
    return expanded;
}

Json Expander::expand_object(const Json& object, Index index) {
    Json expanded(rapidjson::kObjectType);
    for (const auto& member : object.GetObject()) {
        std::string name = substitute(text_of(member.name), scope_, index);
        // In an expectation, the matcher unescapes names later.
        if (purpose_ == Purpose::Request && name.starts_with("$$")) name.erase(0, 1);
        expanded.AddMember(string(name), expand(member.value, index), allocator_);
    }
    return expanded;
}

Json Expander::generate(const Json& value, const Directive& directive, Index index) {
    using Generator = Json (Expander::*)(const Json&, const Json&, Index);
    static constexpr std::array<std::pair<std::string_view, Generator>, 8> kGenerators{
        {{"$repeat", &Expander::repeat},
         {"$nest", &Expander::nest},
         {"$list", &Expander::list},
         {"$map", &Expander::map},
         {"$join", &Expander::join},
         {"$concat", &Expander::concat},
         {"$base64", &Expander::base64},
         {"$ref", &Expander::ref}}};
    for (const auto& [name, generator] : kGenerators) {
        if (name == directive.name) {
            return std::invoke(generator, *this, value, argument_of(value, directive), index);
        }
    }
    throw CaseError("'" + std::string(directive.name) + "' names no generator");
}

std::string Expander::expand_to_text(const Json& value, Index index) {
    const Json expanded = expand(value, index);
    if (!expanded.IsString()) throw CaseError("text is needed, not " + to_text(expanded));
    return std::string(text_of(expanded));
}

Json Expander::repeat(const Json& value, const Json& argument, Index index) {
    const std::string unit = expand_to_text(argument, index);
    const std::size_t times = count_of(value, "times", kTimesMax);
    std::string text;
    text.reserve(unit.size() * times);
    for (std::size_t i = 0; i < times; ++i) text += unit;
    return string(text);
}

Json Expander::nest(const Json& value, const Json& argument, Index index) {
    const std::string kind = expand_to_text(argument, index);
    if (kind != "L" && kind != "M") throw CaseError(R"($nest must be "L" or "M")");
    const std::size_t levels = count_of(value, "levels", kNestLevelsMax);
    Json nested = expand(*find_member(value, "leaf"), index);
    for (std::size_t i = 0; i < levels; ++i) {
        Json inner(kind == "L" ? rapidjson::kArrayType : rapidjson::kObjectType);
        if (kind == "L") {
            inner.PushBack(std::move(nested), allocator_);
        } else {
            inner.AddMember(string("m"), std::move(nested), allocator_);
        }
        nested = Json(rapidjson::kObjectType);
        nested.AddMember(string(kind), std::move(inner), allocator_);
    }
    return nested;
}

Json Expander::list(const Json& value, const Json& argument, Index) {
    Json list(rapidjson::kArrayType);
    const std::size_t times = count_of(value, "times", kTimesMax);
    for (std::size_t i = 0; i < times; ++i) list.PushBack(expand(argument, i), allocator_);
    return list;
}

Json Expander::map(const Json& value, const Json& argument, Index) {
    if (!argument.IsObject()) throw CaseError("$map must be an object");
    Json map(rapidjson::kObjectType);
    const std::size_t times = count_of(value, "times", kTimesMax);
    for (const auto& member : argument.GetObject()) {
        for (std::size_t i = 0; i < times; ++i) {
            const std::string name = substitute(text_of(member.name), scope_, i);
            // A name without ${i} yields one member, not `times` equal members.
            if (i == 1 && text_of(map.MemberEnd()[-1].name) == name) break;
            map.AddMember(string(name), expand(member.value, i), allocator_);
        }
    }
    return map;
}

Json Expander::join(const Json& value, const Json& argument, Index index) {
    const Json* with = find_member(value, "with");
    const std::string separator = with == nullptr ? "" : expand_to_text(*with, index);
    const std::size_t times = count_of(value, "times", kTimesMax);
    std::string text;
    for (std::size_t i = 0; i < times; ++i) {
        if (i > 0) text += separator;
        text += expand_to_text(argument, i);
    }
    return string(text);
}

Json Expander::concat(const Json&, const Json& argument, Index index) {
    if (!argument.IsArray()) throw CaseError("$concat must be a list of texts");
    std::string text;
    for (const Json& part : argument.GetArray()) text += expand_to_text(part, index);
    return string(text);
}

Json Expander::base64(const Json&, const Json& argument, Index index) {
    const std::string bytes = expand_to_text(argument, index);
    std::string encoded((bytes.size() + 2) / 3 * 4 + 1, '\0');
    const int length = EVP_EncodeBlock(
        reinterpret_cast<unsigned char*>(encoded.data()),
        reinterpret_cast<const unsigned char*>(bytes.data()),
        static_cast<int>(bytes.size())
    );
    return string(std::string_view(encoded).substr(0, static_cast<std::size_t>(length)));
}

Json Expander::ref(const Json&, const Json& argument, Index index) {
    const std::string name = expand_to_text(argument, index);
    const Json* captured = scope_.captured(name);
    if (captured == nullptr) throw CaseError("nothing was captured as '" + name + "'");
    return Json(*captured, allocator_);
}

}  // namespace

std::string substitute(
    std::string_view text, const std::function<std::string(std::string_view)>& meaning
) {
    std::string result;
    for (;;) {
        const std::size_t start = text.find("${");
        if (start == std::string_view::npos) return result.append(text);
        const bool is_escaped = start > 0 && text[start - 1] == '$';
        const std::size_t end = text.find('}', start);
        if (is_escaped || end == std::string_view::npos) {
            result.append(text.substr(0, is_escaped ? start - 1 : start)).append("${");
            text.remove_prefix(start + 2);
            continue;
        }
        result.append(text.substr(0, start));
        result += meaning(text.substr(start + 2, end - start - 2));
        text.remove_prefix(end + 1);
    }
}

std::string substitute(std::string_view text, const Scope& scope, Index index) {
    return substitute(text, [&](std::string_view name) { return meaning_of(name, scope, index); });
}

JsonDocument expand(const Json& value, const Scope& scope, Purpose purpose, Index index) {
    JsonDocument document;
    Expander expander(scope, purpose, document.GetAllocator());
    static_cast<Json&>(document) = expander.expand(value, index);
    return document;
}

}  // namespace stator::conformance
