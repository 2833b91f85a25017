#include "engine/vectors/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "engine/schema/item_keys.hpp"
#include "engine/vectors/vector_index.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::vectors {
namespace {

using protocol::values::AttributeType;
using protocol::values::AttributeValue;
using protocol::values::DistanceFunction;
using protocol::values::ItemImagePtr;

constexpr KernelPath kPaths[] = {KernelPath::Portable, KernelPath::Avx2, KernelPath::Avx512};
constexpr DistanceFunction kFunctions[] = {
    DistanceFunction::Cosine, DistanceFunction::DotProduct, DistanceFunction::Euclidean};

ItemImagePtr item(const std::string& pk, const std::string& colour) {
    const AttributeValue colour_value = AttributeValue::scalar(AttributeType::String, colour);
    const AttributeValue pk_value = AttributeValue::scalar(AttributeType::String, pk);
    protocol::values::ItemBuilder builder;
    builder.add("colour", colour_value.view());
    builder.add("pk", pk_value.view());
    const auto image = builder.build();
    image->bind_keys("pk", "");
    return image;
}

// The sum as engine/vectors/kernels.hpp defines it, computed slowly: sixteen partial sums, added in
// halves.
double naive_sum(
    const std::vector<float>& row, const std::vector<float>& query, DistanceFunction function
) {
    std::vector<double> lanes(16, 0.0);
    for (std::size_t i = 0; i < row.size(); ++i) {
        const double x = row[i];
        const double y = query[i];
        const double difference = x - y;
        const double term =
            function == DistanceFunction::Euclidean ? difference * difference : x * y;
        lanes[i % 16] = lanes[i % 16] + term;
    }
    while (lanes.size() > 1) {
        const std::size_t half = lanes.size() / 2;
        for (std::size_t i = 0; i < half; ++i) lanes[i] = lanes[i] + lanes[i + half];
        lanes.resize(half);
    }
    return lanes[0];
}

double naive_score(
    const std::vector<float>& row, const std::vector<float>& query, DistanceFunction function
) {
    const double sum = naive_sum(row, query, function);
    if (function == DistanceFunction::Euclidean) return std::sqrt(sum);
    if (function == DistanceFunction::DotProduct) {
        constexpr double kMost = 3.4028234663852886e38;
        return std::min(std::max(sum, -kMost), kMost);
    }
    const double own = naive_sum(row, row, function);
    const double other = naive_sum(query, query, function);
    if (own == 0 || other == 0) return 1;
    return std::min(std::max(1 - sum / std::sqrt(own * other), 0.0), 2.0);
}

struct Stored {
    std::vector<float> values;
    ItemImagePtr image;
};

// Every item in the order of the reply: by score, then in the order of a Scan.
std::vector<Hit> naive_search(
    const std::map<std::string, Stored>& items,
    const std::vector<float>& query,
    DistanceFunction function,
    const std::string& colour
) {
    std::vector<Hit> hits;
    for (const auto& [pk, stored] : items) {
        if (!colour.empty() && stored.image->find("colour")->scalar() != colour) continue;
        hits.push_back({naive_score(stored.values, query, function), stored.image, stored.values});
    }
    std::sort(hits.begin(), hits.end(), [&](const Hit& one, const Hit& other) {
        if (one.score != other.score) {
            return (one.score < other.score) != (function == DistanceFunction::DotProduct);
        }
        const std::uint64_t hash = schema::item_hash(*one.image);
        const std::uint64_t other_hash = schema::item_hash(*other.image);
        return hash != other_hash ? hash < other_hash : one.image->pk() < other.image->pk();
    });
    return hits;
}

std::uint64_t bits(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}

// Few different values, so that scores tie, and values with special arithmetic.
float random_element(std::mt19937& random) {
    switch (random() % 16) {
        case 0: return 0.0F;
        case 1: return -0.0F;
        case 2: return 1e-45F;     // the smallest subnormal number
        case 3: return -1.1e-38F;  // another one
        case 4: return 3.4028235e38F;
        case 5: return -3.4028235e38F;
        case 6:
        case 7: return static_cast<float>(random()) / 4e9F;
        default: return static_cast<float>(static_cast<int>(random() % 5) - 2);
    }
}

// Values of random magnitude, so that nearly every product and sum is rounded.
float ordinary_element(std::mt19937& random) {
    const float fraction = static_cast<float>(random()) / 4.2949673e9F - 0.5F;
    return std::ldexp(fraction, static_cast<int>(random() % 12) - 8);
}

// A subnormal number, or a zero of either sign.
float tiny_element(std::mt19937& random) {
    const float size = static_cast<float>(random() % 4) * 1e-45F;
    return random() % 2 == 0 ? size : -size;
}

// Huge elements hide the order of additions. Therefore each vector has elements of one kind.
std::vector<float> random_vector(std::mt19937& random, std::size_t dimensions) {
    std::vector<float> values;
    const std::uint32_t character = random() % 8;
    for (std::size_t i = 0; i < dimensions; ++i) {
        if (character < 3)
            values.push_back(static_cast<float>(random() % 3));
        else if (character < 6)
            values.push_back(ordinary_element(random));
        else if (character < 7)
            values.push_back(random_element(random));
        else
            values.push_back(tiny_element(random));
    }
    return values;
}

std::vector<KernelPath> usable_paths() {
    std::vector<KernelPath> paths;
    std::copy_if(std::begin(kPaths), std::end(kPaths), std::back_inserter(paths), can_use);
    return paths;
}

// Returns true if Linux reports this flag for the processor. Returns false if the program was built
// for another architecture, because an emulator shows the flags of its host.
bool processor_has([[maybe_unused]] const std::string& flag) {
#if defined(__x86_64__)
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("flags")) return (line + " ").find(" " + flag + " ") != line.npos;
    }
