#include "engine/definition/insights.hpp"

#include <utility>

#include "protocol/errors/insights.hpp"

namespace stator::engine::definition {
namespace {

using model::ContributorInsights;
using model::GlobalSecondaryIndex;
using model::InsightsStatus;
using model::TableDescription;
using requests::settings::DescribedInsights;
using requests::settings::InsightsPlace;
using requests::settings::ListInsightsReply;
using values::IndexStatus;
using values::KeyType;
using values::TableStatus;

namespace settings = requests::settings;

bool has_sort_key(const values::KeySchema& schema) {
    for (const values::KeySchemaElement& element : schema) {
        if (element.type == KeyType::Range) return true;
    }
    return false;
}

// AWS: [case UpdateContributorInsights/table_status]
Result<void> check_active(const TableDescription& table, const std::string& index) {
    if (table.status != TableStatus::Active) return errors::insights_need_active_table();
    const GlobalSecondaryIndex* found = model::find_global_index(table, index);
    if (found != nullptr && found->status != IndexStatus::Active) {
        return errors::insights_need_active_index();
    }
    return {};
}

// Applies the request to the insights. AWS: no effect if they are already in, or changing to, the
// requested state. [case UpdateContributorInsights/repeated]
ContributorInsights changed(
    ContributorInsights insights, const settings::UpdateInsightsRequest& request, Instant now
) {
    const bool is_on =
        insights.status == InsightsStatus::Enabled || insights.status == InsightsStatus::Enabling;
    if (request.enable && !(is_on && insights.mode == request.mode)) {
        return {InsightsStatus::Enabling, request.mode, now, now};
    }
    if (!request.enable && is_on) {
        insights.status = InsightsStatus::Disabling;
        insights.last_update = now;
    }
    return insights;
}

// The insights of a table that are not disabled: the table's, then those of its indexes in listed
// order.
std::vector<DescribedInsights> insights_on(const TableDescription& table) {
    std::vector<DescribedInsights> summaries;
    const auto add = [&](const std::string& index) {
        auto described = insights_of(table, index);
        if (!described || !described->insights) return;
        if (described->insights->status == InsightsStatus::Disabled) return;
        summaries.push_back(std::move(*described));
    };
    add("");
    for (const GlobalSecondaryIndex& index : table.global_indexes) add(index.name);
    return summaries;
}

// The start of a page: after the last entry of the page before. If that entry's index no longer
// exists, the page starts with the first index of its table.
class PageStart {
public:
    explicit PageStart(const std::optional<InsightsPlace>& after) : after_(after) {}

    // Removes the summaries of a table that come before the start.
    void cut(const std::string& table, std::vector<DescribedInsights>& summaries) const {
        if (!after_ || table > after_->table_name) return;
        if (table < after_->table_name) {
            summaries.clear();
            return;
        }
        for (std::size_t i = 0; i < summaries.size(); ++i) {
            if (summaries[i].index_name != after_->index_name) continue;
            summaries.erase(
                summaries.begin(), summaries.begin() + static_cast<std::ptrdiff_t>(i) + 1
            );
            return;
        }
    }

private:
    const std::optional<InsightsPlace>& after_;
};

}  // namespace

Result<DescribedInsights> insights_of(const TableDescription& table, const std::string& index) {
    STATOR_CHECK(check_restored(table));
    DescribedInsights described{table.name, index};
    described.has_sort_key = has_sort_key(table.key_schema);
    if (!index.empty()) {
        const GlobalSecondaryIndex* found = model::find_global_index(table, index);
        if (found == nullptr) return errors::insights_index_not_found(index, table.name);
        described.has_sort_key = has_sort_key(found->key_schema);
    }
    const auto insights = table.insights.find(index);
    if (insights != table.insights.end()) described.insights = insights->second;
    return described;
}

TableEdit insights_edit(
    const settings::UpdateInsightsRequest& request, DescribedInsights& described
) {
    using Next = std::optional<TableDescription>;
    return [&request, &described](const EditedTable& table) -> Result<Next> {
        STATOR_TRY(described, insights_of(table.description, request.index_name));
        STATOR_CHECK(check_active(table.description, request.index_name));
        const ContributorInsights before = described.insights.value_or(ContributorInsights());
        const ContributorInsights after = changed(before, request, table.now);
        if (after == before) return Next();
        described.insights = after;
        TableDescription next = table.description;
        next.insights[request.index_name] = after;
        return Next(std::move(next));
    };
}

ListInsightsReply list_insights(
    std::span<const TableDescription> tables, const settings::ListInsightsRequest& request
) {
    ListInsightsReply reply;
    const PageStart start(request.after);
    const auto most = static_cast<std::size_t>(request.max_results);
    for (const TableDescription& table : tables) {
        std::vector<DescribedInsights> summaries = insights_on(table);
        start.cut(table.name, summaries);
        for (DescribedInsights& summary : summaries) {
            if (reply.summaries.size() == most) {
                reply.has_more = true;
                return reply;
            }
            reply.summaries.push_back(std::move(summary));
        }
    }
    return reply;
}

}  // namespace stator::engine::definition
