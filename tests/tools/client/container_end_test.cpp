#include "tools/client/container_end.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tools/client/scan_page.hpp"

namespace stator::tools::client {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

// Values with everything that could be taken for the end of one.
class RandomJson {
public:
    explicit RandomJson(unsigned seed) : draw_(seed) {}

    std::size_t below(std::size_t bound) { return draw_() % bound; }

    std::string object(int depth) { return container(depth, '{', '}'); }

private:
    std::string value(int depth) {
        constexpr int kMostLevels = 5;
        switch (below(depth < kMostLevels ? 4 : 2)) {
            case 0: return text();
            case 1: return std::to_string(draw_());
            case 2: return container(depth + 1, '[', ']');
            default: return object(depth + 1);
        }
    }

    std::string text() {
        constexpr const char* kParts[] = {"a", "{", "}", "[", "]", "\\\"", "\\\\", ",", "\\u007d"};
        std::string text = "\"";
        for (std::size_t left = below(90); left > 0; --left) text += kParts[below(9)];
        return text + '"';
    }

    std::string container(int depth, char open, char close) {
        std::string text(1, open);
        for (std::size_t left = below(4); left > 0; --left) {
            if (text.size() > 1) text += ", ";
            if (open == '{') text += this->text() + " : ";
            text += value(depth);
        }
        return text + close;
    }

    std::mt19937 draw_;
};

class ContainerEnd : public ::testing::TestWithParam<decltype(&container_end)> {
protected:
    static std::size_t end_of(std::string_view text, std::size_t begin) {
        return GetParam()(text, begin);
    }
};

INSTANTIATE_TEST_SUITE_P(
    Processors, ContainerEnd, ::testing::Values(container_end, container_end_anywhere)
);

TEST_P(ContainerEnd, FindsTheBracketThatEndsIt) {
    EXPECT_EQ(end_of("{}", 0), 2);
    EXPECT_EQ(end_of("x[]]", 1), 3);
    EXPECT_EQ(end_of("{", 0), kNowhere);
    EXPECT_EQ(end_of("[\"]", 0), kNowhere);
    EXPECT_EQ(end_of("[\"\\\"]\"]", 0), 7);
    EXPECT_EQ(end_of("", 0), kNowhere);
}

TEST_P(ContainerEnd, IsWhereItWasWritten) {
    RandomJson json(7);
    for (int round = 0; round < 20'000; ++round) {
        const std::string before(json.below(70), ' ');
        const std::string value = json.object(0);
        const std::string text =
            before + value + std::string(json.below(80), "}] {\""[json.below(5)]);
        ASSERT_EQ(end_of(text, before.size()), before.size() + value.size()) << text;
        const std::string cut = text.substr(0, before.size() + json.below(value.size()));
        ASSERT_EQ(end_of(cut, before.size()), kNowhere) << cut;
    }
}

// A backslash is the last byte of a block of 64, and of the text before it.
TEST_P(ContainerEnd, KnowsAnEscapedQuoteAcrossBlocks) {
    for (std::size_t length = 50; length < 140; ++length) {
        const std::string text = "{\"" + std::string(length, 'x') + "\\\"}\":1}";
        EXPECT_EQ(end_of(text, 0), text.size()) << length;
        const std::string twice = "{\"" + std::string(length, 'x') + "\\\\\":1}\"";
        EXPECT_EQ(end_of(twice, 0), twice.size() - 1) << length;
    }
}

TEST(ScanPage, IsCutIntoItems) {
    const auto page = cut_scan_page(
        R"({"Count":2,"Items":[{"a":{"S":"]"}}, {"b":{"L":[]}}],"ScannedCount":2,)"
        R"("LastEvaluatedKey":{"a":{"S":"}"}},"ConsumedCapacity":{"CapacityUnits":1}})"
    );
    ASSERT_TRUE(page);
    EXPECT_EQ(
        page->items, (std::vector<std::string_view>{R"({"a":{"S":"]"}})", R"({"b":{"L":[]}})"})
    );
    EXPECT_EQ(page->last_evaluated_key, R"({"a":{"S":"}"}})");
    EXPECT_EQ(page->consumed_capacity, R"({"CapacityUnits":1})");
}

TEST(ScanPage, MayHaveNoItems) {
    EXPECT_TRUE(cut_scan_page(R"({"Items":[],"Count":0})")->items.empty());
    EXPECT_TRUE(cut_scan_page(R"({"Items":null,"Count":0})")->items.empty());
    EXPECT_TRUE(cut_scan_page(R"({"Count":0})")->items.empty());
}

