// The catalogs of three regions of one universe. The first one has the table "tbl".
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "engine/catalog/replica_changes.hpp"
#include "tests/support/fake_catalog_host.hpp"

namespace stator::engine::catalog {

class RegionalCatalogs : public ::testing::Test {
protected:
    static constexpr std::int64_t kDelayMs = 1'000;

    RegionalCatalogs() { create(virginia_); }

    // Creates "tbl" with the key "pk" (S) and the global index "gsi", and waits until it is ACTIVE.
    void create(
        Catalog& catalog,
        protocol::values::BillingMode billing = protocol::values::BillingMode::PayPerRequest
    ) {
        protocol::operations::tables::CreateTableRequest request;
        request.table_name = "tbl";
        request.billing_mode = billing;
        request.attribute_definitions = {
            {"g", protocol::values::AttributeType::String},
            {"pk", protocol::values::AttributeType::String}};
        request.key_schema = {{"pk", protocol::values::KeyType::Hash}};
        protocol::operations::tables::GlobalIndexRequest index;
        index.name = "gsi";
        index.key_schema = {{"g", protocol::values::KeyType::Hash}};
        if (billing == protocol::values::BillingMode::Provisioned) {
            request.throughput = {5, 5};
            index.throughput = {5, 5};
        }
        request.global_indexes = {index};
        request.tags = {{"k", "v"}};
        EXPECT_TRUE(catalog.create_table(request, now_));
        settle();
    }

    void remove(Catalog& catalog) {
        EXPECT_TRUE(catalog.delete_table("tbl", now_));
        settle();
    }

    void advance(std::int64_t milliseconds) {
        now_ += milliseconds;
        for (Catalog* catalog : {&virginia_, &ohio_, &oregon_}) catalog->run_due(now_);
    }

    void settle() {
        advance(kDelayMs);
        advance(kDelayMs);
    }

    static protocol::model::TableDescription table(const Catalog& catalog) {
        const auto described = catalog.describe_table("tbl");
        return described ? described->description : protocol::model::TableDescription{};
    }

    static std::string status(const Catalog& catalog) {
        const auto described = catalog.describe_table("tbl");
        if (!described) return "gone";
        return std::string(protocol::values::text_of(described->description.status));
    }

    void edit(
        Catalog& catalog, const std::function<void(protocol::model::TableDescription&)>& change
    ) {
        const auto apply = [&](const definition::EditedTable& table) {
            auto next = table.description;
            change(next);
            return definition::TableEdit::result_type(std::optional(std::move(next)));
        };
        const auto target = definition::named_table("tbl", "", catalog.scope());
        ASSERT_TRUE(catalog.apply({*target, apply}, now_));
    }

    template <class T>
    static std::string message_of(const protocol::Result<T>& result) {
        return result.has_error() ? result.error().message : "";
    }

    replication::GlobalTables& global_tables() { return host_->global; }

    Instant now_{1'750'000'000'000};
    const std::shared_ptr<testing::FakeCatalogHost> host_ =
        std::make_shared<testing::FakeCatalogHost>();
    Catalog virginia_{{{"", "us-east-1"}, "123456789012", {kDelayMs, kDelayMs}}, host_};
    Catalog ohio_{{{"", "us-east-2"}, "123456789012", {kDelayMs, kDelayMs}}, host_};
    Catalog oregon_{{{"", "us-west-2"}, "123456789012", {kDelayMs, kDelayMs}}, host_};
};

}  // namespace stator::engine::catalog
