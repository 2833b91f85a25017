#include "engine/vectors/kernels.hpp"

#include <array>
#include <atomic>
#include <cstring>

#if defined(__x86_64__)
// GCC 12 warns about values that its own header leaves undefined.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#endif

namespace stator::engine::vectors {
namespace {

constexpr std::size_t kLanes = 16;

// The last elements of a vector and of the query, padded with zeros.
struct Tail {
    Tail(const float* row, const double* query, std::size_t rest) {
        std::memcpy(row_part.data(), row, rest * sizeof(float));
        std::memcpy(query_part.data(), query, rest * sizeof(double));
    }

    alignas(64) std::array<float, kLanes> row_part{};
    alignas(64) std::array<double, kLanes> query_part{};
};

struct PortableSums {
    std::array<double, kLanes> lanes{};

    void multiply(const float* row, const double* query) {
        for (std::size_t i = 0; i < kLanes; ++i) {
            lanes[i] += static_cast<double>(row[i]) * query[i];
        }
    }

    void square(const float* row, const double* query) {
        for (std::size_t i = 0; i < kLanes; ++i) {
            const double difference = static_cast<double>(row[i]) - query[i];
            lanes[i] += difference * difference;
        }
    }

    double total() {
        for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
            for (std::size_t i = 0; i < half; ++i) lanes[i] += lanes[i + half];
        }
        return lanes[0];
    }
};

template <void (PortableSums::*Step)(const float*, const double*)>
void portable(
    const float* rows, std::size_t count, const double* query, std::size_t dimensions, double* sums
) {
    for (std::size_t r = 0; r < count; ++r, rows += dimensions) {
        PortableSums lanes;
        std::size_t i = 0;
        for (; i + kLanes <= dimensions; i += kLanes) (lanes.*Step)(rows + i, query + i);
        if (i < dimensions) {
            const Tail tail(rows + i, query + i, dimensions - i);
            (lanes.*Step)(tail.row_part.data(), tail.query_part.data());
        }
        sums[r] = lanes.total();
    }
}

#if defined(__x86_64__)

// Functions of another instruction set cannot be inlined into templates of this one, so each path
// is written out. Macros keep the two distances of a path together.
#define STATOR_AVX2 __attribute__((target("avx2,fma"), always_inline)) inline
#define STATOR_AVX512 __attribute__((target("avx512f"), always_inline)) inline

struct Avx2Lanes {
    __m256d a, b, c, d;
};

STATOR_AVX2 __m256d load_avx2(const float* row) {
    return _mm256_cvtps_pd(_mm_loadu_ps(row));
}

STATOR_AVX2 void multiply(Avx2Lanes& lanes, const float* row, const double* query) {
    lanes.a = _mm256_fmadd_pd(load_avx2(row), _mm256_loadu_pd(query), lanes.a);
    lanes.b = _mm256_fmadd_pd(load_avx2(row + 4), _mm256_loadu_pd(query + 4), lanes.b);
    lanes.c = _mm256_fmadd_pd(load_avx2(row + 8), _mm256_loadu_pd(query + 8), lanes.c);
    lanes.d = _mm256_fmadd_pd(load_avx2(row + 12), _mm256_loadu_pd(query + 12), lanes.d);
}

STATOR_AVX2 __m256d squared(const float* row, const double* query) {
    const __m256d difference = _mm256_sub_pd(load_avx2(row), _mm256_loadu_pd(query));
    return _mm256_mul_pd(difference, difference);
}

STATOR_AVX2 void square(Avx2Lanes& lanes, const float* row, const double* query) {
    lanes.a = _mm256_add_pd(lanes.a, squared(row, query));
    lanes.b = _mm256_add_pd(lanes.b, squared(row + 4, query + 4));
    lanes.c = _mm256_add_pd(lanes.c, squared(row + 8, query + 8));
    lanes.d = _mm256_add_pd(lanes.d, squared(row + 12, query + 12));
}

STATOR_AVX2 double total(const Avx2Lanes& lanes) {
    const __m256d eight = _mm256_add_pd(lanes.a, lanes.c);
    const __m256d other = _mm256_add_pd(lanes.b, lanes.d);
    const __m256d four = _mm256_add_pd(eight, other);
    const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}

struct Avx512Lanes {
    __m512d a, b;
};

STATOR_AVX512 __m512d load_avx512(const float* row) {
    return _mm512_cvtps_pd(_mm256_loadu_ps(row));
}

STATOR_AVX512 void multiply(Avx512Lanes& lanes, const float* row, const double* query) {
    lanes.a = _mm512_fmadd_pd(load_avx512(row), _mm512_loadu_pd(query), lanes.a);
    lanes.b = _mm512_fmadd_pd(load_avx512(row + 8), _mm512_loadu_pd(query + 8), lanes.b);
}

STATOR_AVX512 void square(Avx512Lanes& lanes, const float* row, const double* query) {
    const __m512d low = _mm512_sub_pd(load_avx512(row), _mm512_loadu_pd(query));
    const __m512d high = _mm512_sub_pd(load_avx512(row + 8), _mm512_loadu_pd(query + 8));
    lanes.a = _mm512_add_pd(lanes.a, _mm512_mul_pd(low, low));
    lanes.b = _mm512_add_pd(lanes.b, _mm512_mul_pd(high, high));
}

STATOR_AVX512 double total(const Avx512Lanes& lanes) {
    const __m512d eight = _mm512_add_pd(lanes.a, lanes.b);
    const __m256d four =
        _mm256_add_pd(_mm512_castpd512_pd256(eight), _mm512_extractf64x4_pd(eight, 1));
    const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}

#define STATOR_KERNEL(name, instructions, Lanes, step)                     \
    __attribute__((target(instructions))) void name(                       \
        const float* rows,                                                 \
        std::size_t count,                                                 \
        const double* query,                                               \
        std::size_t dimensions,                                            \
        double* sums                                                       \
    ) {                                                                    \
        for (std::size_t r = 0; r < count; ++r, rows += dimensions) {      \
            Lanes lanes{};                                                 \
            std::size_t i = 0;                                             \
            for (; i + kLanes <= dimensions; i += kLanes) {                \
                step(lanes, rows + i, query + i);                          \
            }                                                              \
            if (i < dimensions) {                                          \
                const Tail tail(rows + i, query + i, dimensions - i);      \
                step(lanes, tail.row_part.data(), tail.query_part.data()); \
            }                                                              \
            sums[r] = total(lanes);                                        \
        }                                                                  \
    }

STATOR_KERNEL(dot_avx2, "avx2,fma", Avx2Lanes, multiply)
STATOR_KERNEL(distance_avx2, "avx2,fma", Avx2Lanes, square)
STATOR_KERNEL(dot_avx512, "avx512f", Avx512Lanes, multiply)
STATOR_KERNEL(distance_avx512, "avx512f", Avx512Lanes, square)

#undef STATOR_KERNEL
#undef STATOR_AVX2
#undef STATOR_AVX512

#endif

constexpr Kernels kPortable{
    KernelPath::Portable, portable<&PortableSums::multiply>, portable<&PortableSums::square>};
#if defined(__x86_64__)
constexpr Kernels kAvx2{KernelPath::Avx2, dot_avx2, distance_avx2};
constexpr Kernels kAvx512{KernelPath::Avx512, dot_avx512, distance_avx512};
#endif

const Kernels& fastest() {
    for (const KernelPath path : {KernelPath::Avx512, KernelPath::Avx2}) {
        if (can_use(path)) return kernels_of(path);
    }
    return kPortable;
}

std::atomic<const Kernels*> forced{nullptr};

}  // namespace