#endif
    return false;
}

// One index for each kernel path of this processor, and their model, with the same changes.
// Everything computed for an index, including its norms, is computed on its path.
class Pair {
public:
    explicit Pair(std::size_t dimensions) {
        for (const KernelPath path : usable_paths()) indexes_.emplace(path, dimensions);
    }

    void put(const std::string& pk, const std::vector<float>& values, const std::string& colour) {
        remove(pk);
        const Stored stored{values, item(pk, colour)};
        for (auto& [path, index] : indexes_) {
            force_kernels(path);
            index.add("", {values, stored.image, 10, 2}, {}, false);
        }
        items_[pk] = stored;
    }

    void remove(const std::string& pk) {
        if (items_.erase(pk) == 0) return;
        for (auto& [path, index] : indexes_) index.remove("", pk, "", {}, false);
    }

    // Compares one search on every path.
    void compare(
        const std::vector<float>& values,
        DistanceFunction function,
        std::size_t top_k,
        const std::string& colour
    ) {
        auto expected = naive_search(items_, values, function, colour);
        if (expected.size() > top_k) expected.resize(top_k);
        for (const auto& [path, index] : indexes_) {
            force_kernels(path);
            const Query query(values, function);
            SearchPlan plan{&query, top_k};
            if (!colour.empty()) {
                plan.filters.push_back(
                    {"colour", AttributeValue::scalar(AttributeType::String, colour)}
                );
            }
            const auto column = index.view("");
            const auto hits = column ? search(*column, plan) : std::vector<Hit>();
            ASSERT_EQ(hits.size(), expected.size());
            for (std::size_t i = 0; i < hits.size(); ++i) {
                ASSERT_EQ(bits(hits[i].score), bits(expected[i].score)) << kernel_path_text(path);
                ASSERT_EQ(hits[i].image, expected[i].image) << kernel_path_text(path);
                ASSERT_EQ(hits[i].values, expected[i].values);
            }
        }
    }

private:
    std::map<KernelPath, VectorIndex> indexes_;
    std::map<std::string, Stored> items_;
};

TEST(VectorSearch, EveryPathOfThisProcessorCanBeForced) {
    EXPECT_TRUE(can_use(KernelPath::Portable));
    EXPECT_EQ(can_use(KernelPath::Avx2), processor_has("avx2") && processor_has("fma"));
    EXPECT_EQ(can_use(KernelPath::Avx512), processor_has("avx512f"));
    for (const KernelPath path : usable_paths()) {
        force_kernels(path);
        EXPECT_EQ(kernels().path, path);
        EXPECT_EQ(kernel_path_from(kernel_path_text(path)), path);
    }
}

