// AttributeUpdates and AttributesToGet.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/expression/legacy/legacy.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::expression::legacy {
namespace {

const std::string kInvalidUpdate = "One or more parameter values were invalid: ";

struct UpdateCase {
    std::string name;
    std::string json;
    std::string outcome;
};

TEST(AttributeUpdates, LowersAndRefuses) {
    const auto updates = [](const std::string& json) {
        const auto document = tests::document(json);
        const auto update = decode_attribute_updates(document.root(), values::Dialect::Current);
        if (update.has_error()) return update.error().message;
        EXPECT_TRUE(update->legacy);
        return update_text(*update);
    };
    const std::vector<UpdateCase> cases = {
        {"empty", "{}", ""},
        {"default", "{'a': {'Value': {'S': 'x'}}}", R"(SET a = {"S":"x"})"},
        {"put", "{'a.b': {'Value': {'M': {}}, 'Action': 'PUT'}}", R"(SET a.b = {"M":{}})"},
        {"delete", "{'a': {'Action': 'DELETE'}}", "REMOVE a"},
        {"delete members",
         "{'a': {'Value': {'SS': ['x']}, 'Action': 'DELETE'}}",
         R"(DELETE a {"SS":["x"]})"},
        {"add", "{'a': {'Value': {'N': '1'}, 'Action': 'ADD'}}", R"(ADD a {"N":"1"})"},
        {"add list", "{'a': {'Value': {'L': []}, 'Action': 'ADD'}}", R"(ADD a {"L":[]})"},
        {"request order",
         "{'b': {'Action': 'DELETE'}, 'a': {'Action': 'DELETE'}}",
         "REMOVE b; REMOVE a"},
        {"no value",
         "{'a': {}}",
         kInvalidUpdate + "Only DELETE action is allowed when no attribute value is specified"},
        {"add nothing",
         "{'a': {'Action': 'ADD'}}",
         kInvalidUpdate + "Only DELETE action is allowed when no attribute value is specified"},
        {"delete S",
         "{'a': {'Value': {'S': 'x'}, 'Action': 'DELETE'}}",
         kInvalidUpdate + "DELETE action with value is not supported for the type S"},
        {"add S",
         "{'a': {'Value': {'S': 'x'}, 'Action': 'ADD'}}",
         kInvalidUpdate + "ADD action is not supported for the type S"},
        {"add M",
         "{'a': {'Value': {'M': {}}, 'Action': 'ADD'}}",
         kInvalidUpdate + "ADD action is not supported for the type M"},
        {"value first",
         "{'a': {'Value': {'N': 'x'}, 'Action': 'DELETE'}}",
         "The parameter cannot be converted to a numeric value: x"},
        {"last of repeated",
         "{'a': {'Action': 'DELETE'}, 'b': null, 'a': {'Value': {'S': 'x'}}}",
         R"(SET a = {"S":"x"})"},
        {"empty name", "{'': {'Action': 'DELETE'}}", "Empty attribute name"},
    };
    for (const UpdateCase& each : cases) EXPECT_EQ(updates(each.json), each.outcome) << each.name;
}

TEST(AttributesToGet, LowersAndRefuses) {
    const auto names = [](const std::string& json) {
        const auto document = tests::document(json);
        const auto paths = decode_attributes_to_get(document.root());
        if (paths.has_error()) return paths.error().message;
        std::string all;
        for (const values::DocumentPath& path : *paths) all += values::path_text(path);
        return all;
    };
    EXPECT_EQ(names("['a', 'b.c', 'size']"), "[a][b.c][size]");
    EXPECT_EQ(names("['a', null, 'b']"), "[a][b]");
    EXPECT_EQ(names("['a', 'b', 'a']"), kInvalidUpdate + "Duplicate value in attribute name: a");
    EXPECT_EQ(names("['a', '']"), "Empty attribute name");
    EXPECT_EQ(
        names("['" + std::string(65'536, 'n') + "']"),
        "Attribute name is too large, must be less than 65536 bytes"
    );
}

}  // namespace
}  // namespace stator::protocol::expression::legacy
