// A table without a catalog, for tests of edits: "tbl", ACTIVE, with the global index "gsi".
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/definition/table_change.hpp"
#include "tests/support/fake_catalog_host.hpp"

namespace stator::engine::definition {

class EditedTables : public ::testing::Test {
protected:
    EditedTables() {
        table_.name = "tbl";
        table_.table_arn = protocol::model::table_arn(scope_, "tbl");
        table_.status = protocol::values::TableStatus::Active;
        table_.creation_time = now_;
        table_.key_schema = {{"pk", protocol::values::KeyType::Hash}};
        protocol::model::GlobalSecondaryIndex index;
        index.name = "gsi";
        index.key_schema = {
            {"g", protocol::values::KeyType::Hash}, {"n", protocol::values::KeyType::Range}};
        index.status = protocol::values::IndexStatus::Active;
        table_.global_indexes.push_back(std::move(index));
    }

    protocol::Result<std::optional<protocol::model::TableDescription>> edited(const TableEdit& edit
    ) const {
        return edit({table_, scope_, streams_, false, false, now_});
    }

    // Applies the edit. Returns "changed", "unchanged" or the error message.
    std::string apply(const TableEdit& edit) {
        auto next = edited(edit);
        if (next.has_error()) return next.error().message;
        if (!*next) return "unchanged";
        table_ = std::move(**next);
        return "changed";
    }

    const protocol::model::TableScope scope_{"us-east-1", "123456789012"};
    Instant now_{1'750'000'000'000};
    stream::StreamLog streams_{std::make_shared<testing::FakeCatalogHost>()};
    protocol::model::TableDescription table_;
};

// "" or the error's message.
template <class T>
std::string message_of(const protocol::Result<T>& result) {
    return result.has_error() ? result.error().message : "";
}

}  // namespace stator::engine::definition
