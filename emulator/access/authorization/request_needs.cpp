#include "emulator/access/authorization/request_needs.hpp"

#include "emulator/access/authorization/needs.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/operations/requests/operation_list.hpp"

namespace stator::emulator::access::authorization {

using protocol::model::TableScope;
using protocol::wire::JsonView;

bool has_form(std::string_view operation, JsonView body) {
    // SearchVectors decodes its own body and accepts more than its shape; its needs can be read
    // from any JSON.
    if (operation == "SearchVectors") return true;
    const auto* const shape = protocol::operations::requests::find_operation(operation)->shape;
    return !protocol::wire::check_types(body, *shape).has_error() &&
           protocol::wire::constraint_violations(body, *shape).empty();
}

Needs needs_in(
    engine::universes::Universe& universe,
    std::string_view operation,
    JsonView body,
    const TableScope& scope
) {
    Needs needs = needs_of(operation, body, scope);
    if (operation != "UpdateTimeToLive" || needs.empty()) return needs;
    // AWS: the request takes effect in every region that has a replica, and must also be allowed
    // there.
    // [docs.aws.amazon.com/amazondynamodb/latest/developerguide/globaltables-security.html]
    const std::string table = needs.front().table;
    if (table.empty()) return needs;
    for (std::string& region : universe.global_tables().others(scope.region, table)) {
        Need& there = needs.emplace_back(needs.front());
        there.resource = protocol::model::table_arn({region, scope.account}, table);
        there.region = std::move(region);
    }
    return needs;
}

}  // namespace stator::emulator::access::authorization
