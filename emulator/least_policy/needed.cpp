#include "emulator/least_policy/needed.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "emulator/iam/actions.hpp"
#include "emulator/iam/pattern.hpp"
#include "emulator/least_policy/conditions.hpp"
#include "emulator/least_policy/prefixes.hpp"

namespace stator::emulator::least_policy {
namespace {

using protocol::wire::JsonWriter;
using Texts = std::set<std::string>;

// "Music" of "…:table/Music/index/ByYear", without what no Sid can have; "Account" for what is no
// table's.
std::string sid_subject(std::string_view resource) {
    constexpr std::string_view kTable = ":table/";
    constexpr std::string_view kGlobal = ":global-table/";
    std::string_view name;
    for (const std::string_view kind : {kTable, kGlobal}) {
        const std::size_t at = resource.find(kind);
        if (at != std::string_view::npos) name = resource.substr(at + kind.size());
    }
    name = name.substr(0, name.find('/'));
    std::string subject;
    for (const char c : name) {
        const bool fits =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (fits) subject.push_back(c);
    }
    return subject.empty() ? "Account" : subject;
}

bool is_reading(std::string_view action) {
    constexpr std::array<std::string_view, 10> kBeginnings{
        "BatchGet",
        "ConditionCheck",
        "Describe",
        "Get",
        "List",
        "PartiQLSelect",
        "Query",
        "ReadData",
        "Scan",
        "SearchVectors"};
    return std::ranges::any_of(kBeginnings, [&](std::string_view beginning) {
        return action.starts_with(beginning);
    });
}

// The resource, or all indexes of its table.
std::string with_indexes(std::string resource, const NeededForm& form) {
    // AWS: who lists tables is asked about an ARN that no policy need name.
    if (resource.ends_with(":table/*")) return "*";
    constexpr std::string_view kIndex = "/index/";
    const std::size_t index = resource.find(kIndex);
    if (form.joins_indexes && index != std::string::npos) {
        resource.replace(index + kIndex.size(), std::string::npos, "*");
    }
    return resource;
}

std::string with_account(std::string resource, const NeededForm& form) {
    const auto parts = iam::arn_parts(resource);
    if (form.of_any_account && parts && !(*parts)[4].empty()) {
        const auto at = static_cast<std::size_t>((*parts)[4].data() - resource.data());
        resource.replace(at, (*parts)[4].size(), "*");
    }
    return resource;
}

// The grants with the resources that the policy is to name.
std::map<Grant, Uses> named_grants(const PrincipalRun& run, const NeededForm& form) {
    std::map<Grant, Uses> named;
    std::set<Grant> grants;
    for (const auto& [grant, uses] : run.grants) {
        Grant with{grant.first, with_indexes(grant.second, form)};
        named[with].join(uses);
        grants.insert(std::move(with));
    }
    std::map<std::string, std::string> joined;
    if (form.joins_prefixes) joined = joined_by_prefix(grants);
    std::map<Grant, Uses> result;
    for (const auto& [grant, uses] : named) {
        const auto pattern = joined.find(grant.second);
        const std::string& resource = pattern == joined.end() ? grant.second : pattern->second;
        result[{grant.first, with_account(resource, form)}].join(uses);
    }
    return result;
}

// What of a resource is held alike.
struct Part {
    Texts full_actions = {};
    Uses uses = {};
};

// The reads or the writes of a table: parts by resource and by what they are held to.
using Section = std::map<std::string, std::map<Hold, Part>>;

// "Read" and "Write" of each table.
using Sections = std::map<std::pair<std::string, bool>, Section>;

Sections sections_of(const PrincipalRun& run, const NeededForm& form) {
    Sections sections;
    for (const auto& [grant, uses] : named_grants(run, form)) {
        const auto& [action, resource] = grant;
        const Hold hold = form.has_conditions ? hold_of(uses, run.principal.get()) : Hold();
        Part& part = sections[{sid_subject(resource), !is_reading(action)}][resource][hold];
        part.full_actions.insert(iam::full_action_name(action));
        part.uses.join(uses);
    }
    return sections;
}

void write_texts(JsonWriter& json, std::string_view name, const Texts& texts) {
    json.key(name);
    json.begin_array();
    for (const std::string& text : texts) json.string(text);
    json.end_array();
}

void write_conditions(JsonWriter& json, const Conditions& conditions) {
    if (conditions.empty()) return;
    json.key("Condition");
    json.begin_object();
    for (const auto& [test, keys] : conditions) {
        json.key(test);
        json.begin_object();
        for (const auto& [key, values] : keys) {
            json.key(key);
            json.begin_array();
            for (const std::string& value : values) json.string(value);
            json.end_array();
        }
        json.end_object();
    }
    json.end_object();
}

void write_section(JsonWriter& json, const std::string& sid, const Section& section) {
    // Resources by actions and conditions.
    std::map<std::pair<Texts, Conditions>, Texts> statements;
    for (const auto& [resource, parts] : section) {
        for (const auto& [hold, part] : parts) {
            auto conditions = conditions_of(hold, part.uses, part.full_actions);
            statements[{part.full_actions, std::move(conditions)}].insert(resource);
        }
    }
    std::size_t number = 0;
    for (const auto& [what, resources] : statements) {
        const auto& [full_actions, conditions] = what;
        json.begin_object();
        json.string_member("Sid", ++number > 1 ? sid + std::to_string(number) : sid);
        json.string_member("Effect", "Allow");
        write_texts(json, "Action", full_actions);
        write_texts(json, "Resource", resources);
        write_conditions(json, conditions);
        json.end_object();
    }
}

void write_policy(JsonWriter& json, const PrincipalRun& run, const NeededForm& form) {
    json.key("policy");
    json.begin_object();
    json.string_member("Version", "2012-10-17");
    json.key("Statement");
    json.begin_array();
    for (const auto& [subject, section] : sections_of(run, form)) {
        const auto& [name, writes] = subject;
        write_section(json, (writes ? "Write" : "Read") + name, section);
    }
    json.end_array();
    json.end_object();
}

}  // namespace

void write_needed(JsonWriter& json, const Run& run, const NeededForm& form) {
    json.begin_object();
    json.key("principals");
    json.begin_array();
    for (const auto& [name, own] : run.principals) {
        if (!form.principal.empty() && form.principal != name) continue;
        json.begin_object();
        json.string_member("principal", name);
        write_policy(json, own, form);
        json.end_object();
    }
    json.end_array();
    write_unknown(json, run.unknown);
    json.end_object();
}

void write_unknown(JsonWriter& json, const std::vector<UnknownRequests>& unknown) {
    if (unknown.empty()) return;
    json.key("unknown");
    json.begin_array();
    for (const UnknownRequests& some : unknown) {
        json.begin_object();
        json.integer_member("requests", static_cast<std::int64_t>(some.requests));
        json.string_member("sentence", some.sentence);
        json.end_object();
    }
    json.end_array();
}

}  // namespace stator::emulator::least_policy