// Every length of the last group of elements, and many groups before it.
TEST(VectorSearch, SumsOfAnyLengthAreIdentical) {
    constexpr std::size_t kRows = 9;
    std::mt19937 random(9);
    std::vector<std::size_t> lengths;
    for (std::size_t length = 1; length <= 80; ++length) lengths.push_back(length);
    for (const std::size_t length : {255, 256, 257, 1'023, 1'024, 4'095, 4'096}) {
        lengths.push_back(length);
    }
    for (const std::size_t length : lengths) {
        const std::vector<float> wanted = random_vector(random, length);
        const std::vector<double> query(wanted.begin(), wanted.end());
        std::vector<float> rows;
        for (std::size_t r = 0; r < kRows; ++r) {
            const std::vector<float> row = random_vector(random, length);
            rows.insert(rows.end(), row.begin(), row.end());
        }
        for (const KernelPath path : usable_paths()) {
            std::array<double, kRows> dots;
            std::array<double, kRows> squares;
            const Kernels& kernels = kernels_of(path);
            kernels.dot_products(rows.data(), kRows, query.data(), length, dots.data());
            kernels.squared_distances(rows.data(), kRows, query.data(), length, squares.data());
            for (std::size_t r = 0; r < kRows; ++r) {
                const auto first = rows.begin() + static_cast<std::ptrdiff_t>(r * length);
                const std::vector<float> row(first, first + static_cast<std::ptrdiff_t>(length));
                const double dot = naive_sum(row, wanted, DistanceFunction::DotProduct);
                const double square = naive_sum(row, wanted, DistanceFunction::Euclidean);
                ASSERT_EQ(bits(dots[r]), bits(dot)) << kernel_path_text(path) << " " << length;
                ASSERT_EQ(bits(squares[r]), bits(square))
                    << kernel_path_text(path) << " " << length;
            }
        }
    }
}

// One hundred thousand searches of indexes that change in between.
TEST(VectorSearch, EqualsANaiveModelExactly) {
    constexpr int kSearches = 100'000;
    std::mt19937 random(22);
    int done = 0;
    while (done < kSearches) {
        const std::size_t dimensions = 1 + random() % 40;
        Pair pair(dimensions);
        for (int change = 0; change < 60; ++change) {
            const std::string pk = "item" + std::to_string(random() % 40);
            if (random() % 4 == 0) {
                pair.remove(pk);
            } else {
                pair.put(pk, random_vector(random, dimensions), random() % 2 == 0 ? "red" : "blue");
            }
            for (int i = 0; i < 4; ++i, ++done) {
                const DistanceFunction function = kFunctions[random() % 3];
                const std::string colour = random() % 3 == 0 ? "red" : "";
                pair.compare(
                    random_vector(random, dimensions), function, 1 + random() % 12, colour
                );
                if (::testing::Test::HasFatalFailure()) return;
            }
        }
    }
}

TEST(VectorSearch, ManyThreadsReturnTheResultOfOne) {
    constexpr std::size_t kDimensions = 256;
    constexpr std::size_t kRows = 74'000;  // three times what a thread is worth
    std::mt19937 random(7);
    VectorIndex index(kDimensions);
    for (std::size_t i = 0; i < kRows; ++i) {
        std::vector<float> values;
        for (std::size_t d = 0; d < kDimensions; ++d) {
            values.push_back(static_cast<float>(random() % 3));
        }
        index.add("", {std::move(values), item("k" + std::to_string(i), "red"), 1, 0}, {}, false);
    }
    const std::vector<float> wanted(kDimensions, 1.0F);
    const Query query(wanted, DistanceFunction::Euclidean);
    SearchPlan plan{&query, 50};
    const auto alone = search(*index.view(""), plan);
    plan.threads = 3;
    const auto together = search(*index.view(""), plan);
    ASSERT_EQ(alone.size(), 50U);
    ASSERT_EQ(together.size(), 50U);
    for (std::size_t i = 0; i < alone.size(); ++i) {
        EXPECT_EQ(alone[i].image, together[i].image);
        EXPECT_EQ(alone[i].score, together[i].score);
    }
    const auto counts = index.counts();
    const double bytes_of_vectors = static_cast<double>(kRows * kDimensions * sizeof(float));
    EXPECT_LE(static_cast<double>(counts.memory_bytes), 1.1 * bytes_of_vectors);
}

