// limit-vectors: the cost of a vector search, compared with a plain loop of dot products over the
// same bytes, in the same run. The loop adds floats as floats, as fast as the compiler can, and
// keeps only the largest product: no search can read its vectors faster.
//
//   limit-vectors [--rows 1000000] [--dimensions 256] [--rounds 7] [--kernels avx512]
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/vectors/search.hpp"
#include "engine/vectors/vector_index.hpp"
#include "protocol/values/item_image.hpp"

namespace {

using namespace stator::engine::vectors;
using stator::protocol::values::AttributeType;
using stator::protocol::values::AttributeValue;
using stator::protocol::values::DistanceFunction;

struct Shape {
    std::size_t rows = 1'000'000;
    std::size_t dimensions = 256;
    int rounds = 7;
};

double seconds_of(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Median and best of the rounds. Other load on the machine increases the median.
struct Times {
    double median = 0;
    double best = 0;
};

Times times_of(std::vector<double> rounds) {
    std::sort(rounds.begin(), rounds.end());
    return {rounds[rounds.size() / 2], rounds.front()};
}

// The plain loop, for each instruction set that the search has kernels for.
#define PLAIN_LOOP(name, ...)                                                            \
    __attribute__((__VA_ARGS__ optimize("O3", "fast-math"), noinline)) float name(       \
        const float* rows, std::size_t count, std::size_t dimensions, const float* query \
    ) {                                                                                  \
        float largest = -1e30F;                                                          \
        for (std::size_t r = 0; r < count; ++r, rows += dimensions) {                    \
            float sum = 0;                                                               \
            for (std::size_t i = 0; i < dimensions; ++i) sum += rows[i] * query[i];      \
            largest = sum > largest ? sum : largest;                                     \
        }                                                                                \
        return largest;                                                                  \
    }

using PlainLoop = float (*)(const float*, std::size_t, std::size_t, const float*);

PLAIN_LOOP(largest_portable, )
#if defined(__x86_64__)
PLAIN_LOOP(largest_avx2, target("avx2,fma"), )
PLAIN_LOOP(largest_avx512, target("avx512f,prefer-vector-width=512"), )
#endif

PlainLoop plain_loop(stator::engine::vectors::KernelPath path) {
#if defined(__x86_64__)
    if (path == stator::engine::vectors::KernelPath::Avx2) return largest_avx2;
    if (path == stator::engine::vectors::KernelPath::Avx512) return largest_avx512;
#endif
    static_cast<void>(path);
    return largest_portable;
}

stator::protocol::values::ItemImagePtr item(std::size_t number) {
    const AttributeValue pk =
        AttributeValue::scalar(AttributeType::String, "item" + std::to_string(number));
    stator::protocol::values::ItemBuilder builder;
    builder.add("pk", pk.view());
    const auto image = builder.build();
    image->bind_keys("pk", "");
    return image;
}

std::vector<float> random_row(std::mt19937& random, std::size_t dimensions) {
    std::vector<float> row(dimensions);
    for (float& element : row) element = static_cast<float>(random() % 2'000) / 1'000 - 1;
    return row;
}

void fill(stator::engine::vectors::VectorIndex& index, const Shape& shape) {
    std::mt19937 random(1);
    for (std::size_t r = 0; r < shape.rows; ++r) {
        index.add("", {random_row(random, shape.dimensions), item(r), 0, 0}, {}, false);
    }
}

volatile float sink;

struct Measured {
    Times plain;
    Times plain_by_two;
    Times alone;
    Times by_two;
};

Measured measure(const stator::engine::vectors::VectorIndex& index, const Shape& shape) {
    std::mt19937 random(2);
    const std::vector<float> wanted = random_row(random, shape.dimensions);
    const stator::engine::vectors::Query query(wanted, DistanceFunction::DotProduct);
    const auto search_by = [&](unsigned threads) {
        stator::engine::vectors::SearchPlan plan{&query, 10};
        plan.threads = threads;
        return seconds_of([&] {
            sink =
                static_cast<float>(stator::engine::vectors::search(*index.view(""), plan)[0].score);
        });
    };
    const stator::engine::vectors::ColumnView column = *index.view("");
    const PlainLoop loop = plain_loop(stator::engine::vectors::kernels().path);
    const auto plain_by = [&](unsigned threads) {
        std::atomic<std::size_t> next{0};
        const auto some = [&] {
            float largest = -1e30F;
            for (std::size_t at = next++; at < column.blocks.size(); at = next++) {
                const stator::engine::vectors::Block& block = *column.blocks[at];
                largest = std::max(
                    largest, loop(block.vectors(), block.size(), shape.dimensions, wanted.data())
                );
            }
            sink = largest;
        };
        return seconds_of([&] {
            std::vector<std::thread> others;
            for (unsigned i = 1; i < threads; ++i) others.emplace_back(some);
            some();
            for (std::thread& other : others) other.join();
        });
    };
    std::vector<double> times[4];
    for (int round = 0; round < shape.rounds; ++round) {
        times[0].push_back(plain_by(1));
        times[1].push_back(search_by(1));
        times[2].push_back(plain_by(2));
        times[3].push_back(search_by(2));
    }
    return {times_of(times[0]), times_of(times[2]), times_of(times[1]), times_of(times[3])};
}

void report(const Shape& shape) {
    stator::engine::vectors::VectorIndex index(shape.dimensions);
    fill(index, shape);
    const Measured measured = measure(index, shape);
    const double bytes = static_cast<double>(shape.rows * shape.dimensions * sizeof(float));
    std::printf(
        "%zu x %zu, top 10, %.*s kernels, %d rounds\n",
        shape.rows,
        shape.dimensions,
        static_cast<int>(
            stator::engine::vectors::kernel_path_text(stator::engine::vectors::kernels().path)
                .size()
        ),
        stator::engine::vectors::kernel_path_text(stator::engine::vectors::kernels().path).data(),
        shape.rounds
    );
    const auto line = [&](const char* what, const Times& times, const Times& limit) {
        std::printf(
            "  %-22s p50 %8.3f ms (%3.0f %% of the loop), best %8.3f ms %6.2f GB/s (%3.0f %%)\n",
            what,
            times.median * 1e3,
            100 * limit.median / times.median,
            times.best * 1e3,
            bytes / times.best / 1e9,
            100 * limit.best / times.best
        );
    };
    line("plain loop, 1 thread", measured.plain, measured.plain);
    line("search, 1 thread", measured.alone, measured.plain);
    line("plain loop, 2 threads", measured.plain_by_two, measured.plain_by_two);
    line("search, 2 threads", measured.by_two, measured.plain_by_two);
    const auto gain = [](const char* what, const Times& one, const Times& two) {
        std::printf(
            "  %s with 2 threads: %.2f x one by p50, %.2f x by the best\n",
            what,
            one.median / two.median,
            one.best / two.best
        );
    };
    gain("plain loop", measured.plain, measured.plain_by_two);
    gain("search", measured.alone, measured.by_two);
    const auto memory = static_cast<double>(index.counts().memory_bytes);
    std::printf("  memory: %.1f MB, %.3f x the vectors\n", memory / 1e6, memory / bytes);
}

}  // namespace

int main(int argc, char** argv) {
    Shape shape;
    for (int at = 1; at + 1 < argc; at += 2) {
        const std::string_view option = argv[at];
        if (option == "--kernels") {
            const auto path = stator::engine::vectors::kernel_path_from(argv[at + 1]);
            if (!path || !stator::engine::vectors::can_use(*path)) return 2;
            stator::engine::vectors::force_kernels(*path);
            continue;
        }
        const auto number = static_cast<std::size_t>(std::stoull(argv[at + 1]));
        if (option == "--rows") shape.rows = number;
        if (option == "--dimensions") shape.dimensions = number;
        if (option == "--rounds") shape.rounds = static_cast<int>(number);
    }
    report(shape);
    return 0;
}
