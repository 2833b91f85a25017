#include "emulator/base/json_text.hpp"

#include <gtest/gtest.h>

#include <random>

namespace stator::emulator {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

// "line:column: what is wrong", or "" for JSON.
std::string fault_of(std::string_view text) {
    const auto fault = find_json_fault(text);
    return fault ? line_and_column(text, fault->offset) + ": " + fault->problem : "";
}

TEST(JsonText, CountsLinesAndCharacters) {
    EXPECT_EQ(line_and_column("", 0), "1:1");
    EXPECT_EQ(line_and_column("abc\ndef", 3), "1:4");
    EXPECT_EQ(line_and_column("abc\ndef", 4), "2:1");
    EXPECT_EQ(line_and_column("äöü\n€x", 10), "2:2");
}

TEST(JsonText, ReportsWhereATextIsNoLongerJson) {
    const struct {
        std::string_view text;
        std::string_view fault;
    } cases[] = {
        {R"({"a":[1,-0.5e+3,true,null,"\u00e4\n"],"b":{}})", ""},
        {"", "1:1: there is nothing here; write an object"},
        {"{\"a\":1", "1:7: the object that begins at 1:1 is never closed; end it with '}'"},
        {"{\n \"a\":[1", "2:8: the list that begins at 2:6 is never closed; end it with ']'"},
        {"{\"a\" 1}", "1:6: ':' is missing before this, behind the member's name"},
        {"{\"a\":1 \"b\":2}", "1:8: ',' or '}' is missing before this"},
        {"[1 2]", "1:4: ',' or ']' is missing before this"},
        {"[1}", "1:3: ',' or ']' is missing before this"},
        {"[1,]", "1:4: a comma stands before this; take it away"},
        {"{\"a\":1,}", "1:8: a comma stands before this; take it away"},
        {"{\"a\":,}", "1:6: a value is missing before this"},
        {"{a:1}", "1:2: a member's name in double quotes is missing here"},
        {"{} {}", "1:4: nothing may follow the document; take this away"},
        {"{\"a\":'x'}", "1:6: texts stand in double quotes, not in single ones"},
        {"[yes]", "1:2: 'yes' is no JSON value; texts stand in double quotes"},
        {"[01]", "1:2: '01' is no JSON value; texts stand in double quotes"},
        {"[1.]", "1:2: '1.' is no JSON value; texts stand in double quotes"},
        {"[ // all\n]", "1:3: JSON has no comments; take this one away"},
        {"[\"a,\n\"b\"]", "1:2: this text is not closed in its line; end it with '\"'"},
        {"[\"a\\x\"]", "1:2: '\\x' is no escape; write \\\\ for a backslash"},
        {"[\"a\tb\"]", "1:2: a text may hold no tab or other control character; write \\t"},
    };

    for (const auto& [text, fault] : cases) {
        EXPECT_EQ(fault_of(text), fault) << text;
        EXPECT_EQ(JsonDocument::parse(std::string(text)).has_value(), fault.empty()) << text;
    }
}

// Bytes of a document changed, taken out and doubled: what the parser takes has no fault, and what
// it refuses has one.
TEST(JsonText, AgreesWithTheParser) {
    constexpr std::string_view kText =
        R"({"account":"1", "users" : {"a":{"keys":[{"id":"A\\\"","active":true},-1.5e3]}}, "n":null})";
    constexpr std::string_view kBytes = "{}[],:\"\\ \n-.0e7atrue";
    constexpr std::uint64_t kSeed = 23;
    std::mt19937_64 random(kSeed);
    int refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string text(kText);
        for (auto changes = 1 + random() % 2; changes > 0; --changes) {
            const std::size_t at = random() % text.size();
            switch (random() % 3) {
                case 0: text[at] = kBytes[random() % kBytes.size()]; break;
                case 1: text.erase(at, 1); break;
                default: text.insert(at, 1, kBytes[random() % kBytes.size()]); break;
            }
        }
        const bool is_json = JsonDocument::parse(text).has_value();
        refused += is_json ? 0 : 1;
        ASSERT_EQ(fault_of(text).empty(), is_json)
            << "seed " << kSeed << ", text " << i << ": " << text << ": " << fault_of(text);
    }
    EXPECT_GT(refused, 5'000);
    EXPECT_LT(refused, 19'500);
}

TEST(JsonText, FindsEveryValueAndName) {
    const std::string text = "{\n \"a\": [1, {\"b\\\"\": \"x:,\"}],\n \"a\": true}";
    const auto document = JsonDocument::parse(text);
    const JsonView root = document->root();
    std::string places;
    const auto add = [&](JsonView value) {
        const auto offset = offset_of(text, root, value);
        places += (offset ? line_and_column(text, *offset) : "nowhere") + " ";
    };
    add(root);
    for (const auto& member : root.members()) {
        add(JsonView(member.name));
        add(JsonView(member.value));
    }
    const auto list = root.members().begin()->value.GetArray();
    for (const auto& element : list) add(JsonView(element));
    add(*JsonView(list[1]).find("b\""));
    const auto other = JsonDocument::parse("7");
    add(other->root());
    EXPECT_EQ(places, "1:1 2:2 2:7 3:2 3:7 2:8 2:11 2:19 nowhere ");
}

}  // namespace
}  // namespace stator::emulator
