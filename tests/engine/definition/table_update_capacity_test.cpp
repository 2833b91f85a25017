// The steps of UpdateTable that change capacity, tested separately.
#include <gtest/gtest.h>

#include <string>

#include "engine/definition/table_update.hpp"
#include "protocol/base/limits.hpp"
#include "tests/engine/definition/edited_table.hpp"

namespace stator::engine::definition {
namespace {

using protocol::model::OnDemandThroughput;
using protocol::model::ProvisionedThroughput;
using protocol::model::TableDescription;
using protocol::operations::tables::IndexUpdate;
using protocol::operations::tables::UpdateTableRequest;
using protocol::operations::tables::WarmThroughputRequest;
using protocol::values::BillingMode;
using protocol::values::CapacityUnits;
using protocol::values::IndexStatus;
using protocol::values::TableStatus;

constexpr std::int64_t kDayMs = 86'400'000;

// The table has 5/5 units, and the same warm throughput.
class TableUpdateCapacity : public EditedTables {
protected:
    TableUpdateCapacity() {
        table_.throughput.read_capacity_units = 5;
        table_.throughput.write_capacity_units = 5;
        table_.warm_throughput = {5, 5};
    }

    // Returns the error message, or "" if the table was updated.
    std::string update(const UpdateTableRequest& request) {
        TableDescription next = table_;
        const auto result = apply_capacity({table_, request, scope_, now_}, next);
        if (result.has_error()) return result.error().message;
        table_ = std::move(next);
        return "";
    }

