#include "load/measurement.hpp"

#include <gtest/gtest.h>

namespace stator::bench {
namespace {

TEST(Median, IsTheMiddleOrTheMeanOfTheTwoMiddles) {
    EXPECT_EQ(median(std::vector<double>{}), 0);
    EXPECT_EQ(median(std::vector<double>{3}), 3);
    EXPECT_EQ(median(std::vector<double>{9, 1, 5}), 5);
    EXPECT_EQ(median(std::vector<double>{4, 1, 3, 2}), 2.5);
}

TEST(Median, TreatsEachFigureSeparately) {
    Figures first;
    first.p50_us = 1;
    first.errors = 9;
    Figures second;
    second.p50_us = 2;
    second.errors = 8;
    Figures third;
    third.p50_us = 3;
    third.errors = 7;
    const Figures medians = median({first, second, third});
    EXPECT_EQ(medians.p50_us, 2);
    EXPECT_EQ(medians.errors, 8);
}

TEST(Workloads, AreFoundByName) {
    for (const WorkloadDefinition& definition : workload_definitions()) {
        EXPECT_EQ(find_workload(definition.name).name, definition.name);
    }
    EXPECT_THROW(find_workload("W9"), std::runtime_error);
}

TEST(Workloads, AreChosenWithOrWithoutConnections) {
    EXPECT_EQ(choose_workload("W1").connections, 0U);
    EXPECT_EQ(choose_workload("W1@1").connections, 1U);
    EXPECT_EQ(choose_workload("mix@1000").definition->name, "mix");
    for (const char* wrong : {"W1@", "W1@0", "W1@x", "W1@1x", "@1", ""}) {
        EXPECT_THROW(choose_workload(wrong), std::runtime_error) << wrong;
    }
}

}  // namespace
}  // namespace stator::bench
