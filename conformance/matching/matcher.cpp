#include "conformance/matching/matcher.hpp"

#include <algorithm>
#include <array>
#include <boost/regex.hpp>
#include <charconv>
#include <optional>

#include "conformance/format/directive.hpp"
#include "conformance/format/matcher_arguments.hpp"
#include "conformance/matching/pairing.hpp"

namespace stator::conformance {
namespace {

/// A real name that begins with `$` is written `$$…` in a case.
std::string_view unescaped(std::string_view name) {
    return name.starts_with("$$") ? name.substr(1) : name;
}

/// Collects differences while it walks the expectation and the reply together.
class Comparison {
public:
    /// None: only find out if there is a difference.
    enum class Detail { None, Differences };

    explicit Comparison(Detail detail) : detail_(detail) {}

    void compare(const Json& expected, const Json* got, const std::string& path);

    bool has_difference() const { return has_difference_; }

    std::vector<Difference> take() { return std::move(differences_); }

private:
    void report(
        const std::string& path, std::string_view note, const Json* expected, const Json* got
    );
    void report_texts(const std::string& path, std::string_view expected, std::string_view got);

    void compare_plain(const Json& expected, const Json& got, const std::string& path);
    void compare_list(const Json& expected, const Json& got, const std::string& path);
    void compare_object(
        const Json& expected, const Json& got, const std::string& path, bool may_have_more
    );

    void partial(const Json& argument, const Json* got, const std::string& path);
    void unordered(const Json& argument, const Json* got, const std::string& path);
    void set(const Json& argument, const Json* got, const std::string& path);
    void any_of(const Json& argument, const Json* got, const std::string& path);
    void all_of(const Json& argument, const Json* got, const std::string& path);
    void negation(const Json& argument, const Json* got, const std::string& path);
    void contains(const Json& argument, const Json* got, const std::string& path);
    void regex(const Json& argument, const Json* got, const std::string& path);
    void absent(const Json& argument, const Json* got, const std::string& path);
    void exists(const Json& argument, const Json* got, const std::string& path);
    void number(const Json& argument, const Json* got, const std::string& path);
    void length(const Json& argument, const Json* got, const std::string& path);

    using Matcher = void (Comparison::*)(const Json&, const Json*, const std::string&);
    static Matcher find_matcher(std::string_view name);

