#include "conformance/matcher.hpp"

#include <algorithm>
#include <array>
#include <boost/regex.hpp>
#include <charconv>
#include <numeric>
#include <optional>

#include "conformance/directive.hpp"

namespace stator::conformance {
namespace {

constexpr std::size_t kShownBytesMax = 300;
constexpr std::string_view kNothing = "nothing";

std::string shown(const Json* value) {
    return value == nullptr ? std::string(kNothing) : abbreviate(to_text(*value), kShownBytesMax);
}

/// A name as a part of a JSON pointer.
std::string pointer_part(std::string_view name) {
    std::string part("/");
    for (const char c : name) {
        if (c == '~') {
            part += "~0";
        } else if (c == '/') {
            part += "~1";
        } else {
            part += c;
        }
    }
    return part;
}

/// A real name that begins with `$` is written `$$…` in a case.
std::string_view unescaped(std::string_view name) {
    return name.starts_with("$$") ? name.substr(1) : name;
}

/// Collects differences while it walks the expectation and the reply side by side.
class Comparison {
   public:
    void compare(const Json& expected, const Json* got, const std::string& path);
    std::vector<Difference> take() { return std::move(differences_); }

   private:
    void report(const std::string& path, std::string expected, const Json* got);
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

    std::vector<Difference> differences_;
};

bool matches(const Json& expected, const Json* got) {
    Comparison comparison;
    comparison.compare(expected, got, "");
    return comparison.take().empty();
}

void Comparison::report(const std::string& path, std::string expected, const Json* got) {
    if (differences_.size() < kDifferencesMax) {
        differences_.push_back({path, std::move(expected), shown(got)});
    }
}

/// Long texts that share a long beginning are shown from shortly before they part.
void Comparison::report_texts(
    const std::string& path, std::string_view expected, std::string_view got
) {
    constexpr std::size_t kContextBytes = 40;
    const auto parting = static_cast<std::size_t>(
        std::mismatch(expected.begin(), expected.end(), got.begin(), got.end()).first -
        expected.begin()
    );
    std::string note;
    if (parting > kContextBytes && std::max(expected.size(), got.size()) > kShownBytesMax) {
        const std::size_t skipped = parting - kContextBytes;
        expected.remove_prefix(skipped);
        got.remove_prefix(skipped);
        note = "(after " + std::to_string(skipped) + " equal bytes) …";
    }
    if (differences_.size() >= kDifferencesMax) return;
    differences_.push_back(
        {path,
         note + '"' + abbreviate(expected, kShownBytesMax) + '"',
         note + '"' + abbreviate(got, kShownBytesMax) + '"'}
    );
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
         {"$length", &Comparison::length}}
    };
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
        report(path, shown(&expected), got);
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
        if (!numbers_equal(expected, got)) report(path, shown(&expected), &got);
    } else if (expected.GetType() != got.GetType()) {
        report(path, shown(&expected), &got);
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
        report(first, shown(&expected[shared]), nullptr);
    } else {
        report(first, std::string(kNothing), &got[shared]);
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
        const std::string escaped = name.starts_with('$') ? '$' + std::string(name) : "";
        if (find_member(expected, name) == nullptr && find_member(expected, escaped) == nullptr) {
            report(path + pointer_part(name), std::string(kNothing), &member.value);
        }
    }
}

void Comparison::partial(const Json& argument, const Json* got, const std::string& path) {
    if (got == nullptr || !got->IsObject()) {
        report(path, "an object with at least " + shown(&argument), got);
    } else {
        compare_object(argument, *got, path, true);
    }
}

/// Pairs expected elements with elements of the reply so that as many as possible are paired: an
/// element that suits two expectations must not be taken from the one that has no other choice.
class Pairing {
   public:
    Pairing(const Json& expected, const Json& got)
        : expected_(expected), got_(got), owner_(got.Size()), is_paired_(expected.Size()) {
        for (rapidjson::SizeType i = 0; i < expected.Size(); ++i) {
            is_visited_.assign(got.Size(), false);
            is_paired_[i] = find_partner(i);
        }
    }

    bool is_paired(rapidjson::SizeType expected) const { return is_paired_[expected]; }
    bool is_owned(rapidjson::SizeType got) const { return owner_[got].has_value(); }

   private:
    bool find_partner(rapidjson::SizeType expected) {
        for (rapidjson::SizeType j = 0; j < got_.Size(); ++j) {
            if (is_visited_[j] || !matches(expected_[expected], &got_[j])) continue;
            is_visited_[j] = true;
            if (!owner_[j] || find_partner(*owner_[j])) {
                owner_[j] = expected;
                return true;
            }
        }
        return false;
    }

