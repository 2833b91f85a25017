#include "protocol/partiql/statement.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "protocol/base/limits.hpp"
#include "protocol/errors/expressions.hpp"
#include "protocol/errors/partiql.hpp"
#include "protocol/errors/values.hpp"
#include "protocol/partiql/conditions.hpp"
#include "protocol/partiql/literals.hpp"
#include "protocol/partiql/operands.hpp"
#include "protocol/partiql/parser.hpp"
#include "protocol/partiql/updates.hpp"

namespace stator::protocol::partiql {
namespace {

std::string column_name(const values::DocumentPath& path) {
    std::string name;
    for (const values::PathElement& element : path.elements) {
        if (const auto* text = std::get_if<std::string>(&element)) {
            name = *text;
        } else {
            name.append("[").append(std::to_string(std::get<std::uint32_t>(element))).append("]");
        }
    }
    return name;
}

// Returns "MODIFIED OLD" and so on.
std::string_view returning_clause(values::ReturnValues returning) {
    switch (returning) {
        case values::ReturnValues::None: return "";
        case values::ReturnValues::AllOld: return "ALL OLD";
        case values::ReturnValues::AllNew: return "ALL NEW";
        case values::ReturnValues::UpdatedOld: return "MODIFIED OLD";
        case values::ReturnValues::UpdatedNew: return "MODIFIED NEW";
    }
    return "";
}

class StatementReader {
public:
    explicit StatementReader(std::span<const values::AttributeValue> parameters)
        : operands_(parameters) {}

    Result<Statement> read(const StatementSyntax& syntax) {
        if (syntax.unsupported) return *syntax.unsupported;
        statement_.kind = syntax.kind;
        statement_.returning = syntax.returning;
        STATOR_CHECK(read_clauses(syntax));
        STATOR_CHECK(read_source(syntax.source));
        STATOR_CHECK(check_columns());
        if (operands_.has_empty_component()) return errors::empty_path_component();
        return std::move(statement_);
    }

private:
    Result<void> read_clauses(const StatementSyntax& syntax) {
        if (syntax.kind == StatementKind::Select) STATOR_CHECK(read_columns(syntax));
        if (syntax.kind == StatementKind::Insert) STATOR_CHECK(read_item(syntax.value));
        if (syntax.kind == StatementKind::Update) {
            STATOR_TRY(statement_.update, lower_update(syntax.assignments, operands_));
        }
        if (syntax.where) {
            STATOR_TRY(statement_.where, lower_condition(*syntax.where, operands_));
        }
        STATOR_CHECK(read_order(syntax));
        const values::ReturnValues returning = syntax.returning;
        const bool all_old =
            returning == values::ReturnValues::None || returning == values::ReturnValues::AllOld;
        if (syntax.kind == StatementKind::Delete && !all_old) {
            return errors::invalid_returning(returning_clause(returning));
        }
        return {};
    }

    Result<void> read_columns(const StatementSyntax& syntax) {
        if (syntax.all_columns) return {};
        statement_.columns.emplace();
        for (const SyntaxNode& column : syntax.columns) {
            if (!is_path(column)) {
                const ApiError error = errors::unexpected_path_component(column.position);
                if (!statement_.column_error) statement_.column_error = error;
                continue;
            }
            STATOR_TRY(values::DocumentPath path, operands_.path(column));
            std::string name = column_name(path);
            statement_.columns->push_back({std::move(name), std::move(path)});
        }
        return {};
    }

    // AWS: names the later of two columns first. [case ExecuteStatement/duplicate_columns]
    Result<void> check_columns() const {
        constexpr auto kStatement = values::ExpressionKind::Statement;
        if (!statement_.columns || statement_.column_error) return {};
        const std::vector<Column>& columns = *statement_.columns;
        for (auto later = columns.begin(); later != columns.end(); ++later) {
            const bool is_repeated = std::any_of(columns.begin(), later, [&](const Column& column) {
                return column.name == later->name;
            });
            if (is_repeated) return errors::duplicate_columns(later->name);
        }
        for (auto later = columns.begin(); later != columns.end(); ++later) {
            for (auto earlier = columns.begin(); earlier != later; ++earlier) {
                switch (values::collide(later->path, earlier->path)) {
                    case values::PathCollision::None: break;
                    case values::PathCollision::Overlap:
                        return errors::paths_overlap(kStatement, later->path, earlier->path);
                    case values::PathCollision::Conflict:
                        return errors::paths_conflict(kStatement, later->path, earlier->path);
                }
            }
        }
        return {};
    }

