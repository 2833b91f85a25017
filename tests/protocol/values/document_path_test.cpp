#include "protocol/values/document_path.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/expression_support.hpp"

namespace stator::protocol::values {
namespace {

// Parses a path such as "a.b[3].c".
DocumentPath path_of(std::string_view text) {
    DocumentPath path;
    while (!text.empty()) {
        if (text.front() == '[') {
            const auto end = text.find(']');
            const std::string digits(text.substr(1, end - 1));
            path.elements.emplace_back(static_cast<std::uint32_t>(std::stoul(digits)));
            text.remove_prefix(end + 1);
            continue;
        }
        if (text.front() == '.') text.remove_prefix(1);
        const auto end = std::min(text.find_first_of(".["), text.size());
        path.elements.emplace_back(std::string(text.substr(0, end)));
        text.remove_prefix(end);
    }
    return path;
}

constexpr std::string_view kItem =
    "{'a': {'S': 'top'}, 'l': {'L': [{'S': 'zero'}, {'M': {'x': {'N': '1'}}}, {'L': [{'S': "
    "'deep'}]}]}, 'm': {'M': {'k': {'M': {'v': {'S': 'below'}, 'w': {'S': 'other'}}},"
    " 'n': {'N': '5'}}}, 's': {'SS': ['member']}}";

std::string found(std::string_view path) {
    const auto item = tests::item(kItem);
    const auto value = find_path(ItemView(item), path_of(path));
    if (!value) return "nothing";
    std::string text;
    wire::append_attribute_value(text, *value);
    return text;
}

TEST(FindPath, StepsThroughMapsAndLists) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"a", R"({"S":"top"})"},
        {"m.n", R"({"N":"5"})"},
        {"m.k.v", R"({"S":"below"})"},
        {"l[0]", R"({"S":"zero"})"},
        {"l[1].x", R"({"N":"1"})"},
        {"l[2][0]", R"({"S":"deep"})"},
    };
    for (const auto& [path, value] : cases) EXPECT_EQ(found(path), value) << path;
}

TEST(FindPath, ReturnsNothingAtTheWrongContainer) {
    for (const std::string path :
         {"z",
          "m.z",
          "m.k.v.w",
          "a.b",
          "a[0]",
          "l.x",
          "m[0]",
          "l[3]",
          "l[0][0]",
          "s[0]",
          "s.member",
          "l[4294967295]"}) {
        EXPECT_EQ(found(path), "nothing") << path;
    }
}

TEST(FindPath, FindsNothingWithoutAnItem) {
    EXPECT_FALSE(find_path(ItemView(), path_of("a")));
    EXPECT_FALSE(find_path(ItemView(), path_of("a.b")));
}

TEST(FindBelow, BeginsAtTheGivenElement) {
    const auto item = tests::item(kItem);
    const DocumentPath path = path_of("other.k.v");
    const auto value = find_below(*item->find("m"), path, 1);
    ASSERT_TRUE(value);
    EXPECT_EQ(value->scalar(), "below");
}

TEST(PathText, IsWhatMessagesPrint) {
    EXPECT_EQ(path_text(path_of("a")), "[a]");
    EXPECT_EQ(path_text(path_of("a.b[3].c")), "[a, b, [3], c]");
    EXPECT_EQ(path_text(path_of("a[1][0]")), "[a, [1], [0]]");
}

TEST(Collide, DistinguishesOverlapAndConflict) {
    struct Case {
        std::string left;
        std::string right;
        PathCollision collision;
    };

    const std::vector<Case> cases = {
        {"a", "b", PathCollision::None},
        {"a", "a", PathCollision::Overlap},
        {"a", "a.b", PathCollision::Overlap},
        {"a.b", "a.b[0]", PathCollision::Overlap},
        {"a.b", "a.c", PathCollision::None},
        {"a[0]", "a[1]", PathCollision::None},
        {"a.b", "a[0]", PathCollision::Conflict},
        {"a[0].b", "a.c.d", PathCollision::Conflict},
        {"a.x[0]", "b.x.y", PathCollision::None},
        {"a.b[0].c", "a.b.c", PathCollision::Conflict},
    };
    for (const Case& each : cases) {
        const DocumentPath left = path_of(each.left);
        const DocumentPath right = path_of(each.right);
        EXPECT_EQ(collide(left, right), each.collision) << each.left << " " << each.right;
        // NOLINTNEXTLINE(readability-suspicious-call-argument): the other way round.
        EXPECT_EQ(collide(right, left), each.collision) << each.right << " " << each.left;
    }
}

std::string projected(std::string_view item, const std::vector<std::string>& texts) {
    std::vector<DocumentPath> paths;
    paths.reserve(texts.size());
    for (const std::string& text : texts) paths.push_back(path_of(text));
    return tests::item_text(project_paths(*tests::item(item), paths).get());
}

TEST(ProjectPaths, KeepsTheStructureAboveTheRequestedPaths) {
    EXPECT_EQ(projected(kItem, {"a", "z"}), "{'a':{'S':'top'}}");
    EXPECT_EQ(projected(kItem, {"m.k.v"}), "{'m':{'M':{'k':{'M':{'v':{'S':'below'}}}}}}");
    EXPECT_EQ(
        projected(kItem, {"m.n", "m.k.w"}),
        "{'m':{'M':{'k':{'M':{'w':{'S':'other'}}},'n':{'N':'5'}}}}"
    );
    EXPECT_EQ(projected(kItem, {"l[1].x"}), "{'l':{'L':[{'M':{'x':{'N':'1'}}}]}}");
}

TEST(ProjectPaths, CompactsElementsInTheOrderOfTheirIndexes) {
    const std::string item = "{'l': {'L': [{'N': '0'}, {'N': '1'}, {'N': '2'}, {'N': '3'}]}}";
    EXPECT_EQ(projected(item, {"l[3]", "l[1]"}), "{'l':{'L':[{'N':'1'},{'N':'3'}]}}");
    EXPECT_EQ(projected(item, {"l[9]", "l[2]"}), "{'l':{'L':[{'N':'2'}]}}");
}

TEST(ProjectPaths, LeavesNoEmptyContainerWhereNothingIsFound) {
    for (const std::string path : {"z", "m.z", "m.k.z", "l[7]", "l[0].x", "a.b", "a[0]", "m[0]"}) {
        EXPECT_EQ(projected(kItem, {path}), "{}") << path;
    }
}

TEST(ProjectPaths, AcceptsManyNames) {
    std::string item;
    std::vector<std::string> paths;
    for (char name = 'a'; name <= 'z'; ++name) {
        item.append(item.empty() ? "{" : ",").append("'").append(1, name).append("':{'S':''}");
        paths.insert(paths.begin(), std::string(1, name));
    }
    item.append("}");
    EXPECT_EQ(projected(item, paths), item);
}

}  // namespace
}  // namespace stator::protocol::values