    const Json& expected_;
    const Json& got_;
    std::vector<std::optional<rapidjson::SizeType>> owner_;
    std::vector<bool> is_paired_;
    std::vector<bool> is_visited_;
};

void Comparison::unordered(const Json& argument, const Json* got, const std::string& path) {
    if (got == nullptr || !got->IsArray()) {
        return report(path, "in any order " + shown(&argument), got);
    }
    const Pairing pairing(argument, *got);
    for (rapidjson::SizeType i = 0; i < argument.Size(); ++i) {
        if (!pairing.is_paired(i)) {
            report(path, "somewhere in the list " + shown(&argument[i]), nullptr);
        }
    }
    for (rapidjson::SizeType j = 0; j < got->Size(); ++j) {
        if (!pairing.is_owned(j)) {
            report(path + "/" + std::to_string(j), std::string(kNothing), &(*got)[j]);
        }
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
    if (!is_met) report(path, "any of " + shown(&argument), got);
}

void Comparison::all_of(const Json& argument, const Json* got, const std::string& path) {
    for (const Json& one : argument.GetArray()) compare(one, got, path);
}

void Comparison::negation(const Json& argument, const Json* got, const std::string& path) {
    if (matches(argument, got)) report(path, "anything but " + shown(&argument), got);
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
    report(path, "something that contains " + shown(&argument), got);
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
    if (!is_match) report(path, "text like " + shown(&argument), got);
}

void Comparison::absent(const Json&, const Json* got, const std::string& path) {
    if (got != nullptr) report(path, std::string(kNothing), got);
}

void Comparison::exists(const Json&, const Json* got, const std::string& path) {
    if (got == nullptr) report(path, "anything", got);
}

/// The number a JSON number or a string holding one stands for.
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
    report(path, "a number within " + shown(&argument), got);
}

void Comparison::length(const Json& argument, const Json* got, const std::string& path) {
    Json length;
    if (got != nullptr && got->IsArray()) length.SetUint64(got->Size());
    if (got != nullptr && got->IsObject()) length.SetUint64(got->MemberCount());
    if (got != nullptr && got->IsString()) length.SetUint64(got->GetStringLength());
    if (matches(argument, &length)) return;
    std::string note;
    if (!length.IsNull()) note = " (it is " + std::to_string(length.GetUint64()) + ")";
    report(path, "length " + shown(&argument) + note, got);
}

void check_regex(const Json& argument) {
    const std::string_view pattern = text_of(argument);
    try {
        // What ${name} will become is not known yet; any letter does for checking the syntax.
        static const boost::regex placeholder(R"(\$\{[^}]*\})");
        const std::string text =
            boost::regex_replace(std::string(pattern), placeholder, std::string("x"));
        const boost::regex compiled(text);
    } catch (const boost::regex_error& error) {
        throw CaseError("$regex " + std::string(pattern) + ": " + error.what());
    }
}

void check_number_range(const Json& argument) {
    if (!argument.IsObject()) throw CaseError("$number must be an object with min, max or both");
    for (const auto& member : argument.GetObject()) {
        const std::string_view name = text_of(member.name);
        if ((name != "min" && name != "max") || !member.value.IsNumber()) {
            throw CaseError("$number takes the numbers min and max, not " + std::string(name));
        }
    }
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<Difference> compare(const Json& expected, const Json* got, std::string_view path) {
    Comparison comparison;
    comparison.compare(expected, got, std::string(path));
    return comparison.take();
}

void check_matcher(std::string_view name, const Json& argument) {
    const std::string subject(name);
    if (is_one_of(name, {"$unordered", "$set", "$any_of", "$all_of"}) && !argument.IsArray()) {
        throw CaseError(subject + " must be a list");
    }
    if (name == "$partial" && !argument.IsObject()) throw CaseError("$partial must be an object");
    if (is_one_of(name, {"$absent", "$exists"}) && !argument.IsTrue()) {
        throw CaseError(subject + " must be true");
    }
    if (name == "$number") check_number_range(argument);
    if (name == "$regex") {
        if (!argument.IsString()) throw CaseError("$regex must be text");
        check_regex(argument);
    }
}

std::string describe(const std::vector<Difference>& differences) {
    std::string text;
    for (const Difference& difference : differences) {
        text += "at " + (difference.path.empty() ? "the root" : difference.path) + "\n";
        text += "  expected " + difference.expected + "\n";
        text += "  got      " + difference.got + "\n";
    }
    if (differences.size() == kDifferencesMax) text += "(there may be more differences)\n";
    return text;
}

}  // namespace stator::conformance
