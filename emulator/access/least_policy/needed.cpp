#include "emulator/access/least_policy/needed.hpp"

#include <algorithm>
#include <string_view>

#include "emulator/access/iam/actions.hpp"
#include "emulator/access/iam/pattern.hpp"
#include "emulator/access/least_policy/conditions.hpp"
#include "emulator/access/least_policy/prefixes.hpp"

namespace stator::emulator::access::least_policy {
namespace {

using protocol::wire::JsonWriter;
using Texts = std::set<std::string>;

// The table name for a Sid: "Music" for "…:table/Music/index/ByYear", without characters that a Sid
// must not contain; "Account" if the resource does not belong to a table.
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

// "…:table/Music/index/*" for "…:table/Music/index/ByYear"; "" if the resource is not an index.
std::string all_indexes(const std::string& resource) {
    constexpr std::string_view kIndex = "/index/";
    const std::size_t index = resource.find(kIndex);
    if (index == std::string::npos) return {};
    return resource.substr(0, index + kIndex.size()) + "*";
}

std::string with_account(std::string resource, const NeededForm& form) {
    const auto parts = iam::arn_parts(resource);
    if (form.of_any_account && parts && !(*parts)[4].empty()) {
        const auto at = static_cast<std::size_t>((*parts)[4].data() - resource.data());
        resource.replace(at, (*parts)[4].size(), "*");
    }
    return resource;
}

Permits permits_of(const PrincipalRun& run, const NeededForm& form) {
    Permits permits;
    if (form.has_conditions) {
        permits = conditioned(run);
    } else {
        for (const auto& [grant, uses] : run.grants) permits[grant];
    }
    Permits named;
    for (auto& [grant, conditions] : permits) {
        // AWS: ListTables is evaluated with an ARN that policies need not contain.
        const bool is_any = grant.second.ends_with(":table/*");
        named[{grant.first, is_any ? "*" : grant.second}] = std::move(conditions);
    }
    return named;
}

// Replaces each index with all indexes of its table. With conditions, only if all indexes have the
// same needs under the same conditions, because the pattern applies to all of them.
Permits with_joined_indexes(const Permits& permits, const NeededForm& form) {
    std::map<std::string, std::map<std::string, Demand>> tables;  // by pattern and index
    for (const auto& [grant, conditions] : permits) {
        const std::string pattern = all_indexes(grant.second);
        if (!pattern.empty()) tables[pattern][grant.second].emplace(grant.first, "", conditions);
    }
    std::erase_if(tables, [&](const auto& table) {
        const auto& indexes = table.second;
        return form.has_conditions && !std::ranges::all_of(indexes, [&](const auto& index) {
                   return index.second == indexes.begin()->second;
               });
    });
    Permits joined;
    for (const auto& [grant, conditions] : permits) {
        const std::string pattern = all_indexes(grant.second);
        joined[{grant.first, tables.contains(pattern) ? pattern : grant.second}] = conditions;
    }
    return joined;
}

// The needs of a resource: sets of actions by their conditions. More than one set if "*" instead of
// the account makes one resource of several.
using Rights = std::map<Conditions, Texts>;

// The reads or the writes of a table by resource.
using Section = std::map<std::string, Rights>;

// "Read" and "Write" of each table.
using Sections = std::map<std::pair<std::string, bool>, Section>;

Sections sections_of(const PrincipalRun& own, const Run& run, const NeededForm& form) {
    Permits permits = permits_of(own, form);
    if (form.joins_indexes) permits = with_joined_indexes(permits, form);
    std::map<std::string, std::string> joined;
    if (form.joins_prefixes) joined = joined_by_prefix(permits, run.tables);
    Sections sections;
    for (const auto& [grant, conditions] : permits) {
        const auto& [action, named] = grant;
        const auto pattern = joined.find(named);
        const std::string resource =
            with_account(pattern == joined.end() ? named : pattern->second, form);
        Section& section = sections[{sid_subject(resource), !is_reading(action)}];
        section[resource][conditions].insert(iam::full_action_name(action));
    }
    return sections;
}

void write_texts(JsonWriter& json, std::string_view name, const Texts& texts) {
    json.strings_member(name, texts);
}

void write_conditions(JsonWriter& json, const Conditions& conditions) {
    if (conditions.empty()) return;
    json.begin_object("Condition");
    for (const auto& [test, keys] : conditions) {
        json.begin_object(test);
        for (const auto& [key, values] : keys) {
            json.strings_member(key, values);
        }
        json.end_object();
    }
    json.end_object();
}

// A Sid that no statement of the policy has yet: "ReadMusic", "ReadMusic2". Two tables, such as
// "Music-2" and "Music2", can have the same subject.
std::string free_sid(const std::string& wanted, Texts& taken) {
    std::string sid = wanted;
    for (std::size_t number = 2; !taken.insert(sid).second; ++number) {
        sid = wanted + std::to_string(number);
    }
    return sid;
}

void write_section(
    JsonWriter& json, const std::string& sid, const Section& section, Texts& taken_sids
) {
    // Resources by actions and conditions.
    std::map<std::pair<Texts, Conditions>, Texts> statements;
    for (const auto& [resource, rights] : section) {
        for (const auto& [conditions, full_actions] : rights) {
            statements[{full_actions, conditions}].insert(resource);
        }
    }
    for (const auto& [what, resources] : statements) {
        const auto& [full_actions, conditions] = what;
        json.begin_object();
        json.string_member("Sid", free_sid(sid, taken_sids));
        json.string_member("Effect", "Allow");
        write_texts(json, "Action", full_actions);
        write_texts(json, "Resource", resources);
        write_conditions(json, conditions);
        json.end_object();
    }
}

void write_policy(
    JsonWriter& json, const PrincipalRun& own, const Run& run, const NeededForm& form
) {
    Texts taken_sids;
    json.begin_object("policy");
    json.string_member("Version", "2012-10-17");
    json.begin_array("Statement");
    for (const auto& [subject, section] : sections_of(own, run, form)) {
        const auto& [name, writes] = subject;
        write_section(json, (writes ? "Write" : "Read") + name, section, taken_sids);
    }
    json.end_array();
    json.end_object();
}

}  // namespace

void write_needed(JsonWriter& json, const Run& run, const NeededForm& form) {
    json.begin_object();
    json.begin_array("principals");
    for (const auto& [name, own] : run.principals) {
        if (!form.principal.empty() && form.principal != name) continue;
        json.begin_object();
        json.string_member("principal", name);
        write_policy(json, own, run, form);
        json.end_object();
    }
    json.end_array();
    write_unknown(json, run.unknown);
    json.end_object();
}

void write_unknown(JsonWriter& json, const std::vector<UnknownRequests>& unknown) {
    if (unknown.empty()) return;
    json.objects_member("unknown", unknown, [&](const UnknownRequests& some) {
        json.integer_member("requests", static_cast<std::int64_t>(some.requests));
        json.string_member("sentence", some.sentence);
    });
}

}  // namespace stator::emulator::access::least_policy
