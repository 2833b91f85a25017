#include "engine/operations/control/insights.hpp"

#include <utility>
#include <vector>

#include "engine/definition/insights.hpp"
#include "engine/operations/control/table_changes.hpp"

namespace stator::engine::operations::control {

using model::TableDescription;
using requests::settings::DescribedInsights;

namespace {

Result<TableDescription> find_table(
    const catalog::Catalog& catalog, std::string_view name, std::string_view operation
) {
    STATOR_TRY(TableDescription table, description_of(catalog, name, operation));
    STATOR_CHECK(definition::check_restored(table));
    return table;
}

}  // namespace

Result<DescribedInsights> update_contributor_insights(
    const universes::Call& call, const requests::settings::UpdateInsightsRequest& request
) {
    STATOR_TRY(
        definition::TableTarget target,
        definition::named_table(
            request.table_name, "UpdateContributorInsights", call.catalog().scope()
        )
    );
    DescribedInsights insights;
    STATOR_CHECK(apply(call, {std::move(target), definition::insights_edit(request, insights)}));
    return insights;
}

Result<DescribedInsights> describe_contributor_insights(
    const universes::Call& call, const requests::settings::DescribeInsightsRequest& request
) {
    STATOR_TRY(
        const TableDescription table,
        find_table(call.catalog(), request.table_name, "DescribeContributorInsights")
    );
    return definition::insights_of(table, request.index_name);
}

Result<requests::settings::ListInsightsReply> list_contributor_insights(
    const universes::Call& call, const requests::settings::ListInsightsRequest& request
) {
    const catalog::Catalog& catalog = call.catalog();
    std::vector<TableDescription> tables;
    if (request.table_name.empty()) {
        for (const auto& table : catalog.tables()) tables.push_back(table->snapshot()->description);
    } else {
        STATOR_TRY(
            TableDescription table,
            find_table(catalog, request.table_name, "ListContributorInsights")
        );
        tables.push_back(std::move(table));
    }
    return definition::list_insights(tables, request);
}

}  // namespace stator::engine::operations::control