std::string found(const VectorIndex& index, const storage::ReadPoint& point) {
    const Query query({0.0F}, DistanceFunction::Euclidean);
    SearchPlan plan{&query, 10};
    plan.point = point;
    std::string keys;
    const auto column = index.view("");
    if (!column) return keys;
    for (const Hit& hit : search(*column, plan)) {
        keys.append(hit.image->pk()).append("=").append(std::to_string(int(hit.score))).append(" ");
    }
    return keys;
}

TEST(VectorSearch, SeesTheItemsAtItsReadPoint) {
    const auto stamp = [](std::uint64_t sequence) {
        return storage::CommitStamp{SequenceNumber{sequence}};
    };
    const auto at = [](std::uint64_t sequence) {
        return storage::ReadPoint{SequenceNumber{sequence}};
    };
    VectorIndex index(1);
    index.add("", {{1.0F}, item("a", ""), 1, 0}, stamp(1), true);
    index.add("", {{2.0F}, item("b", ""), 1, 0}, stamp(2), true);
    index.remove("", "a", "", stamp(3), true);
    index.add("", {{3.0F}, item("a", ""), 1, 0}, stamp(3), true);
    index.remove("", "b", "", stamp(4), true);
    EXPECT_EQ(found(index, at(0)), "");
    EXPECT_EQ(found(index, at(1)), "a=1 ");
    EXPECT_EQ(found(index, at(2)), "a=1 b=2 ");
    EXPECT_EQ(found(index, at(3)), "b=2 a=3 ");
    EXPECT_EQ(found(index, {}), "a=3 ");
    const auto copy = index.copy_current();
    index.prune(at(3));
    EXPECT_EQ(found(index, at(3)), "b=2 a=3 ");
    index.prune(at(4));
    EXPECT_EQ(found(index, {}), "a=3 ");
    EXPECT_EQ(found(*copy, {}), "a=3 ");
    EXPECT_EQ(index.counts().items, 1);
    index.add("", {{0.0F}, item("c", ""), 1, 0}, stamp(5), false);
    EXPECT_EQ(found(index, {}), "c=0 a=3 ");
    EXPECT_EQ(found(*copy, {}), "a=3 ");
}

TEST(VectorSearch, RecallMissesTheSameItemsEachTimeAndNeverTooMany) {
    VectorIndex index(1);
    for (int i = 0; i < 1'000; ++i) {
        index.add(
            "", {{static_cast<float>(i)}, item("k" + std::to_string(i), ""), 1, 0}, {}, false
        );
    }
    const Query query({0.0F}, DistanceFunction::Euclidean);
    SearchPlan plan{&query, 100};
    plan.recall = {0.9, 7};
    const auto first = search(*index.view(""), plan);
    const auto again = search(*index.view(""), plan);
    ASSERT_EQ(first.size(), 100U);
    const auto hits =
        std::count_if(first.begin(), first.end(), [](const Hit& hit) { return hit.score < 100; });
    EXPECT_GT(hits, 80);
    EXPECT_LT(hits, 98);
    for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].image, again[i].image);
    plan.recall.seed = 8;
    const auto other = search(*index.view(""), plan);
    const bool is_same =
        std::equal(first.begin(), first.end(), other.begin(), [](const Hit& one, const Hit& two) {
            return one.image == two.image;
        });
    EXPECT_FALSE(is_same);
    plan.recall.share = 0;
    plan.top_k = 1'000;
    EXPECT_EQ(search(*index.view(""), plan).size(), 1'000U);
}

}  // namespace
}  // namespace stator::engine::vectors