    std::string update_maxima(const OnDemandThroughput& maxima, const WarmThroughputRequest& warm) {
        const UpdateTableRequest request;
        const ThroughputOwner owner{
            "", {5, 5}, table_.on_demand_throughput, table_.warm_throughput};
        return message_of(merge_maxima({table_, request, scope_, now_}, maxima, warm, owner));
    }
};

TEST_F(TableUpdateCapacity, SetsNewUnitsAsTheTarget) {
    ProvisionedThroughput throughput = table_.throughput;
    retarget(throughput, {9, 9}, now_);
    EXPECT_EQ(throughput.target, (CapacityUnits{9, 9}));
    EXPECT_EQ(throughput.read_capacity_units, 5) << "the target is not reached yet";
    EXPECT_EQ(throughput.last_increase, now_);
    EXPECT_FALSE(throughput.last_decrease);
    EXPECT_EQ(throughput.decreases_today, 0);
    retarget(throughput, {4, 9}, now_ + 1);
    EXPECT_EQ(throughput.last_decrease, now_ + 1);
    EXPECT_EQ(throughput.decreases_today, 1);
    retarget(throughput, {4, 4}, now_ + kDayMs);
    EXPECT_EQ(throughput.decreases_today, 1) << "the count restarts each day";
}

TEST_F(TableUpdateCapacity, ResetsTheCountOfDecreasesEachDay) {
    for (ProvisionedThroughput* throughput :
         {&table_.throughput, &table_.global_indexes[0].throughput}) {
        throughput->decreases_today = 3;
        throughput->last_decrease = now_;
    }
    count_decreases_of_day(table_, now_ + 1);
    EXPECT_EQ(table_.throughput.decreases_today, 3);
    count_decreases_of_day(table_, now_ + kDayMs);
    EXPECT_EQ(table_.throughput.decreases_today, 0);
    EXPECT_EQ(table_.global_indexes[0].throughput.decreases_today, 0);
}

TEST_F(TableUpdateCapacity, RefusesUnchangedUnits) {
    UpdateTableRequest request;
    request.throughput = CapacityUnits{5, 5};
    EXPECT_NE(update(request).find("will not change"), std::string::npos);
    request.throughput = CapacityUnits{5, 6};
    EXPECT_EQ(update(request), "");
    EXPECT_EQ(table_.status, TableStatus::Updating);
    EXPECT_TRUE(table_.pending.capacity);
    request.throughput = CapacityUnits{protocol::kMaxTableCapacityUnits + 1, 1};
    EXPECT_NE(update(request), "");
}

TEST_F(TableUpdateCapacity, SwitchesTheIndexesToOnDemand) {
    UpdateTableRequest request;
    request.billing_mode = BillingMode::PayPerRequest;
    EXPECT_EQ(update(request), "");
    EXPECT_EQ(table_.billing_mode, BillingMode::PayPerRequest);
    EXPECT_EQ(table_.last_update_to_pay_per_request, now_);
    EXPECT_EQ(table_.throughput.read_capacity_units, 0);
    EXPECT_EQ(table_.warm_throughput.read_units_per_second, protocol::kInitialOnDemandReads);
    EXPECT_EQ(table_.global_indexes[0].status, IndexStatus::Updating);
    request.throughput = CapacityUnits{1, 1};
    EXPECT_NE(update(request).find("when BillingMode is PAY_PER_REQUEST"), std::string::npos);
}

TEST_F(TableUpdateCapacity, RequiresUnitsForEachIndexToSwitchToProvisioned) {
    table_.billing_mode = BillingMode::PayPerRequest;
    UpdateTableRequest request;
    request.billing_mode = BillingMode::Provisioned;
    EXPECT_NE(update(request).find("ProvisionedThroughput must be specified"), std::string::npos);
    request.throughput = CapacityUnits{8, 9};
    EXPECT_NE(update(request).find("for index: gsi"), std::string::npos);
    request.index_actions = {IndexUpdate{"gsi", CapacityUnits{2, 3}}};
    EXPECT_EQ(update(request), "");
    EXPECT_EQ(table_.throughput.write_capacity_units, 9);
    EXPECT_EQ(table_.global_indexes[0].throughput.write_capacity_units, 3);
    EXPECT_EQ(table_.global_indexes[0].status, IndexStatus::Updating);
    EXPECT_EQ(table_.warm_throughput.read_units_per_second, 8);
}

TEST_F(TableUpdateCapacity, RequiresNoUnitsForADeletingIndex) {
    table_.billing_mode = BillingMode::PayPerRequest;
    table_.global_indexes[0].status = IndexStatus::Deleting;
    UpdateTableRequest request;
    request.billing_mode = BillingMode::Provisioned;
    request.throughput = CapacityUnits{8, 9};
    EXPECT_EQ(update(request), "");
    EXPECT_EQ(table_.global_indexes[0].status, IndexStatus::Deleting);
}

TEST_F(TableUpdateCapacity, AllowsMaximaOnlyOnDemand) {
    EXPECT_NE(update_maxima({7, {}}, {}).find("PROVISIONED"), std::string::npos);
    table_.billing_mode = BillingMode::PayPerRequest;
    EXPECT_EQ(update_maxima({7, 8}, {}), "");
    EXPECT_EQ(table_.on_demand_throughput, (OnDemandThroughput{7, 8}));
    EXPECT_EQ(update_maxima({-1, {}}, {}), "") << "unlimited";
    EXPECT_EQ(table_.on_demand_throughput, (OnDemandThroughput{{}, 8}));
    for (const std::int64_t wrong : {std::int64_t{0}, std::int64_t{-2}}) {
        EXPECT_NE(update_maxima({wrong, {}}, {}), "") << wrong;
    }
}

TEST_F(TableUpdateCapacity, RefusesLowerWarmThroughput) {
    table_.billing_mode = BillingMode::PayPerRequest;
    table_.warm_throughput = {12'000, 4'000};
    EXPECT_EQ(update_maxima({}, {12'000, {}}), "");
    EXPECT_FALSE(table_.warm_throughput.target) << "the warm throughput is unchanged";
    EXPECT_EQ(update_maxima({}, {13'000, {}}), "");
    EXPECT_EQ(table_.warm_throughput.target, (CapacityUnits{13'000, 4'000}));
    EXPECT_EQ(table_.warm_throughput.read_units_per_second, 12'000);
    EXPECT_NE(update_maxima({}, {{}, 3'999}).find("WriteUnitsPerSecond"), std::string::npos);
}

}  // namespace
}  // namespace stator::engine::definition
