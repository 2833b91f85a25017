#include "tools/anonymise/rules.hpp"

#include <algorithm>
#include <array>

#include "emulator/base/members.hpp"
#include "protocol/base/result.hpp"
#include "protocol/wire/json.hpp"

namespace stator::tools::anonymise {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

constexpr std::array<std::string_view, 5> kActions{"keep", "mask", "hash", "fake", "drop"};
// In the order of FakeKind.
constexpr std::array<std::string_view, 11> kKinds{
    "address",
    "city",
    "company",
    "email",
    "firstName",
    "lastName",
    "name",
    "phone",
    "sentence",
    "uuid",
    "word"};

// A step of a path: a member by name, or an element by number; neither is set for *.
struct Step {
    bool is_element = false;
    std::optional<std::string> name = {};
    std::optional<std::size_t> number = {};
};

class PathReader {
public:
    explicit PathReader(std::string_view text) : text_(text) {}

    // Returns nullopt if the text is not a path.
    std::optional<std::vector<Step>> read() {
        std::vector<Step> steps;
        do {
            auto member = read_member();
            if (!member) return std::nullopt;
            steps.push_back(*std::move(member));
            while (take('[')) {
                const auto element = read_element();
                if (!element) return std::nullopt;
                steps.push_back(*element);
            }
        } while (take('.'));
        if (at_ != text_.size()) return std::nullopt;
        return steps;
    }

private:
    bool take(char wanted) {
        if (at_ == text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }

    // A backslash escapes a point, a bracket or a star that belongs to the name.
    std::optional<Step> read_member() {
        std::string name;
        bool is_plain = true;
        while (at_ < text_.size() && text_[at_] != '.' && text_[at_] != '[') {
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
                ++at_;
                is_plain = false;
            }
            name.push_back(text_[at_++]);
        }
        if (name.empty()) return std::nullopt;
        if (is_plain && name == "*") return Step{};
        return Step{false, std::move(name)};
    }

    std::optional<Step> read_element() {
        constexpr std::size_t kMostDigits = 6;
        if (take('*')) return take(']') ? std::optional(Step{true}) : std::nullopt;
        std::size_t number = 0;
        const std::size_t begin = at_;
        while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
            number = number * 10 + static_cast<std::size_t>(text_[at_++] - '0');
        }
        const bool is_number = at_ > begin && at_ - begin <= kMostDigits;
        if (!is_number || !take(']')) return std::nullopt;
        return Step{true, std::nullopt, number};
    }

    const std::string_view text_;
    std::size_t at_ = 0;
};

Place& only(std::vector<Place>& any) {
    if (any.empty()) any.emplace_back();
    return any.front();
}

Place& place_at(Place& from, const std::vector<Step>& steps) {
    Place* place = &from;
    for (const Step& step : steps) {
        if (step.is_element) {
            place = step.number ? &place->elements[*step.number] : &only(place->any_element);
        } else {
            place = step.name ? &place->members[*step.name] : &only(place->any_member);
        }
    }
    return *place;
}

// Collects the rules of a file.
class Reader {
public:
    Reader(Rules& rules, const std::string& file) : rules_(rules), file_(file) {}

    emulator::Accepted<void> read_table(JsonView paths, const std::string& table) {
        const std::string place = table.empty() ? "'rules'" : "'" + table + "' in 'tables'";
        if (!paths.is_object()) return refuse(place + " is no object of paths");
        Place& root = table.empty() ? rules_.everywhere : rules_.tables[table];
        for (const auto& member : paths.members()) {
            const std::string path(protocol::wire::member_name(member));
            const auto steps = PathReader(path).read();
            if (!steps) return refuse("'" + path + "' is no path; write one as 'a.b[*].c'");
            Rule rule{path, table};
            STATOR_CHECK(read_rule(JsonView(member.value), rule));
            Place& target = place_at(root, *steps);
            if (target.rule) return refuse("'" + path + "' has two rules; keep one");
            target.rule = rules_.rules.size();
            rules_.rules.push_back(std::move(rule));
        }
        return {};
    }

    emulator::Refusal refuse(const std::string& what) const {
        return {"the rules '" + file_ + "': " + what + "."};
    }

private:
    emulator::Accepted<void> read_rule(JsonView value, Rule& rule) {
        if (value.is_string()) return take_action(std::string(value.string()), rule);
        auto read =
            emulator::Members::of(value, "'" + rule.path + "' of the rules '" + file_ + "'");
        if (read.has_error()) return std::move(read).error();
        emulator::Members members = std::move(read).value();
        STATOR_TRY(const auto action, members.choice("action", kActions));
        if (!action) return members.refuse("action", "says what to do; name one");
        STATOR_CHECK(take_action(*action, rule));
        constexpr std::int64_t kMostKept = 64;
        if (rule.action == Action::Mask) {
            STATOR_TRY(const auto kept, members.integer("keepLast", 0, kMostKept));
            rule.keep_last = static_cast<std::size_t>(kept.value_or(0));
        }
        if (rule.action == Action::Fake) {
            STATOR_TRY(const auto kind, members.choice("as", kKinds));
            if (kind) {
                rule.kind =
                    static_cast<FakeKind>(std::ranges::find(kKinds, *kind) - kKinds.begin());
            }
        }
        return members.finish();
    }

    emulator::Accepted<void> take_action(const std::string& text, Rule& rule) const {
        const auto* const found = std::ranges::find(kActions, text);
        if (found == kActions.end()) {
            return refuse(
                "'" + text + "' of '" + rule.path +
                "' is no action; there are keep, mask, hash, fake and drop"
            );
        }
        rule.action = static_cast<Action>(found - kActions.begin());
        return {};
    }

    Rules& rules_;
    const std::string& file_;
};

}  // namespace

emulator::Accepted<Rules> rules_from(std::string_view text, const std::string& file) {
    Rules rules;
    Reader reader(rules, file);
    const auto document = JsonDocument::parse(std::string(text));
    if (!document) return reader.refuse("this is no JSON");
    STATOR_TRY(
        emulator::Members members,
        emulator::Members::of(document->root(), "the rules '" + file + "'")
    );
    STATOR_TRY(const auto key, members.text("key"));
    STATOR_TRY(const auto seed, members.unsigned_integer("seed"));
    rules.key = key.value_or("");
    rules.seed = std::to_string(seed.value_or(0));
    if (const auto paths = members.value("rules")) STATOR_CHECK(reader.read_table(*paths, ""));
    if (const auto tables = members.value("tables")) {
        if (!tables->is_object()) return members.refuse("tables", "is an object of tables' rules");
        for (const auto& table : tables->members()) {
            STATOR_CHECK(reader.read_table(
                JsonView(table.value), std::string(protocol::wire::member_name(table))
            ));
        }
    }
    STATOR_CHECK(members.finish());
    if (rules.rules.empty()) return reader.refuse("it has none; write some into 'rules'");
    const bool hashes = std::ranges::any_of(rules.rules, [](const Rule& rule) {
        return rule.action == Action::Hash;
    });
    if (hashes && rules.key.empty()) {
        return reader.refuse("a hash needs a secret, or it can be guessed; give 'key'");
    }
    return rules;
}

}  // namespace stator::tools::anonymise
