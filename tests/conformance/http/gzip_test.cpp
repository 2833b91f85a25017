#include "conformance/http/gzip.hpp"

#include <gtest/gtest.h>

namespace stator::conformance {
namespace {

TEST(Gzip, RestoresItsOwnOutput) {
    for (const std::size_t size : {0, 1, 1'000, 1'000'000}) {
        const std::string text(size, 'x');
        EXPECT_EQ(gunzip(gzip(text)), text) << size;
    }
    EXPECT_EQ(gunzip("no gzip"), std::nullopt);
    EXPECT_EQ(crc32_of("{}"), 2'745'614'147U);
}

}  // namespace
}  // namespace stator::conformance
