#include "tests/emulator/access/iam/naive_evaluation.hpp"

#include <cstdlib>
#include <set>
#include <stdexcept>
#include <utility>

namespace stator::emulator::access::iam::naive {
namespace {

using protocol::wire::JsonView;
using protocol::wire::member_name;

std::string lowered(std::string text) {
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    }
    return text;
}

// One character of a pattern, and whether it is a wildcard.
using Glob = std::vector<std::pair<char, bool>>;

bool glob_matches(const Glob& glob, const std::string& text) {
    std::set<std::size_t> ends = {0};  // of what may be matched so far
    for (const auto& [character, is_wild] : glob) {
        std::set<std::size_t> next;
        if (is_wild && character == '*' && !ends.empty()) {
            for (std::size_t end = *ends.begin(); end <= text.size(); ++end) next.insert(end);
        } else {
            for (const std::size_t end : ends) {
                if (end == text.size()) continue;
                if (is_wild || character == text[end]) next.insert(end + 1);
            }
        }
        ends = std::move(next);
    }
    return ends.contains(text.size());
}

std::vector<std::string> texts(JsonView value) {
    std::vector<std::string> all;
    if (!value.is_array()) {
        all.push_back(value.is_string() ? std::string(value.string()) : value.text());
        return all;
    }
    for (const auto& element : value.elements()) {
        const JsonView one(element);
        all.push_back(one.is_string() ? std::string(one.string()) : one.text());
    }
    return all;
}

// Thrown if a statement must be ignored.
struct Unresolved {};

class Reader {
public:
    explicit Reader(const Question& question) : q_(question) {}

    // The decision of a document: 'D' (deny), 'A' (allow) or ' ' (neither). `strength`: how closely
    // its allows name the caller.
    char says(const Document* document, bool of_resource, int& strength) const {
        if (document == nullptr) return ' ';
        const JsonView root = document->root();
        const auto version = root.find("Version");
        const bool variables = version && version->string() == "2012-10-17";
        bool allows = false;
        bool denies = false;
        for (const auto& element : root.find("Statement")->elements()) {
            const JsonView statement(element);
            const int named = of_resource ? naming(statement) : 1;
            if (named == 0 || !applies(statement, variables)) continue;
            if (statement.string_or_empty("Effect") == "Deny") {
                denies = true;
            } else {
                allows = true;
                strength = std::max(strength, named);
            }
        }
        return denies ? 'D' : allows ? 'A' : ' ';
    }

private:
    bool applies(JsonView statement, bool variables) const {
        try {
            return action_fits(statement) && resource_fits(statement, variables) &&
                   conditions_hold(statement, variables);
        } catch (const Unresolved&) {
            return false;
        }
    }

    // 0: not named, 1: by account, 2: by role or as anyone, 3: itself.
    int naming(JsonView statement) const {
        const auto plain = statement.find("Principal");
        const JsonView who = plain ? *plain : *statement.find("NotPrincipal");
        int best = 0;
        const auto meet = [&](const std::string& name) {
            int one = 0;
            if (name == "*") one = 2;
            if (name == q_.account || name == "arn:aws:iam::" + q_.account + ":root") one = 1;
            if (name == q_.role_arn && !name.empty()) one = 2;
            if (name == q_.arn && q_.caller_kind != "root") one = 3;
            best = std::max(best, one);
        };
        if (who.is_string()) {
            meet(std::string(who.string()));
        } else if (const auto aws = who.find("AWS")) {
            for (const std::string& name : texts(*aws)) meet(name);
        }
        if (plain) return best;
        return best == 0 ? 2 : 0;
    }

    bool action_fits(JsonView statement) const {
        const auto plain = statement.find("Action");
        bool any = false;
        for (const std::string& text : texts(plain ? *plain : *statement.find("NotAction"))) {
            Glob glob;
            for (const char c : lowered(text)) glob.emplace_back(c, c == '*' || c == '?');
            any = any || glob_matches(glob, lowered("dynamodb:" + q_.action));
        }
        return any == plain.has_value();
    }

