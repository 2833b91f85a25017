#include "emulator/access/authorization/statement_needs.hpp"

#include "protocol/partiql/parameters.hpp"

namespace stator::emulator::access::authorization {
namespace {

using protocol::partiql::Statement;
using protocol::partiql::StatementKind;
using protocol::wire::JsonView;

std::string_view action_of(StatementKind kind) {
    switch (kind) {
        case StatementKind::Select: return "PartiQLSelect";
        case StatementKind::Insert: return "PartiQLInsert";
        case StatementKind::Update: return "PartiQLUpdate";
        case StatementKind::Delete: return "PartiQLDelete";
    }
    return {};
}

}  // namespace

Need* add_statement_need(NeedList& list, JsonView statement) {
    const auto parameters = protocol::partiql::decode_parameters(statement.find("Parameters"));
    if (parameters.has_error()) return nullptr;
    auto read = protocol::partiql::read_statement(text_of(statement, "Statement"), *parameters);
    if (read.has_error()) return nullptr;
    const auto target = list.target(read->table_name);
    if (!target) return nullptr;
    const std::string_view action = action_of(read->kind);
    Need& need = read->index_name.empty() ? list.add_on_table(action, *target)
                                          : list.add_on_index(action, *target, read->index_name);
    need.parts.push_back(statement);
    need.statement = std::make_shared<const Statement>(*std::move(read));
    return &need;
}

}  // namespace stator::emulator::access::authorization
