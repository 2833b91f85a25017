// Kernels: how near vectors are to another one, by the instructions that the processor has.
//
// Every path gives the same bits. Elements are floats and everything is added up as doubles, in one
// order for all: element i of a vector goes to the partial sum i mod 16, in order of i; the sixteen
// partial sums are then added in halves, 8 to 8, 4 to 4, 2 to 2, 1 to 1. Sixteen is two AVX-512
// registers, or four of AVX2, enough to hide the latency of an addition behind memory. A product of
// two floats is an exact double, so a fused multiply-add gives the same dot product as a
// multiplication and an addition; a square of a difference is not exact, and is never fused
// (-ffp-contract=off for this file). A last group of fewer than sixteen elements is filled up with
// zeros on every path.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace stator::engine::vectors {

// Portable: what the compiler makes of plain C++ for the oldest processor that it builds for.
enum class KernelPath : unsigned char { Portable, Avx2, Avx512 };

// "portable", "avx2", "avx512".
std::string_view kernel_path_text(KernelPath path);
std::optional<KernelPath> kernel_path_from(std::string_view text);

struct Kernels {
    // For each of `count` vectors, one after another at `rows`: its sum with `query`, both of that
    // many dimensions.
    using Sums = void (*)(
        const float* rows,
        std::size_t count,
        const double* query,
        std::size_t dimensions,
        double* sums
    );

    KernelPath path = KernelPath::Portable;
    Sums dot_products = nullptr;
    Sums squared_distances = nullptr;
};

// False for a path whose instructions this processor does not have.
bool can_use(KernelPath path);

// Those of that path. Precondition: can_use().
const Kernels& kernels_of(KernelPath path);

// Those of the fastest path that this processor has, or of the one that was forced.
const Kernels& kernels();

// Every search of the process takes this path from now on. Precondition: can_use().
void force_kernels(KernelPath path);

}  // namespace stator::engine::vectors
