// The parts of a copy that do not need a server.
#include <gtest/gtest.h>

#include <sstream>

#include "tools/client/scan_page.hpp"
#include "tools/copy/checksum.hpp"
#include "tools/copy/crew.hpp"
#include "tools/copy/progress.hpp"
#include "tools/copy/rate_limit.hpp"

namespace stator::tools::copy {
namespace {

using std::chrono::milliseconds;

std::string shown(std::string_view reply) {
    const auto page = client::cut_scan_page(reply);
    if (!page) return "nothing";
    std::string text;
    for (const std::string_view item : page->items) text.append(item).append(" ");
    return text.append("> ").append(page->last_evaluated_key);
}

TEST(ScanPage, IsCutIntoItsItems) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {R"({"Items":[],"Count":0})", "> "},
        {R"({"Count":2,"Items":[{"a":{"S":"]}\""}},{"b":{"L":[{"S":"\\"}]}}],"ScannedCount":2})",
         R"({"a":{"S":"]}\""}} {"b":{"L":[{"S":"\\"}]}} > )"},
        {"{ \"Items\" : [ {\"a\":{\"N\":\"1\"}} ,\n {} ] , \"LastEvaluatedKey\" : {\"a\":1} }",
         "{\"a\":{\"N\":\"1\"}} {} > {\"a\":1}"},
        {R"({"Items":[{"Items":{"L":[]}}],"LastEvaluatedKey":null})", R"({"Items":{"L":[]}} > )"},
        {R"({"Items":[{"a")", "nothing"},
        {R"({"Items":[{}],"Count":)", "nothing"},
        {"[]", "nothing"},
        {"", "nothing"}};
    for (const auto& [reply, expected] : cases) EXPECT_EQ(shown(reply), expected) << reply;
}

TEST(Checksum, IsThatOfTheItemsHoweverTheyAreWritten) {
    Checksum first;
    first.add(R"({"a":{"N":"1.0"},"b":{"SS":["y","x"]}})");
    first.add(R"({"a":{"N":"2"}})");
    Checksum second;
    second.add(R"({"a":{"N":"20e-1"}})");
    second.add(R"({"b":{"SS":["x","y"]},"a":{"N":"1"}})");
    EXPECT_EQ(first, second);
    EXPECT_EQ(first.text().size(), 32);
    second.add(R"({"a":{"N":"3"}})");
    EXPECT_NE(first.text(), second.text());
    Checksum third;
    third.add(R"({"a":{"N":"3"}})");
    first.add(third);
    EXPECT_EQ(first, second);
}

TEST(RateLimit, DelaysAfterSpendingUnits) {
    RateLimit limit(100);
    const protocol::Instant start(1'000'000);
    EXPECT_EQ(limit.spend(50, start), milliseconds(500));
    EXPECT_EQ(limit.spend(100, start), milliseconds(1'500));
    EXPECT_EQ(limit.spend(10, start + 1'000), milliseconds(600));
    // Unused units are not saved up.
    EXPECT_EQ(limit.spend(10, start + 60'000), milliseconds(100));
    RateLimit none(0);
    EXPECT_FALSE(none.is_set());
    EXPECT_EQ(none.spend(1e9, start), milliseconds(0));
}

TEST(Progress, ShowsRateAndRemainingTime) {
    EXPECT_EQ(progress_text({"T", 0, 0, 0, 0}), "T: 0 items");
    EXPECT_EQ(progress_text({"T", 10, 0, 10, 2'000}), "T: 10 items, 5 a second");
    EXPECT_EQ(
        progress_text({"T", 250, 1'000, 250, 10'000}),
        "T: 250 of about 1000 items, 25 %, 25 a second, 30 s to go"
    );
    // More items than expected; and a copy that was continued.
    EXPECT_EQ(progress_text({"T", 12, 10, 12, 1'000}), "T: 12 items, 12 a second");
    EXPECT_EQ(
        progress_text({"T", 900, 1'000, 100, 2'000}),
        "T: 900 of about 1000 items, 90 %, 50 a second, 2 s to go"
    );
    EXPECT_EQ(duration_text(200'000), "3 min 20 s");
    EXPECT_EQ(duration_text(7'500'000), "2 h 5 min");
}

TEST(Progress, WritesALineNowAndThen) {
    engine::ManualClock clock(engine::Instant(0));
    std::ostringstream plain;
    Progress progress(plain, false, clock);
    progress.begin("T", 100, 0);
    progress.tick();
    EXPECT_EQ(plain.str(), "");
    clock.advance(10'000);
    progress.add(50);
    progress.tick();
    progress.tick();
    EXPECT_EQ(plain.str(), "T: 50 of about 100 items, 50 %, 5 a second, 10 s to go\n");

    std::ostringstream screen;
    Progress line(screen, true, clock);
    line.begin("T", 0, 0);
    line.tick();
    line.say("done");
    EXPECT_EQ(screen.str(), "\r\x1b[KT: 0 items\r\x1b[Kdone\n");
}

TEST(Crew, StopsTogether) {
    Pause pause;
    std::atomic<int> done{0};
    const auto failed = run_jobs(
        3,
        1'000,
        pause,
        [&](Job job) -> emulator::Accepted<void> {
            if (job.number == 5) return emulator::Refusal{"the fifth"};
            ++done;
            pause.wait(milliseconds(job.number > 5 ? 3'600'000 : 0));
            return {};
        },
        [] {}
    );
    ASSERT_TRUE(failed.has_error());
    EXPECT_EQ(failed.error().sentence, "the fifth");
    EXPECT_LT(done, 1'000);
    EXPECT_TRUE(pause.is_stopped());
}

}  // namespace
}  // namespace stator::tools::copy
