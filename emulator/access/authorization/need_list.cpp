#include "emulator/access/authorization/need_list.hpp"

#include "emulator/access/iam/actions.hpp"

namespace stator::emulator::access::authorization {
namespace {

namespace model = protocol::model;

// The parts of "table/Music/index/ByYear": "Music", "index", and the rest.
struct ResourceParts {
    std::string_view table;
    std::string_view kind;  // "index", "stream" …; "" for the table itself
    std::string_view name;
};

ResourceParts parts_of(std::string_view resource) {
    constexpr std::string_view kTable = "table/";
    if (!resource.starts_with(kTable)) return {};
    resource.remove_prefix(kTable.size());
    ResourceParts parts{resource.substr(0, resource.find('/')), "", ""};
    if (parts.table.size() == resource.size()) return parts;
    resource.remove_prefix(parts.table.size() + 1);
    parts.kind = resource.substr(0, resource.find('/'));
    if (parts.kind.size() < resource.size()) parts.name = resource.substr(parts.kind.size() + 1);
    return parts;
}

}  // namespace

std::optional<Target> NeedList::target(std::string_view name_or_arn) const {
    if (name_or_arn.empty()) return std::nullopt;
    if (!model::is_arn(name_or_arn)) {
        const std::string name(name_or_arn);
        return Target{model::table_arn(scope_, name), scope_.account, name};
    }
    const auto parts = model::split_arn(name_or_arn);
    if (!parts || parts->service != "dynamodb" || parts->region != scope_.region) {
        return std::nullopt;
    }
    const std::string_view table = model::table_of_resource(parts->resource);
    if (table.empty()) return std::nullopt;
    return Target{std::string(name_or_arn), std::string(parts->account), std::string(table)};
}

Need& NeedList::add_on(std::string_view action, std::string resource, std::string_view account) {
    Need& need = needs_.emplace_back();
    need.action = iam::action_number(action).value();
    need.resource = std::move(resource);
    need.account = account;
    return need;
}

Need& NeedList::add_on_table(std::string_view action, const Target& target) {
    Need& need = add_on(action, target.arn, target.account);
    if (target.account == scope_.account) need.table = target.table;
    return need;
}

Need& NeedList::add_on_index(
    std::string_view action, const Target& target, std::string_view index
) {
    Need& need = add_on_table(action, target);
    need.resource.append("/index/").append(index);
    need.index = index;
    return need;
}

Need* NeedList::add_by_arn(std::string_view action, std::string_view arn) {
    const auto parts = model::split_arn(arn);
    if (!parts || parts->service != "dynamodb") return nullptr;
    Need& need = add_on(action, std::string(arn), parts->account);
    const bool is_here = parts->region == scope_.region && parts->account == scope_.account;
    if (!is_here) return &need;
    const ResourceParts resource = parts_of(parts->resource);
    if (resource.kind.empty() || resource.kind == "index" || resource.kind == "stream") {
        need.table = resource.table;
    }
    if (resource.kind == "stream") need.stream_label = resource.name;
    if (resource.kind == "index") need.index = resource.name;
    return &need;
}

}  // namespace stator::emulator::access::authorization
