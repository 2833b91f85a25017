#include "load/histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "load/random.hpp"

namespace stator::bench {
namespace {

TEST(Histogram, IsEmptyAtFirst) {
    const Histogram histogram;
    EXPECT_EQ(histogram.count(), 0U);
    EXPECT_EQ(histogram.max(), 0U);
    EXPECT_EQ(histogram.percentile(50), 0U);
}

TEST(Histogram, KeepsSmallValuesExactly) {
    Histogram histogram;
    for (std::uint64_t value = 0; value < 256; ++value) histogram.record(value);
    EXPECT_EQ(histogram.percentile(0), 0U);
    EXPECT_EQ(histogram.percentile(50), 127U);
    EXPECT_EQ(histogram.percentile(100), 255U);
}

TEST(Histogram, StaysWithinOnePercentAtEveryMagnitude) {
    for (unsigned bits = 8; bits < 64; ++bits) {
        for (const std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{1} << (bits - 2)}) {
            const std::uint64_t value = (std::uint64_t{1} << bits) + offset;
            Histogram histogram;
            histogram.record(value);
            histogram.record(std::numeric_limits<std::uint64_t>::max());
            const auto read = static_cast<double>(histogram.percentile(50));
            EXPECT_NEAR(read / static_cast<double>(value), 1.0, 0.008) << value;
        }
    }
}

TEST(Histogram, AgreesWithASortedList) {
    Histogram histogram;
    Random random(7);
    std::vector<std::uint64_t> values;
    for (int at = 0; at < 100'000; ++at) {
        values.push_back(50'000 + random.below(1'000'000));
        histogram.record(values.back());
    }
    std::ranges::sort(values);
    for (const double percent : {1.0, 50.0, 90.0, 99.0, 99.9}) {
        const auto rank = static_cast<std::size_t>(percent / 100.0 * 100'000.0) - 1;
        const auto exact = static_cast<double>(values[rank]);
        EXPECT_NEAR(static_cast<double>(histogram.percentile(percent)) / exact, 1.0, 0.008);
    }
    EXPECT_EQ(histogram.max(), values.back());
}

TEST(Histogram, NeverReportsMoreThanTheMaximum) {
    Histogram histogram;
    histogram.record(1'000'001);
    EXPECT_LE(histogram.percentile(99), 1'000'001U);
    EXPECT_EQ(histogram.max(), 1'000'001U);
}

TEST(Histogram, IsEmptyAfterClear) {
    Histogram histogram;
    histogram.record(5);
    histogram.clear();
    EXPECT_EQ(histogram.count(), 0U);
    EXPECT_EQ(histogram.percentile(99), 0U);
}

}  // namespace
}  // namespace stator::bench
