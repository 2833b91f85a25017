#include "protocol/values/expression_kind.hpp"

namespace stator::protocol::values {

std::string_view expression_kind_name(ExpressionKind kind) {
    switch (kind) {
        case ExpressionKind::Condition: return "ConditionExpression";
        case ExpressionKind::Filter: return "FilterExpression";
        case ExpressionKind::Update: return "UpdateExpression";
        case ExpressionKind::Projection: return "ProjectionExpression";
        case ExpressionKind::KeyCondition: return "KeyConditionExpression";
        case ExpressionKind::SearchCondition: return "SearchConditionExpression";
        case ExpressionKind::Statement: return "";
    }
    return "";
}

}  // namespace stator::protocol::values