std::string_view kernel_path_text(KernelPath path) {
    switch (path) {
        case KernelPath::Portable: return "portable";
        case KernelPath::Avx2: return "avx2";
        case KernelPath::Avx512: return "avx512";
    }
    return "";
}

std::optional<KernelPath> kernel_path_from(std::string_view text) {
    using enum KernelPath;
    for (const KernelPath path : {Portable, Avx2, Avx512}) {
        if (kernel_path_text(path) == text) return path;
    }
    return std::nullopt;
}

bool can_use(KernelPath path) {
    if (path == KernelPath::Portable) return true;
#if defined(__x86_64__)
    if (path == KernelPath::Avx2) {
        return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
    }
    return __builtin_cpu_supports("avx512f") != 0;
#else
    return false;
#endif
}

const Kernels& kernels_of(KernelPath path) {
#if defined(__x86_64__)
    if (path == KernelPath::Avx2) return kAvx2;
    if (path == KernelPath::Avx512) return kAvx512;
#endif
    static_cast<void>(path);
    return kPortable;
}

const Kernels& kernels() {
    static const Kernels& kFastest = fastest();
    const Kernels* const chosen = forced.load(std::memory_order_relaxed);
    return chosen != nullptr ? *chosen : kFastest;
}

void force_kernels(KernelPath path) {
    forced.store(&kernels_of(path), std::memory_order_relaxed);
}

}  // namespace stator::engine::vectors
