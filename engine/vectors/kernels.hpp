// Kernels: the distance sums of vectors, with the processor's instructions.
//
// Every path gives the same bits. Elements are floats, and sums are doubles that all paths add in
// one order: element i of a vector is added to the partial sum i mod 16, in order of i; the sixteen
// partial sums are then added in halves, 8 to 8, 4 to 4, 2 to 2, 1 to 1. Sixteen is two AVX-512
// registers or four AVX2 registers, enough to hide the latency of an addition behind memory. A
// product of two floats is an exact double, so a fused multiply-add gives the same dot product as a
// multiplication and an addition; a square of a difference is not exact, and is never fused
// (-ffp-contract=off for this file). A last group of fewer than sixteen elements is padded with
// zeros on every path.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace stator::engine::vectors {

// Portable: plain C++ compiled for the oldest supported processor.
enum class KernelPath : unsigned char { Portable, Avx2, Avx512 };

// "portable", "avx2", "avx512".
std::string_view kernel_path_text(KernelPath path);
std::optional<KernelPath> kernel_path_from(std::string_view text);

struct Kernels {
    // For each of `count` contiguous vectors at `rows`: its sum with `query`. All have `dimensions`
    // elements.
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

// False if this processor does not have the path's instructions.
bool can_use(KernelPath path);

// The kernels of that path. Precondition: can_use().
const Kernels& kernels_of(KernelPath path);

// The kernels of the forced path, or of the fastest path that this processor has.
const Kernels& kernels();

// Makes every later search of the process use this path. Precondition: can_use().
void force_kernels(KernelPath path);

}  // namespace stator::engine::vectors
