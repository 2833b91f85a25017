#include "emulator/access/least_policy/prefixes.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace stator::emulator::access::least_policy {
namespace {

// The parts of a resource: "arn:…:table/", "app-users" and "/index/ByDay".
struct TableResource {
    std::string scope;
    std::string name;
    std::string part;
};

std::optional<TableResource> read_resource(const std::string& resource) {
    constexpr std::string_view kTable = ":table/";
    constexpr std::string_view kStream = "/stream/";
    const std::size_t at = resource.find(kTable);
    if (at == std::string::npos) return std::nullopt;
    TableResource read;
    read.scope = resource.substr(0, at + kTable.size());
    const std::string rest = resource.substr(at + kTable.size());
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    read.name = rest.substr(0, slash);
    read.part = rest.substr(slash);
    if (read.part.starts_with(kStream)) read.part = std::string(kStream) + "*";
    return read;
}

using Demands = std::map<std::string, Demand>;  // by the tables' names

// The prefixes that tables share, the longest first.
std::vector<std::string> shared_prefixes(const Demands& tables) {
    std::map<std::string, std::size_t> counts;
    for (const auto& [name, demand] : tables) {
        for (std::size_t end = 1; end < name.size(); ++end) {
            const char last = name[end - 1];
            if (last == '-' || last == '_' || last == '.') ++counts[name.substr(0, end)];
        }
    }
    std::vector<std::string> prefixes;
    for (const auto& [prefix, count] : counts) {
        if (count > 1) prefixes.push_back(prefix);
    }
    std::ranges::stable_sort(prefixes, [](const std::string& a, const std::string& b) {
        return a.size() > b.size();
    });
    return prefixes;
}

// True if the name of a table without needs begins with the prefix.
bool opens_others(
    const std::string& scope,
    const std::string& prefix,
    const Demands& tables,
    const std::set<std::string>& all
) {
    const std::string beginning = scope + prefix;
    for (auto at = all.lower_bound(beginning); at != all.end(); ++at) {
        if (!at->starts_with(beginning)) return false;
        if (!tables.contains(at->substr(scope.size()))) return true;
    }
    return false;
}

// The prefix that replaces each table. `all` contains the ARNs of all tables, which begin with
// `scope`.
std::map<std::string, std::string> chosen_prefixes(
    const std::string& scope, const Demands& tables, const std::set<std::string>& all
) {
    std::map<std::string, std::string> chosen;
    for (const std::string& prefix : shared_prefixes(tables)) {
        std::vector<std::string> members;
        bool is_alike = true;
        std::size_t others = 0;
        for (auto at = tables.lower_bound(prefix);
             at != tables.end() && at->first.starts_with(prefix);
             ++at) {
            is_alike = is_alike && (members.empty() || at->second == tables.at(members.front()));
            members.push_back(at->first);
            others += chosen.contains(at->first) ? 0 : 1;
        }
        if (!is_alike || others < 2 || opens_others(scope, prefix, tables, all)) continue;
        for (const std::string& name : members) chosen[name] = prefix;
    }
    return chosen;
}

}  // namespace

std::map<std::string, std::string> joined_by_prefix(
    const Permits& permits, const std::set<std::string>& tables
) {
    std::map<std::string, Demands> scopes;
    for (const auto& [grant, conditions] : permits) {
        if (const auto read = read_resource(grant.second)) {
            scopes[read->scope][read->name].emplace(grant.first, read->part, conditions);
        }
    }
    std::map<std::string, std::map<std::string, std::string>> chosen;
    for (const auto& [scope, needed] : scopes) {
        chosen[scope] = chosen_prefixes(scope, needed, tables);
    }
    std::map<std::string, std::string> joined;
    for (const auto& [grant, conditions] : permits) {
        const std::string& resource = grant.second;
        const auto read = read_resource(resource);
        if (!read) continue;
        const auto& of_scope = chosen[read->scope];
        const auto prefix = of_scope.find(read->name);
        if (prefix == of_scope.end()) continue;
        joined[resource] = read->scope + prefix->second + "*" + read->part;
    }
    return joined;
}

}  // namespace stator::emulator::access::least_policy
