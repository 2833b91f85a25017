#include "conformance/options.hpp"

#include <gtest/gtest.h>

namespace stator::conformance {
namespace {

ParsedOptions parse(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "stator-conformance");
    return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

TEST(Options, AreRead) {
    const Options options = parse({"--endpoint",
                                   "http://x",
                                   "--filter",
                                   "a",
                                   "--filter",
                                   "b",
                                   "--tier",
                                   "1",
                                   "--tier",
                                   "3",
                                   "--jobs",
                                   "8",
                                   "--json",
                                   "f",
                                   "--list"})
                                .options;
    EXPECT_EQ(options.endpoint, "http://x");
    EXPECT_EQ(options.selection.filters, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(options.selection.tiers, (std::vector<int>{1, 3}));
    EXPECT_EQ(options.jobs, 8U);
    EXPECT_EQ(options.json_file, "f");
    EXPECT_TRUE(options.lists);
    EXPECT_NE(options.cases, "");
}

TEST(Options, OfAHuntMayAlsoNameTheEndpoint) {
    const Options options = parse({"hunt",
                                   "--endpoint",
                                   "http://x",
                                   "--against",
                                   "a=http://y",
                                   "--against",
                                   "http://z",
                                   "--seed",
                                   "7",
                                   "--requests",
                                   "500",
                                   "--units",
                                   "12.5"})
                                .options;
    EXPECT_TRUE(options.hunt.is_asked_for);
    EXPECT_EQ(options.endpoint, "http://x");
    EXPECT_EQ(options.hunt.against, (std::vector<std::string>{"a=http://y", "http://z"}));
    EXPECT_EQ(options.hunt.seed, 7U);
    EXPECT_EQ(options.hunt.requests, 500U);
    EXPECT_GT(options.hunt.units, 12);
    EXPECT_FALSE(parse({}).options.hunt.is_asked_for);
    EXPECT_EQ(parse({"hunt", "--requests", "0"}).exit_code, 2);
}

TEST(Options, TakeSeveralReportsToCompare) {
    const Options options = parse({"--compare", "a.json", "b.json"}).options;
    EXPECT_EQ(options.compared, (std::vector<std::string>{"a.json", "b.json"}));
}

TEST(Options, ThatMakeNoSenseAreExitCodeTwo) {
    EXPECT_EQ(parse({"--tier", "4"}).exit_code, 2);
    EXPECT_EQ(parse({"--nonsense"}).exit_code, 2);
    EXPECT_EQ(parse({"--jobs", "0"}).exit_code, 2);
    EXPECT_EQ(parse({"stray"}).exit_code, 2);
    EXPECT_EQ(parse({"--help"}).exit_code, 0);
    EXPECT_EQ(parse({}).exit_code, std::nullopt);
}

}  // namespace
}  // namespace stator::conformance
