// A catalog with a manual clock. Requests are JSON; results are messages or descriptions.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/catalog/catalog.hpp"
#include "engine/definition/table_update.hpp"
#include "engine/definition/tags.hpp"
#include "engine/definition/time_to_live.hpp"
#include "protocol/wire/json.hpp"
#include "tests/support/fake_catalog_host.hpp"

namespace stator::engine {

inline constexpr std::int64_t kDelayMs = 1'000;

class CatalogFixture : public ::testing::Test {
protected:
    explicit CatalogFixture(std::int64_t delay_ms = kDelayMs)
        : catalog({"", "us-east-1", "123456789012", {delay_ms, delay_ms}}, host) {}

    // Returns the error message, or "" on success.
    std::string create(const std::string& json) {
        return reply(
            protocol::operations::tables::decode_create_table(parse(json).root()),
            [&](const auto& request) { return catalog.create_table(request, now); }
        );
    }

    std::string update(const std::string& members) {
        const std::string json = R"({"TableName":"tbl",)" + members + "}";
        return reply(
            protocol::operations::tables::decode_update_table(parse(json).root()),
            [&](const auto& request) { return update_table(request); }
        );
    }

    protocol::Result<protocol::operations::tables::DescribedTable> update_table(
        const protocol::operations::tables::UpdateTableRequest& request
    ) {
        const auto target =
            definition::named_table(request.table_name, "UpdateTable", catalog.scope());
        STATOR_TRY(auto table, apply(target, definition::update_edit(request)));
        return protocol::operations::tables::DescribedTable{std::move(table)};
    }

    using Tags = protocol::operations::settings::Tags;
    using Applied = protocol::Result<protocol::model::TableDescription>;

    Applied apply(
        const protocol::Result<definition::TableTarget>& target, const definition::TableEdit& edit
    ) {
        if (target.has_error()) return target.error();
        return catalog.apply({*target, edit}, now);
    }

    Applied tag(const std::string& arn, const Tags& more) {
        return apply(
            definition::tagged_table(arn, "TagResource", catalog.scope()),
            definition::tags_edit(
                arn,
                [more](Tags& tags) {
                    for (const auto& [key, value] : more) tags.insert_or_assign(key, value);
                }
            )
        );
    }

    Applied untag(const std::string& arn, const std::vector<std::string>& keys) {
        return apply(
            definition::tagged_table(arn, "UntagResource", catalog.scope()),
            definition::tags_edit(
                arn,
                [keys](Tags& tags) {
                    for (const std::string& key : keys) tags.erase(key);
                }
            )
        );
    }

    protocol::Result<Tags> list_tags(const std::string& arn) {
        STATOR_TRY(
            const auto target, definition::tagged_table(arn, "ListTagsOfResource", catalog.scope())
        );
        STATOR_TRY(const auto table, catalog.look_up(target));
        return definition::tags_of(table->snapshot()->description, arn);
    }

    Applied update_time_to_live(
        const protocol::operations::settings::UpdateTimeToLiveRequest& request
    ) {
        return apply(
            definition::named_table(request.table_name, "UpdateTimeToLive", catalog.scope()),
            definition::time_to_live_edit(request)
        );
    }

    protocol::Result<std::string> time_to_live_attribute(const std::string& name) {
        STATOR_TRY(
            const auto target, definition::named_table(name, "DescribeTimeToLive", catalog.scope())
        );
        STATOR_TRY(const auto table, catalog.look_up(target));
        return definition::time_to_live_attribute(table->snapshot()->description);
    }

    std::string remove(const std::string& name = "tbl") {
        return message_of(catalog.delete_table(name, now));
    }

    // Creates "tbl" on demand, with keys p and s (S) and the local index "lsi" on x (S), and lets
    // it settle.
    void create_on_demand() {
        ASSERT_EQ(create(kOnDemandTable), "");
        settle();
    }

    // Creates "tbl" with 5/5 units, key p (S) and the global index "gsi" on x (S) with 3/3 units,
    // and lets it settle.
    void create_provisioned() {
        ASSERT_EQ(create(kProvisionedTable), "");
        settle();
    }

    void advance(std::int64_t milliseconds) {
        now += milliseconds;
        catalog.run_due(now);
    }

    // Does not wait for deadlines of streams, which are much later than those of tables.
    void settle() {
        while (catalog.next_deadline() <= now + kDelayMs) advance(kDelayMs);
    }

    protocol::model::TableDescription table(const std::string& name = "tbl") {
        const auto described = catalog.describe_table(name);
        return described ? described->description : protocol::model::TableDescription{};
    }

    std::string status() { return std::string(protocol::values::text_of(table().status)); }

    // Returns for example "CREATING false" (status and backfilling), or "gone".
    std::string index_state(const std::string& name) {
        const protocol::model::TableDescription description = table();
        const auto* index = protocol::model::find_global_index(description, name);
        if (index == nullptr) return "gone";
        return std::string(protocol::values::text_of(index->status)) +
               (index->backfilling ? " true" : " false");
    }

    template <class T>
    static std::string message_of(const protocol::Result<T>& result) {
        return result.has_error() ? result.error().message : "";
    }

    static protocol::wire::JsonDocument parse(const std::string& json) {
        auto document = protocol::wire::JsonDocument::parse(json);
        EXPECT_TRUE(document) << json;
        return std::move(*document);
    }

    inline static const std::string kOnDemandTable =
        R"({"TableName":"tbl","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)"
        R"({"AttributeName":"p","AttributeType":"S"},{"AttributeName":"s","AttributeType":"S"},)"
        R"({"AttributeName":"x","AttributeType":"S"}],"KeySchema":[)"
        R"({"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"s","KeyType":"RANGE"}],)"
        R"("LocalSecondaryIndexes":[{"IndexName":"lsi","KeySchema":[)"
        R"({"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"x","KeyType":"RANGE"}],)"
        R"("Projection":{"ProjectionType":"ALL"}}]})";
    inline static const std::string kProvisionedTable =
        R"({"TableName":"tbl","ProvisionedThroughput":{"ReadCapacityUnits":5,)"
        R"("WriteCapacityUnits":5},"AttributeDefinitions":[)"
        R"({"AttributeName":"p","AttributeType":"S"},{"AttributeName":"x","AttributeType":"S"}],)"
        R"("KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],"GlobalSecondaryIndexes":[)"
        R"({"IndexName":"gsi","KeySchema":[{"AttributeName":"x","KeyType":"HASH"}],)"
        R"("Projection":{"ProjectionType":"ALL"},"ProvisionedThroughput":)"
        R"({"ReadCapacityUnits":3,"WriteCapacityUnits":3}}]})";

    const std::shared_ptr<testing::FakeCatalogHost> host =
        std::make_shared<testing::FakeCatalogHost>();
    engine::Instant now = engine::Instant(1'700'000'000'000);
    catalog::Catalog catalog;
    // The latest successful reply of create() or update().
    std::optional<protocol::operations::tables::DescribedTable> last_reply;

private:
    template <class Request, class Run>
    std::string reply(const protocol::Result<Request>& request, const Run& run) {
        if (request.has_error()) return request.error().message;
        auto result = run(*request);
        if (result.has_error()) return result.error().message;
        last_reply = std::move(*result);
        return "";
    }
};

}  // namespace stator::engine