    bool resource_fits(JsonView statement, bool variables) const {
        const auto plain = statement.find("Resource");
        bool any = false;
        for (const std::string& text : texts(plain ? *plain : *statement.find("NotResource"))) {
            // Each is looked at: one without a value makes the statement unfit.
            const bool fits = arn_fits(text, q_.resource, variables, true);
            any = any || fits;
        }
        return any == plain.has_value();
    }

    Glob expanded(const std::string& text, bool wildcards, bool variables) const {
        Glob glob;
        for (std::size_t at = 0; at < text.size(); ++at) {
            const std::size_t end = text.find('}', at);
            if (variables && text.compare(at, 2, "${") == 0 && end != std::string::npos) {
                const std::string inside = text.substr(at + 2, end - at - 2);
                at = end;
                if (inside == "*" || inside == "?" || inside == "$") {
                    glob.emplace_back(inside[0], false);
                    continue;
                }
                for (const char c : value_of(inside)) glob.emplace_back(c, false);
                continue;
            }
            glob.emplace_back(text[at], wildcards && (text[at] == '*' || text[at] == '?'));
        }
        return glob;
    }

    std::string value_of(const std::string& inside) const {
        const std::size_t comma = inside.find(", '");
        const auto found = q_.context.find(lowered(inside.substr(0, comma)));
        const bool is_there = found != q_.context.end() && !found->second.is_list;
        if (is_there && found->second.values.size() == 1) return found->second.values[0];
        if (comma == std::string::npos) throw Unresolved();
        return inside.substr(comma + 3, inside.size() - comma - 4);
    }

    // In six parts; what is missing of a pattern of a resource is anything.
    bool arn_fits(
        const std::string& pattern, const std::string& arn, bool variables, bool of_resource
    ) const {
        if (pattern == "*") return true;
        // In a pattern, a variable is a single part regardless of its contents. The ARN of a
        // request has no variables.
        const auto split = [](const std::string& text, bool may_have_variables) {
            std::vector<std::string> parts(1);
            int depth = 0;
            for (std::size_t i = 0; i < text.size(); ++i) {
                if (may_have_variables && text.compare(i, 2, "${") == 0) depth = 1;
                if (text[i] == '}') depth = 0;
                if (text[i] == ':' && depth == 0 && parts.size() < 6) {
                    parts.emplace_back();
                } else {
                    parts.back() += text[i];
                }
            }
            return parts;
        };
        std::vector<std::string> wanted = split(pattern, true);
        while (of_resource && wanted.size() < 6) wanted.push_back("*");
        const std::vector<std::string> met = split(arn, false);
        if (wanted.size() < 6) return false;
        bool fits = met.size() == 6;
        for (std::size_t i = 0; i < 6; ++i) {
            const Glob glob = expanded(wanted[i], true, variables && (!of_resource || i == 5));
            fits = fits && glob_matches(glob, met[i]);
        }
        return fits;
    }

    bool conditions_hold(JsonView statement, bool variables) const {
        const auto conditions = statement.find("Condition");
        if (!conditions) return true;
        for (const auto& test : conditions->members()) {
            for (const auto& key : JsonView(test.value).members()) {
                const std::string name(member_name(test));
                const std::string of(member_name(key));
                if (!holds(name, of, texts(JsonView(key.value)), variables)) return false;
            }
        }
        return true;
    }

    bool holds(
        std::string test, const std::string& key, const std::vector<std::string>& values, bool vars
    ) const {
        const bool for_all = test.find("ForAllValues:") == 0;
        const bool for_any = test.find("ForAnyValue:") == 0;
        if (for_all || for_any) test = test.substr(test.find(':') + 1);
        const std::size_t suffix = test.find("IfExists");
        const bool if_exists = suffix != std::string::npos;
        test = test.substr(0, suffix);
        const bool negated = test.find("Not") != std::string::npos;
        const auto found = q_.context.find(lowered(key));
        const bool is_there = found != q_.context.end() && !found->second.values.empty();
        if (test == "Null") {
            for (const std::string& value : values) {
                if ((lowered(value) == "true") != is_there) return true;
            }
            return false;
        }
        if (!is_there) return if_exists || for_all || (negated && !for_any);
        if (found->second.is_list && !for_all && !for_any) return false;
        std::size_t good = 0;
        for (const std::string& met : found->second.values) {
            bool any = false;
            for (const std::string& value : values) any |= compare(test, met, value, vars);
            if (any != negated) ++good;
        }
        return for_any ? good > 0 : good == found->second.values.size();
    }