    Detail detail_;
    bool has_difference_ = false;
    std::vector<Difference> differences_;
};

bool matches(const Json& expected, const Json* got) {
    Comparison comparison(Comparison::Detail::None);
    comparison.compare(expected, got, "");
    return !comparison.has_difference();
}

/// Reports a difference. `note` and the abbreviated `expected` together describe the expectation;
/// either may be missing.
void Comparison::report(
    const std::string& path, std::string_view note, const Json* expected, const Json* got
) {
    has_difference_ = true;
    if (detail_ == Detail::None || differences_.size() >= kDifferencesMax) return;
    std::string text(note);
    if (expected != nullptr) text += (text.empty() ? "" : " ") + shown(expected);
    differences_.push_back({path, std::move(text), shown(got)});
}

void Comparison::report_texts(
    const std::string& path, std::string_view expected, std::string_view got
) {
    has_difference_ = true;
    if (detail_ == Detail::None || differences_.size() >= kDifferencesMax) return;
    differences_.push_back(text_difference(path, expected, got));
}

Comparison::Matcher Comparison::find_matcher(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, Matcher>, 12> kMatchers{
        {{"$partial", &Comparison::partial},
         {"$unordered", &Comparison::unordered},
         {"$set", &Comparison::set},
         {"$any_of", &Comparison::any_of},
         {"$all_of", &Comparison::all_of},
         {"$not", &Comparison::negation},
         {"$contains", &Comparison::contains},
         {"$regex", &Comparison::regex},
         {"$absent", &Comparison::absent},
         {"$exists", &Comparison::exists},
         {"$number", &Comparison::number},
         {"$length", &Comparison::length}}};
    for (const auto& [known, matcher] : kMatchers) {
        if (known == name) return matcher;
    }
    throw CaseError("'" + std::string(name) + "' is no matcher");
}

void Comparison::compare(const Json& expected, const Json* got, const std::string& path) {
    if (const Directive* directive = find_directive(expected)) {
        const Json& argument = argument_of(expected, *directive);
        check_matcher(directive->name, argument);
        (this->*find_matcher(directive->name))(argument, got, path);
    } else if (got == nullptr) {
        report(path, "", &expected, got);
    } else {
        compare_plain(expected, *got, path);
    }
}

void Comparison::compare_plain(const Json& expected, const Json& got, const std::string& path) {
    if (expected.IsObject() && got.IsObject()) {
        compare_object(expected, got, path, false);
    } else if (expected.IsArray() && got.IsArray()) {
        compare_list(expected, got, path);
    } else if (expected.IsString() && got.IsString()) {
        if (text_of(expected) != text_of(got)) report_texts(path, text_of(expected), text_of(got));
    } else if (expected.IsNumber() && got.IsNumber()) {
        if (!numbers_equal(expected, got)) report(path, "", &expected, &got);
    } else if (expected.GetType() != got.GetType()) {
        report(path, "", &expected, &got);
    }
}

void Comparison::compare_list(const Json& expected, const Json& got, const std::string& path) {
    const rapidjson::SizeType shared = std::min(expected.Size(), got.Size());
    for (rapidjson::SizeType i = 0; i < shared; ++i) {
        compare(expected[i], &got[i], path + "/" + std::to_string(i));
    }
    if (expected.Size() == got.Size()) return;
    const std::string first = path + "/" + std::to_string(shared);
    if (expected.Size() > shared) {
        report(first, "", &expected[shared], nullptr);
    } else {
        report(first, kNothing, nullptr, &got[shared]);
    }
}

void Comparison::compare_object(
    const Json& expected, const Json& got, const std::string& path, bool may_have_more
) {
    for (const auto& member : expected.GetObject()) {
        const std::string_view name = unescaped(text_of(member.name));
        compare(member.value, find_member(got, name), path + pointer_part(name));
    }
    if (may_have_more) return;
    for (const auto& member : got.GetObject()) {
        const std::string_view name = text_of(member.name);
        const std::string written = (name.starts_with('$') ? "$" : "") + std::string(name);
        if (find_member(expected, written) == nullptr) {
            report(path + pointer_part(name), kNothing, nullptr, &member.value);
        }
    }
}

void Comparison::partial(const Json& argument, const Json* got, const std::string& path) {
    if (got == nullptr || !got->IsObject()) {
        report(path, "an object with at least", &argument, got);
    } else {
        compare_object(argument, *got, path, true);
    }
}

void Comparison::unordered(const Json& argument, const Json* got, const std::string& path) {
    if (got == nullptr || !got->IsArray()) return report(path, "in any order", &argument, got);
    const auto element = [](const Json& list, std::size_t i) -> const Json& {
        return list[static_cast<rapidjson::SizeType>(i)];
    };
    const Pairing pairing =
        pair_up(argument.Size(), got->Size(), [&](std::size_t left, std::size_t right) {
            return matches(element(argument, left), &element(*got, right));
        });
    for (std::size_t i = 0; i < argument.Size(); ++i) {
        if (pairing.is_left_paired[i]) continue;
        report(path, "somewhere in the list", &element(argument, i), nullptr);
    }
    for (std::size_t j = 0; j < got->Size(); ++j) {
        if (pairing.partner_of_right[j]) continue;
        report(path + "/" + std::to_string(j), kNothing, nullptr, &element(*got, j));
    }
}

void Comparison::set(const Json& argument, const Json* got, const std::string& path) {
    unordered(argument, got, path);
}

void Comparison::any_of(const Json& argument, const Json* got, const std::string& path) {
    const auto alternatives = argument.GetArray();
    const bool is_met = std::any_of(alternatives.begin(), alternatives.end(), [&](const Json& one) {
        return matches(one, got);
    });
    if (!is_met) report(path, "any of", &argument, got);
}

void Comparison::all_of(const Json& argument, const Json* got, const std::string& path) {
    for (const Json& one : argument.GetArray()) compare(one, got, path);
}

void Comparison::negation(const Json& argument, const Json* got, const std::string& path) {
    if (matches(argument, got)) report(path, "anything but", &argument, got);
}

void Comparison::contains(const Json& argument, const Json* got, const std::string& path) {
    if (got != nullptr && got->IsString() && argument.IsString()) {
        if (text_of(*got).find(text_of(argument)) != std::string_view::npos) return;
    } else if (got != nullptr && got->IsArray()) {
        const auto elements = got->GetArray();
        if (std::any_of(elements.begin(), elements.end(), [&](const Json& element) {
                return matches(argument, &element);
            })) {
            return;
        }
    }
    report(path, "something that contains", &argument, got);
}

void Comparison::regex(const Json& argument, const Json* got, const std::string& path) {
    bool is_match = false;
    if (got != nullptr && got->IsString()) {
        const std::string_view pattern = text_of(argument);
        const std::string_view text = text_of(*got);
        try {
            const boost::regex compiled(pattern.begin(), pattern.end());
            is_match = boost::regex_match(text.begin(), text.end(), compiled);
        } catch (const std::runtime_error& error) {
            throw CaseError("$regex " + std::string(pattern) + ": " + error.what());
        }
    }
    if (!is_match) report(path, "text like", &argument, got);
}

void Comparison::absent(const Json&, const Json* got, const std::string& path) {
    if (got != nullptr) report(path, kNothing, nullptr, got);
}

void Comparison::exists(const Json&, const Json* got, const std::string& path) {
    if (got == nullptr) report(path, "anything", nullptr, got);
}

/// Returns the number in a JSON number or numeric string.
std::optional<double> numeric_value(const Json* value) {
    if (value == nullptr) return std::nullopt;
    if (value->IsNumber()) return value->GetDouble();
    if (!value->IsString()) return std::nullopt;
    const std::string_view text = text_of(*value);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

void Comparison::number(const Json& argument, const Json* got, const std::string& path) {
    const std::optional<double> value = numeric_value(got);
    const std::optional<double> least = numeric_value(find_member(argument, "min"));
    const std::optional<double> most = numeric_value(find_member(argument, "max"));
    if (value && (!least || *value >= *least) && (!most || *value <= *most)) return;
    report(path, "a number within", &argument, got);
}

void Comparison::length(const Json& argument, const Json* got, const std::string& path) {
    Json length;
    if (got != nullptr && got->IsArray()) length.SetUint64(got->Size());
    if (got != nullptr && got->IsObject()) length.SetUint64(got->MemberCount());
    if (got != nullptr && got->IsString()) length.SetUint64(got->GetStringLength());
    if (matches(argument, &length)) return;
    const std::string note =
        length.IsNull() ? "length" : "not length " + std::to_string(length.GetUint64()) + " but";
    report(path, note, &argument, got);
}

}  // namespace

std::vector<Difference> compare(const Json& expected, const Json* got, const std::string& path) {
    Comparison comparison(Comparison::Detail::Differences);
    comparison.compare(expected, got, path);
    return comparison.take();
}

}  // namespace stator::conformance
