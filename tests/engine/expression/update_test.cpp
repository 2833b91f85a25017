// Updates of items: the new item, and the attributes that count as touched.
#include "engine/expression/update.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "protocol/expression/legacy/legacy.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::engine::expression {
namespace {

using protocol::expression::UpdateExpression;
using protocol::values::ItemImagePtr;
using protocol::values::ItemView;

constexpr std::string_view kKey = "{'pk': {'S': 'K'}}";
constexpr std::string_view kUpdateValues =
    "{':s': {'S': 'new'}, ':one': {'N': '1'}, ':two': {'N': '2'}, ':l': {'L': [{'N': '9'}]},"
    " ':ss': {'SS': ['b', 'c']}, ':all': {'SS': ['a', 'b']}, ':ns': {'NS': ['1']},"
    " ':big': {'N': '1e50'}, ':huge': {'N': '9e125'}, ':m': {'M': {}}, ':el': {'L': []},"
    " ':x': {'S': 'x'}, ':y': {'S': 'y'}, ':z': {'S': 'z'}, ':empty': {'S': ''}}";

UpdateExpression parsed_update(std::string_view text) {
    auto scope = tests::scope("{'#dot': 'a.b'}", kUpdateValues).value();
    const auto update = protocol::expression::analysis::parse_update(text, scope);
    if (update.has_error()) ADD_FAILURE() << text << ": " << update.error().message;
    return update.has_error() ? UpdateExpression{} : *update;
}

UpdateExpression legacy_update(std::string_view json) {
    const auto document = tests::document(json);
    return protocol::expression::legacy::decode_attribute_updates(
               document.root(), protocol::values::Dialect::Current
    )
        .value();
}

std::string applied(const UpdateExpression& update, std::string_view old_json) {
    const ItemImagePtr old_image = tests::item(old_json);
    const ItemImagePtr key = tests::item(kKey);
    const auto image = apply_update(update, ItemView(old_image), *key);
    return image.has_error() ? image.error().message : tests::item_text(image->get());
}

struct UpdateCase {
    std::string name;
    std::string text;
    std::string old_item;
    std::string expected;
};

void check(const std::vector<UpdateCase>& cases) {
    for (const UpdateCase& each : cases) {
        EXPECT_EQ(applied(parsed_update(each.text), each.old_item), each.expected) << each.name;
    }
}

const std::string kBadPath =
    "The document path provided in the update expression is invalid for update";
const std::string kMissing =
    "The provided expression refers to an attribute that does not exist in the item";
const std::string kWrongType = "An operand in the update expression has an incorrect data type";

TEST(ApplyUpdate, Sets) {
    const std::string item =
        "{'a':{'N':'1'},'b':{'S':'two'},'m':{'M':{'k':{'S':'v'}}},'pk':{'S':'K'}}";
    check({
        {"replace",
         "SET b = :s",
         item,
         "{'a':{'N':'1'},'b':{'S':'new'},'m':{'M':{'k':{'S':'v'}}},'pk':{'S':'K'}}"},
        {"insert in front",
         "SET #dot = :s",
         "{'b':{'S':'two'},'pk':{'S':'K'}}",
         "{'a.b':{'S':'new'},'b':{'S':'two'},'pk':{'S':'K'}}"},
        {"append",
         "SET z = :s",
         item,
         "{'a':{'N':'1'},'b':{'S':'two'},'m':{'M':{'k':{'S':'v'}}},'pk':{'S':'K'},"
         "'z':{'S':'new'}}"},
        {"swap",
         "SET a = b, b = a",
         item,
         "{'a':{'S':'two'},'b':{'N':'1'},'m':{'M':{'k':{'S':'v'}}},'pk':{'S':'K'}}"},
        {"set and remove",
         "SET b = a REMOVE a",
         item,
         "{'b':{'N':'1'},'m':{'M':{'k':{'S':'v'}}},'pk':{'S':'K'}}"},
        {"nested",
         "SET m.k = :s, m.a = :one",
         item,
         "{'a':{'N':'1'},'b':{'S':'two'},'m':{'M':{'a':{'N':'1'},'k':{'S':'new'}}},"
         "'pk':{'S':'K'}}"},
        {"create", "SET a = :s", "", "{'a':{'S':'new'},'pk':{'S':'K'}}"},
        {"empty values",
         "SET a = :empty, b = :m, m = :el",
         item,
         "{'a':{'S':''},'b':{'M':{}},'m':{'L':[]},'pk':{'S':'K'}}"},
        {"missing source", "SET a = gone", item, kMissing},
        {"missing source of missing item", "SET a = b", "", kMissing},
        {"key of missing item", "SET a = pk", "", "{'a':{'S':'K'},'pk':{'S':'K'}}"},
        {"key of missing item as default",
         "SET a = if_not_exists(a, pk)",
         "",
         "{'a':{'S':'K'},'pk':{'S':'K'}}"},
        {"missing parent", "SET gone.k = :s", item, kBadPath},
        {"parent is no map", "SET a.k = :s", item, kBadPath},
        {"parent is no list", "SET m[0] = :s", item, kBadPath},
        {"no list", "SET gone[0] = :s", item, kBadPath},
        {"nested in missing item", "SET m.k = :s", "", kBadPath},
    });
}

TEST(ApplyUpdate, Calculates) {
    const std::string item = "{'l':{'L':[{'N':'1'}]},'n':{'N':'5'},'s':{'S':'x'}}";
    const auto with_n = [](std::string_view number) {
        return std::string("{'l':{'L':[{'N':'1'}]},'n':{'N':'") + std::string(number) +
               "'},'s':{'S':'x'}}";
    };
    check({
        {"plus", "SET n = n + :one", item, with_n("6")},
        {"minus", "SET n = :one - n", item, with_n("-4")},
        {"literals", "SET n = :one + :two", item, with_n("3")},
        {"default", "SET n = if_not_exists(gone, :two) + :one", item, with_n("3")},
        {"present", "SET n = if_not_exists(n, gone)", item, with_n("5")},
        {"nested default", "SET n = if_not_exists(a.b, if_not_exists(c, :one))", item, with_n("1")},
        {"append",
         "SET l = list_append(l, :l)",
         item,
         "{'l':{'L':[{'N':'1'},{'N':'9'}]},'n':{'N':'5'},'s':{'S':'x'}}"},
        {"prepend",
         "SET l = list_append(:l, l)",
         item,
         "{'l':{'L':[{'N':'9'},{'N':'1'}]},'n':{'N':'5'},'s':{'S':'x'}}"},
        {"append to itself",
         "SET l = list_append(l, l)",
         item,
         "{'l':{'L':[{'N':'1'},{'N':'1'}]},'n':{'N':'5'},'s':{'S':'x'}}"},
        {"append to default",
         "SET l = list_append(if_not_exists(gone, :el), :l)",
         item,
         "{'l':{'L':[{'N':'9'}]},'n':{'N':'5'},'s':{'S':'x'}}"},
        {"plus missing", "SET n = gone + :one", item, kMissing},
        {"append to missing", "SET l = list_append(gone, :l)", item, kMissing},
        {"plus text", "SET n = s + :one", item, kWrongType},
        {"append to number", "SET l = list_append(n, :l)", item, kWrongType},
        {"too precise",
         "SET n = n + :big",
         item,
         "Number overflow. Attempting to store a number with magnitude larger than supported "
         "range"},
        {"overflow",
         "SET n = :huge + :huge",
         item,
         "Number overflow. Attempting to store a number with magnitude larger than supported "
         "range"},
    });
}

TEST(ApplyUpdate, HandlesLists) {
    const std::string item = "{'l':{'L':[{'N':'0'},{'N':'1'},{'N':'2'},{'N':'3'}]}}";
    const auto list = [](std::string_view elements) {
        return std::string("{'l':{'L':[").append(elements).append("]}}");
    };
    check({
        {"replace", "SET l[1] = :s", item, list("{'N':'0'},{'S':'new'},{'N':'2'},{'N':'3'}")},
        {"past the end",
         "SET l[99] = :s",
         item,
         list("{'N':'0'},{'N':'1'},{'N':'2'},{'N':'3'},{'S':'new'}")},
        {"ascending",
         "SET l[84] = :x, l[37] = :y, l[17] = :z",
         list("{'N':'0'}"),
         list("{'N':'0'},{'S':'z'},{'S':'y'},{'S':'x'}")},
        {"remove and set",
         "REMOVE l[1] SET l[3] = :s",
         item,
         list("{'N':'0'},{'N':'2'},{'S':'new'}")},
        {"remove several", "REMOVE l[0], l[2]", item, list("{'N':'1'},{'N':'3'}")},
        {"remove past the end",
         "REMOVE l[9]",
         item,
         list("{'N':'0'},{'N':'1'},{'N':'2'},{'N':'3'}")},
        {"remove all", "REMOVE l[0]", list("{'N':'0'}"), list("")},
        {"remove and append", "REMOVE l[0] SET l[7] = :s", list("{'N':'0'}"), list("{'S':'new'}")},
        {"add to element", "ADD l[1] :two", item, list("{'N':'0'},{'N':'3'},{'N':'2'},{'N':'3'}")},
        {"deep",
         "SET l[0].a[0].b = :s",
         "{'l':{'L':[{'M':{'a':{'L':[{'M':{}}]}}}]}}",
         "{'l':{'L':[{'M':{'a':{'L':[{'M':{'b':{'S':'new'}}}]}}}]}}"},
    });
}

TEST(ApplyUpdate, Removes) {
    const std::string item = "{'a':{'N':'1'},'m':{'M':{'k':{'S':'v'}}},'pk':{'S':'K'}}";
    check({
        {"attribute", "REMOVE a", item, "{'m':{'M':{'k':{'S':'v'}}},'pk':{'S':'K'}}"},
        {"last key", "REMOVE m.k", item, "{'a':{'N':'1'},'m':{'M':{}},'pk':{'S':'K'}}"},
        {"missing", "REMOVE gone", item, item},
        {"missing leaf", "REMOVE m.gone", item, item},
        {"missing parent", "REMOVE gone.k", item, kBadPath},
        {"parent is no map", "REMOVE a.k", item, kBadPath},
        {"parent is no list", "REMOVE m[0]", item, kBadPath},
        {"missing item", "REMOVE x.y, z", "", "{'pk':{'S':'K'}}"},
    });
}

TEST(ApplyUpdate, AddsAndDeletes) {
    const std::string item =
        "{'m':{'M':{'n':{'N':'1'},'ss':{'SS':['b']}}},'n':{'N':'5'},'ss':{'SS':['a','b']}}";
    const auto with_ss = [](std::string_view set) {
        return std::string("{'m':{'M':{'n':{'N':'1'},'ss':{'SS':['b']}}},'n':{'N':'5'}") +
               std::string(set) + "}";
    };
    check({
        {"number",
         "ADD n :two",
         item,
         "{'m':{'M':{'n':{'N':'1'},'ss':{'SS':['b']}}},'n':{'N':'7'},'ss':{'SS':['a','b']}}"},
        {"missing number", "ADD a :two", "{'n':{'N':'5'}}", "{'a':{'N':'2'},'n':{'N':'5'}}"},
        {"missing item", "ADD a :two", "", "{'a':{'N':'2'},'pk':{'S':'K'}}"},
        {"union", "ADD ss :ss", item, with_ss(",'ss':{'SS':['a','b','c']}")},
        {"missing set", "ADD a :ss", "{}", "{'a':{'SS':['b','c']}}"},
        {"nested",
         "ADD m.n :two, m.z :one",
         "{'m':{'M':{'n':{'N':'1'}}}}",
         "{'m':{'M':{'n':{'N':'3'},'z':{'N':'1'}}}}"},
        {"nested parent", "ADD gone.n :two", item, kBadPath},
        {"number to set", "ADD ss :two", item, kWrongType},
        {"other set", "ADD ss :ns", item, kWrongType},
        {"set to number", "ADD n :ss", item, kWrongType},
        {"difference", "DELETE ss :ss", item, with_ss(",'ss':{'SS':['a']}")},
        {"emptied", "DELETE ss :all", item, with_ss("")},
        {"emptied nested", "DELETE m.ss :ss", "{'m':{'M':{'ss':{'SS':['b']}}}}", "{'m':{'M':{}}}"},
        {"missing attribute", "DELETE gone :ss", item, item},
        {"nested delete parent", "DELETE gone.x :ss", item, kBadPath},
        {"nested delete in missing item", "DELETE gone.x :ss", "", kBadPath},
        {"delete from number", "DELETE n :ss", item, kWrongType},
        {"delete other set", "DELETE ss :ns", item, kWrongType},
    });
}

TEST(ApplyUpdate, FollowsAttributeUpdates) {
    const std::string item = "{'l':{'L':[{'N':'1'}]},'n':{'N':'5'},'ss':{'SS':['a','b']}}";
    const std::string clash = "Type mismatch for attribute to update";
    const std::vector<UpdateCase> cases = {
        {"put",
         "{'n': {'Value': {'S': 'x'}}}",
         item,
         "{'l':{'L':[{'N':'1'}]},'n':{'S':'x'},'ss':{'SS':['a','b']}}"},
        {"dotted name",
         "{'n.x': {'Value': {'S': 'x'}}}",
         "{'n':{'N':'5'}}",
         "{'n':{'N':'5'},'n.x':{'S':'x'}}"},
        {"delete",
         "{'n': {'Action': 'DELETE'}, 'gone': {'Action': 'DELETE'}}",
         item,
         "{'l':{'L':[{'N':'1'}]},'ss':{'SS':['a','b']}}"},
        {"delete last member",
         "{'ss': {'Action': 'DELETE', 'Value': {'SS': ['a', 'b', 'z']}}}",
         "{'n':{'N':'5'},'ss':{'SS':['a','b']}}",
         "{'n':{'N':'5'}}"},
        {"add lists",
         "{'l': {'Action': 'ADD', 'Value': {'L': [{'N': '2'}]}}}",
         "{'l':{'L':[{'N':'1'}]}}",
         "{'l':{'L':[{'N':'1'},{'N':'2'}]}}"},
        {"add list to nothing",
         "{'x': {'Action': 'ADD', 'Value': {'L': [{'N': '2'}]}}}",
         "",
         "{'pk':{'S':'K'},'x':{'L':[{'N':'2'}]}}"},
        {"add number",
         "{'n': {'Action': 'ADD', 'Value': {'N': '2'}}}",
         "{'n':{'N':'5'}}",
         "{'n':{'N':'7'}}"},
        {"add set to number", "{'n': {'Action': 'ADD', 'Value': {'SS': ['a']}}}", item, clash},
        {"delete from number", "{'n': {'Action': 'DELETE', 'Value': {'SS': ['a']}}}", item, clash},
        {"delete numbers from texts",
         "{'ss': {'Action': 'DELETE', 'Value': {'NS': ['1']}}}",
         item,
         clash},
        {"nothing", "{}", "", "{'pk':{'S':'K'}}"},
    };
    for (const UpdateCase& each : cases) {
        EXPECT_EQ(applied(legacy_update(each.text), each.old_item), each.expected) << each.name;
    }
}

TEST(ApplyUpdate, RefusesTooDeepResults) {
    std::string deep = "{'S': 'leaf'}";
    for (int i = 0; i < 31; ++i) deep = "{'L': [" + deep + "]}";
    auto scope = tests::scope("", "{':deep': " + deep + "}").value();
    const auto top = protocol::expression::analysis::parse_update("SET a = :deep", scope);
    EXPECT_TRUE(applied(*top, "{'a':{'M':{}}}").starts_with("{'a':{'L'"));
    const auto nested = protocol::expression::analysis::parse_update("SET a.b = :deep", scope);
    EXPECT_EQ(
        applied(*nested, "{'a':{'M':{}}}"),
        "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
        "beyond supported limit"
    );
}

TEST(ProjectTouched, AnswersUpdatedOldAndNew) {
    struct Touched {
        std::string name;
        std::string text;
        std::string old_item;
        std::string updated_old;
        std::string updated_new;
    };

    const std::vector<Touched> cases = {
        {"attribute",
         "SET a = :s",
         "{'a':{'N':'1'},'b':{'N':'2'}}",
         "{'a':{'N':'1'}}",
         "{'a':{'S':'new'}}"},
        {"new attribute", "SET a = :s", "{'b':{'N':'2'}}", "nothing", "{'a':{'S':'new'}}"},
        {"removed", "REMOVE a", "{'a':{'N':'1'}}", "{'a':{'N':'1'}}", "nothing"},
        {"leaves merged",
         "SET m.b = :s, m.a = :s",
         "{'m':{'M':{'a':{'N':'1'},'z':{'N':'2'}}}}",
         "{'m':{'M':{'a':{'N':'1'}}}}",
         "{'m':{'M':{'a':{'S':'new'},'b':{'S':'new'}}}}"},
        {"elements compacted",
         "SET l[2] = :s, l[0] = :s",
         "{'l':{'L':[{'N':'0'},{'N':'1'},{'N':'2'}]}}",
         "{'l':{'L':[{'N':'0'},{'N':'2'}]}}",
         "{'l':{'L':[{'S':'new'},{'S':'new'}]}}"},
        {"appended element is left out",
         "SET l[9] = :s",
         "{'l':{'L':[{'N':'0'}]}}",
         "nothing",
         "nothing"},
        {"shifted element shows",
         "REMOVE m.c[1]",
         "{'m':{'M':{'c':{'L':[{'N':'0'},{'N':'1'},{'N':'2'}]}}}}",
         "{'m':{'M':{'c':{'L':[{'N':'1'}]}}}}",
         "{'m':{'M':{'c':{'L':[{'N':'2'}]}}}}"},
        {"same value", "SET a = a", "{'a':{'N':'1'}}", "{'a':{'N':'1'}}", "{'a':{'N':'1'}}"},
    };
    const ItemImagePtr key = tests::item(kKey);
    for (const Touched& each : cases) {
        const UpdateExpression update = parsed_update(each.text);
        const ItemImagePtr old_image = tests::item(each.old_item);
        const auto new_image = apply_update(update, ItemView(old_image), *key).value();
        EXPECT_EQ(tests::item_text(project_touched(update, *old_image).get()), each.updated_old)
            << each.name;
        EXPECT_EQ(tests::item_text(project_touched(update, *new_image).get()), each.updated_new)
            << each.name;
    }
}

// Guards against decoding values that an update does not touch. The limit is generous for slow
// machines.
TEST(ApplyUpdate, CopiesWhatItDoesNotTouch) {
    std::string json = "{'n':{'N':'0'}";
    for (int i = 0; i < 20'000; ++i) json += ",'x" + std::to_string(i) + "':{'S':'0123456789'}";
    json += "}";
    const ItemImagePtr old_image = tests::item(json);
    const ItemImagePtr key = tests::item(kKey);
    const UpdateExpression update = parsed_update("SET s = :s ADD n :one");
    const auto start = std::chrono::steady_clock::now();
    const auto image = apply_update(update, ItemView(old_image), *key);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(200));
    ASSERT_TRUE(image.has_value());
    EXPECT_EQ((*image)->attribute_count(), 20'002U);
    EXPECT_EQ((*image)->item_size(), old_image->item_size() + 1 + 3 + 1);
}

}  // namespace
}  // namespace stator::engine::expression