    bool compare(
        const std::string& test, const std::string& met, const std::string& wanted, bool variables
    ) const {
        const auto has = [&](const char* part) { return test.find(part) != std::string::npos; };
        if (has("Arn")) return arn_fits(wanted, met, variables, false);
        if (has("IgnoreCase")) {
            return glob_matches(lowered_glob(expanded(wanted, false, variables)), lowered(met));
        }
        if (has("String")) return glob_matches(expanded(wanted, has("Like"), variables), met);
        if (has("Bool")) return lowered(met) == lowered(wanted);
        if (has("Binary")) return met == wanted;
        if (has("Ip")) return ip_fits(met, wanted);
        // The times of the generator are whole seconds of one form, which sort like their texts.
        const auto order = [&](auto left, auto right) {
            if (has("LessThanEquals")) return left <= right;
            if (has("LessThan")) return left < right;
            if (has("GreaterThanEquals")) return left >= right;
            if (has("GreaterThan")) return left > right;
            return left == right;
        };
        if (has("Date")) return order(met, wanted);
        if (has("Numeric")) return order(std::atof(met.c_str()), std::atof(wanted.c_str()));
        throw std::logic_error("no such test: " + test);
    }

    static Glob lowered_glob(Glob glob) {
        for (auto& [c, wild] : glob) c = lowered(std::string(1, c))[0];
        return glob;
    }

    // Supports only IPv4.
    static bool ip_fits(const std::string& met, const std::string& wanted) {
        const auto number = [](const std::string& text) {
            unsigned long value = 0;
            const char* at = text.c_str();
            for (int i = 0; i < 4; ++i) {
                char* end = nullptr;
                value = value * 256 + std::strtoul(at, &end, 10);
                at = end + 1;
            }
            return value;
        };
        const std::size_t slash = wanted.find('/');
        const int bits = slash == std::string::npos ? 32 : std::atoi(wanted.c_str() + slash + 1);
        return number(met) >> (32 - bits) == number(wanted.substr(0, slash)) >> (32 - bits);
    }

    const Question& q_;
};

}  // namespace

std::string decide(const Question& q) {
    const Reader reader(q);
    int strength = 0;
    int ignored = 0;
    const char resource = reader.says(q.of_resource, true, strength);
    std::string identity;
    for (const Document* document : q.identity) identity += reader.says(document, false, ignored);
    const char boundary = reader.says(q.boundary, false, ignored);
    const char session = reader.says(q.session, false, ignored);
    const bool is_root = q.caller_kind == "root";
    const bool is_own = q.account == q.resource_account;
    const bool is_rescue = is_root && is_own && q.action == "DeleteResourcePolicy";
    if (resource == 'D' && !is_rescue) return "deny resource";
    if (q.is_admin) return "allow";
    if (!is_root) {
        if (identity.find('D') != std::string::npos) return "deny identity";
        if (boundary == 'D') return "deny boundary";
        if (session == 'D') return "deny session";
    }
    // A deny that a rescue passes over hides no allow.
    const bool resource_allows = strength > 0;
    if (!is_own && !(resource_allows && q.is_for_other_accounts)) return "no resource";
    if (is_root) return "allow";
    if (is_own && strength == 3) return "allow";
    const bool is_spared = is_own && strength == 2;
    if (!is_spared && identity.find('A') == std::string::npos) return "no identity";
    if (q.boundary != nullptr && boundary != 'A') return "no boundary";
    if (q.session != nullptr && session != 'A') return "no session";
    return "allow";
}

}  // namespace stator::emulator::access::iam::naive