    Result<void> read_order(const StatementSyntax& syntax) {
        for (const OrderSyntax& order : syntax.order) {
            if (!is_path(order.term)) {
                return errors::unexpected_path_component(order.term.position);
            }
            STATOR_TRY(const values::DocumentPath path, operands_.path(order.term));
            std::string attribute =
                path.is_top_level() ? path.attribute() : values::path_text(path);
            statement_.order.push_back({std::move(attribute), order.ascending});
        }
        return {};
    }

    // AWS: the item must be a literal; its values may be parameters. [case ExecuteStatement/insert]
    Result<void> read_item(const SyntaxNode& value) {
        if (value.kind != NodeKind::Tuple) {
            return errors::unsupported_literal(node_name(value), "root", value.position);
        }
        Attributes attributes;
        for (std::size_t i = 0; i < value.children.size(); i += 2) {
            STATOR_TRY(std::string name, tuple_name(value.children[i], "root"));
            if (name.size() > kMaxAttributeNameBytes) return errors::attribute_name_too_large();
            STATOR_TRY(values::AttributeValue attribute, operands_.value(value.children[i + 1]));
            attributes.emplace_back(std::move(name), std::move(attribute));
        }
        sort_attributes(attributes);
        values::ItemBuilder builder;
        for (const auto& [name, attribute] : attributes) {
            builder.add(name, attribute.view());
        }
        statement_.item = builder.build();
        if (statement_.item->item_size() > kMaxItemBytes) return errors::item_too_large();
        return {};
    }

    Result<void> read_source(const SyntaxNode& source) {
        if (!is_path(source)) return errors::unexpected_path_component(source.position);
        STATOR_TRY(const values::DocumentPath path, operands_.path(source));
        if (operands_.has_empty_component()) return {};
        if (path.elements.size() > 2) return errors::too_many_path_components();
        statement_.table_name = path.attribute();
        if (path.is_top_level()) return {};
        const auto* index = std::get_if<std::string>(&path.elements.back());
        if (index == nullptr) return errors::unexpected_path_component(source.position);
        // AWS: this check is part of parsing the statement.
        // [case ExecuteStatement/index_qualifier_of_writes]
        if (statement_.kind == StatementKind::Insert) {
            return errors::insert_into_index(source.position);
        }
        statement_.index_name = *index;
        return {};
    }

    Operands operands_;
    Statement statement_;
};

// Returns the SELECT within EXISTS(…), or null.
const StatementSyntax* existing_select(const SyntaxNode& root) {
    if (root.kind != NodeKind::Call || root.text != "exists" || root.children.size() != 1) {
        return nullptr;
    }
    const SyntaxNode& inner = root.children.front();
    const bool selects =
        inner.kind == NodeKind::Statement && inner.statement->kind == StatementKind::Select;
    return selects ? inner.statement.get() : nullptr;
}

}  // namespace

Result<Statement> read_statement(
    std::string_view text, std::span<const values::AttributeValue> parameters
) {
    STATOR_TRY(const ParsedStatement parsed, parse_statement(text));
    const StatementSyntax* exists = existing_select(parsed.root);
    if (exists == nullptr && parsed.root.kind != NodeKind::Statement) {
        return errors::unsupported_operation(node_name(parsed.root));
    }
    const StatementSyntax& syntax = exists != nullptr ? *exists : *parsed.root.statement;
    STATOR_TRY(Statement statement, StatementReader(parameters).read(syntax));
    if (parsed.parameters != parameters.size()) return errors::parameter_count_differs();
    statement.exists = exists != nullptr;
    return statement;
}

values::MutableItemImagePtr project_columns(
    const values::ItemImage& row, const std::vector<Column>& columns
) {
    std::map<std::string_view, values::AttributeValueView> found;
    for (const Column& column : columns) {
        const auto value = values::find_path(values::ItemView(&row), column.path);
        if (value) found.insert_or_assign(column.name, *value);
    }
    values::ItemBuilder builder;
    for (const auto& [name, value] : found) builder.add(name, value);
    return builder.build();
}

}  // namespace stator::protocol::partiql
