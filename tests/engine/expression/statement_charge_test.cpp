// The bytes that UpdateItem charges for the UpdateExpression itself.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/expression/update.hpp"
#include "protocol/expression/legacy/legacy.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::engine::expression {
namespace {

using protocol::expression::UpdateExpression;
using protocol::values::ItemImagePtr;
using protocol::values::ItemView;

constexpr std::string_view kChargedValues =
    "{':s': {'S': 'new'}, ':one': {'N': '1'}, ':two': {'N': '2'}, ':l': {'L': [{'N': '9'}]},"
    " ':ss': {'SS': ['b', 'c']}, ':ns': {'NS': ['1']}}";

UpdateExpression update_from(std::string_view text) {
    auto scope = tests::scope("{'#dot': 'a.b'}", kChargedValues).value();
    return protocol::expression::analysis::parse_update(text, scope).value();
}

TEST(StatementCharge, AddsUpClauses) {
    const std::string item = "{'ns':{'NS':['1','2']},'ss':{'SS':['b','zz']}}";
    const std::vector<std::pair<std::string, std::size_t>> cases = {
        {"SET b = :s", 3 + 19 + 1 + 3},
        {"SET b.cc[12] = :s", 3 + 19 + (1 + 4 + 2 + 4 + 2) + 3},
        {"SET b = c", 3 + 19 + 1 + (1 + 14 + 1)},
        {"SET b = cc.d[5]", 3 + 19 + 1 + (1 + 14 + 2 + 14 + 1 + 14 + 1)},
        {"SET b = c + :one", 3 + 19 + 1 + 34 + 16 + 2},
        {"SET b = :two - :one", 3 + 19 + 1 + 37 + 2 + 2},
        {"SET b = if_not_exists(c, :s)", 3 + 19 + 1 + 39 + 16 + 3},
        {"SET b = list_append(c, :l)", 3 + 19 + 1 + 37 + 16 + (3 + 1 + 2)},
        {"REMOVE abc, d", 3 + (1 + 3) + (1 + 1)},
        {"ADD n :one", 3 + 19 + 1 + 2},
        {"ADD abc :ss", 3 + 19 + 3 + 2},
        {"ADD ss :ss", 3 + 19 + 2 + 1},
        {"ADD ns :ns", 3 + 19 + 2 + 0},
        {"DELETE ss :ss", 3 + 1 + 2},
        {"SET #dot = :s, b = :s", 3 + (19 + 3 + 3) + (19 + 1 + 3)},
    };
    const ItemImagePtr image = tests::item(item);
    for (const auto& [text, charge] : cases) {
        EXPECT_EQ(statement_charge(update_from(text), ItemView(image)), charge) << text;
    }
    EXPECT_EQ(statement_charge(update_from("ADD ss :ss"), ItemView()), 3 + 19 + 2 + 2U);
}

TEST(StatementCharge, CountsASetInFullIfTheAttributeHasAnotherType) {
    const ItemImagePtr image = tests::item("{'ss':{'NS':['1']},'m':{'M':{'ss':{'SS':['c']}}}}");
    EXPECT_EQ(statement_charge(update_from("ADD ss :ss"), ItemView(image)), 3 + 19 + 2 + 2U);
    EXPECT_EQ(
        statement_charge(update_from("ADD m.ss :ss"), ItemView(image)), 3 + 19 + (1 + 4 + 2) + 1U
    );
}

TEST(StatementCharge, IsZeroForAttributeUpdates) {
    const auto document = tests::document("{'a': {'Value': {'S': 'x'}}}");
    const auto legacy = protocol::expression::legacy::decode_attribute_updates(
        document.root(), protocol::values::Dialect::Current
    );
    EXPECT_EQ(statement_charge(*legacy, ItemView()), 0U);
}

}  // namespace
}  // namespace stator::engine::expression