TEST(ScanPage, IsNoneWhenItEndsEarly) {
    const std::string whole = R"({"Items":[{"a":{"S":"x"}}],"LastEvaluatedKey":{"a":{"S":"x"}}})";
    ASSERT_TRUE(cut_scan_page(whole));
    for (std::size_t length = 0; length < whole.size(); ++length) {
        EXPECT_FALSE(cut_scan_page(std::string_view(whole).substr(0, length))) << length;
    }
}

TEST(ScanPage, IsNoneWhenMoreFollows) {
    EXPECT_TRUE(cut_scan_page("{\"Count\":0} \r\n"));
    EXPECT_FALSE(cut_scan_page("{\"Count\":0}x"));
    EXPECT_FALSE(cut_scan_page("{\"Item\":{\"a\":{\"S\":\"x\"}}}\n{\"Count\":1}\n")) << "lines";
}

TEST(ScanPage, HasTheLastEvaluatedKey) {
    const struct {
        const char* reply;
        const char* key;
    } cases[] = {
        {R"({"Items":[],"Count":0,"LastEvaluatedKey":{"pk":{"S":"x"}}})", R"({"pk":{"S":"x"}})"},
        {"{\"LastEvaluatedKey\" : {\"pk\": {\"S\": \"}\"}} }\n", "{\"pk\": {\"S\": \"}\"}}"},
        {R"({"Count":0,"LastEvaluatedKey":{"a":{"S":"\"LastEvaluatedKey\":{"}}})",
         R"({"a":{"S":"\"LastEvaluatedKey\":{"}})"},
        {R"({"Items":[],"Count":0})", ""},
        {R"({"LastEvaluatedKey":null})", ""},
        {R"({"LastEvaluatedKey":{"a":{"S":"x"}},"Count":0})", ""},
        {R"({"Count":1,"Items":[{"LastEvaluatedKey":{"S":"x"}}]})", ""},
        {R"({"Items":[{"LastEvaluatedKey":{"S":"x"}}],"Count":1})", ""},
        {R"({"Items":[{"a":{"S":"LastEvaluatedKey"}}],"Count":1})", ""},
        {R"({"Count":1,"LastEvaluatedKey":{"pk":{"S":"x"})", ""},
        {"", ""},
    };

    for (const auto& one : cases) {
        EXPECT_EQ(closing_last_evaluated_key(one.reply), one.key) << one.reply;
    }
}

TEST(ScanLines, EndInALineWithAllElse) {
    const std::string lines =
        "{\"Item\":{\"a\":{\"S\":\"LastEvaluatedKey\"}}}\n{\"Item\":{\"b\":{\"L\":[]}}}\n";
    const std::string reply =
        lines + "{\"Count\":2,\"ScannedCount\":3,\"LastEvaluatedKey\":{\"a\":{\"S\":\"\\n\"}}}\n";
    const auto page = cut_scan_lines(reply);
    ASSERT_TRUE(page);
    EXPECT_EQ(page->items, lines);
    EXPECT_EQ(page->count, 2u);
    EXPECT_EQ(page->last_evaluated_key, R"({"a":{"S":"\n"}})");
    std::string_view left = page->items;
    EXPECT_EQ(take_line_item(left), R"({"a":{"S":"LastEvaluatedKey"}})");
    EXPECT_EQ(take_line_item(left), R"({"b":{"L":[]}})");
    EXPECT_TRUE(left.empty());
}

TEST(ScanLines, MayBeTheLastPageOrEmpty) {
    const auto page = cut_scan_lines("{\"Count\":0,\"ScannedCount\":0}\n");
    ASSERT_TRUE(page);
    EXPECT_EQ(page->items, "");
    EXPECT_EQ(page->last_evaluated_key, "");
    EXPECT_EQ(page->count, 0u);
}

TEST(ScanLines, RequireTheirLastLine) {
    for (const char* text :
         {"",
          "\n",
          "{}\n",
          "{\"Count\":1}",
          "{\"Count\":\"1\"}\n",
          "{\"Count\":-1}\n",
          "[\"Count\"]\n",
          "{\"Count\":1\n",
          "{\"Item\":{\"a\":{\"S\":\"x\"}}}\n"}) {
        EXPECT_FALSE(cut_scan_lines(text)) << text;
    }
}

TEST(ScanLines, AreItemsOrNothing) {
    for (const std::string_view line :
         {"", "{", "x", "{\"Item\":1}", "{\"Item\":{}", "{\"item\":{\"a\":{\"S\":\"x\"}}}"}) {
        std::string text(line);
        text += "\nrest";
        std::string_view left = text;
        EXPECT_EQ(take_line_item(left), "") << line;
        EXPECT_EQ(left, "rest") << line;
        left = line;
        EXPECT_EQ(take_line_item(left), "") << line;
        EXPECT_TRUE(left.empty()) << line;
    }
}

}  // namespace
}  // namespace stator::tools::client
