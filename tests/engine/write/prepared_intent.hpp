// Prepares writes to a table with indexes, for tests.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/schema/item_keys.hpp"
#include "engine/write/preparation.hpp"
#include "tests/support/expression_support.hpp"
#include "tests/support/indexed_table.hpp"

namespace stator::engine::write {

// The table of make_indexed_table(): keys pk (S) and sk (N), indexes by g and n.
class IndexedWrites {
public:
    IndexedWrites() : table_(testing::make_indexed_table(database_)) {}

    const std::shared_ptr<table::Table>& table() const { return table_; }

    std::shared_ptr<const table::TableSnapshot> snapshot() const { return table_->snapshot(); }

    // The item with pk "p" and sk 1, and further attributes.
    protocol::values::MutableItemImagePtr item(const std::string& more = "") const {
        const auto parsed = tests::item("{'pk': {'S': 'p'}, 'sk': {'N': '1'}" + more + "}");
        auto image = protocol::values::ItemImage::create(parsed->payload());
        schema::bind_item_keys(snapshot()->schema, *image);
        return image;
    }

    WriteIntent intent(WriteKind kind, const std::string& more = "") const {
        WriteIntent made;
        made.table = table_;
        made.kind = kind;
        made.image = item(more);
        made.hash = schema::item_hash(*made.image);
        return made;
    }

    protocol::Result<PreparedWrite> prepare(
        const WriteIntent& intent, protocol::values::ItemImagePtr old_image
    ) const {
        return prepare_write(intent, snapshot()->schema, std::move(old_image));
    }

private:
    testing::Database database_;
    std::shared_ptr<table::Table> table_;
};

inline protocol::expression::Condition condition_of(std::string_view text) {
    auto scope = tests::scope("", tests::kValues);
    return protocol::expression::analysis::parse_condition(
               text, protocol::values::ExpressionKind::Condition, *scope
    )
        .value();
}

inline protocol::expression::UpdateExpression update_of(std::string_view text) {
    auto scope = tests::scope("", tests::kValues);
    return protocol::expression::analysis::parse_update(text, *scope).value();
}

}  // namespace stator::engine::write
