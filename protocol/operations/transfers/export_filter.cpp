#include "protocol/operations/transfers/export_filter.hpp"

#include "protocol/expression/analysis/expression_scope.hpp"
#include "protocol/expression/analysis/parser.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::protocol::operations::transfers {

using wire::JsonView;

// A key condition is parsed as an ordinary condition, which selects the same items.
Result<ExportFilter> decode_export_filter(JsonView json) {
    STATOR_TRY(
        auto scope,
        expression::analysis::ExpressionScope::decode(
            json.find("ExpressionAttributeNames"),
            json.find("ExpressionAttributeValues"),
            values::Dialect::Current
        )
    );
    ExportFilter filter;
    for (const char* member : {"KeyConditionExpression", "FilterExpression"}) {
        const auto text = text_member(json, member);
        if (!text) continue;
        STATOR_TRY(
            auto condition,
            expression::analysis::parse_condition(*text, values::ExpressionKind::Filter, scope)
        );
        filter.conditions.push_back(std::move(condition));
    }
    if (const auto text = text_member(json, "ProjectionExpression")) {
        STATOR_TRY(filter.projection, expression::analysis::parse_projection(*text, scope));
    }
    STATOR_CHECK(scope.check_all_used());
    return filter;
}

values::ItemImagePtr projected(const ExportFilter& filter, const values::ItemImagePtr& item) {
    if (!filter.projection || item == nullptr) return item;
    std::string text;
    wire::JsonWriter json(text);
    wire::write_item(json, *item, filter.projection);
    const auto document = wire::JsonDocument::parse(std::move(text));
    auto image = wire::decode_item(document->root(), values::Dialect::Current);
    return std::move(image).value();
}

}  // namespace stator::protocol::operations::transfers
