// Whoever touches a page of memory for the first time waits for the system, and in a virtual
// machine up to 20 us: longer than it takes to read the four items that fill the page. The system
// can provide many pages in one call, which takes a third of that time, or make them one page of
// 2 MB, which takes a tenth. Only a thread that says it will fill many gets the latter, because it
// then waits longer at a time and has a few megabytes more than it needs.
#include "engine/storage/image_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>

namespace stator::engine::storage {
namespace {

// How many ManyImages this thread has.
thread_local int many_images = 0;

// So many bytes of images need no help: at first because the thread may never have many, then
// because their memory has been provided.
thread_local std::size_t bytes_before_help = std::size_t{240} << 10U;

#ifdef MADV_POPULATE_WRITE

// What is asked for at once: less than what malloc maps on its own, so that it comes from where
// everything else will.
constexpr std::size_t kPieceBytes = std::size_t{120} << 10U;
constexpr std::size_t kHugePageBytes = std::size_t{2} << 20U;
// A thread that has filled so much will fill more.
constexpr std::size_t kManyBytes = std::size_t{16} << 20U;

// Older C libraries do not name it; Linux knows it from 6.1 on.
#ifdef MADV_COLLAPSE
constexpr int kCollapse = MADV_COLLAPSE;
#else
constexpr int kCollapse = 25;
#endif

// Addresses of bytes that follow each other.
struct Span {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;

    Span whole_pages(std::size_t page_bytes) const {
        const Span pages{
            (begin + page_bytes - 1) / page_bytes * page_bytes, end / page_bytes * page_bytes};
        return pages.begin < pages.end ? pages : Span{};
    }

    std::size_t bytes() const { return end - begin; }
};

Span span_of(void* memory) {
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    return {begin, begin + kPieceBytes};
}

bool advise(const Span& span, int advice) {
    if (span.bytes() == 0) return true;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): pages are counted in numbers
    return madvise(reinterpret_cast<void*>(span.begin), span.bytes(), advice) == 0;
}

// Linux knows it from 5.14 on.
bool populate(const Span& span) {
    static const auto page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return advise(span.whole_pages(page_bytes), MADV_POPULATE_WRITE);
}

// Where it was refused once, nobody asks again.
thread_local bool is_collapse_refused = false;

bool provide(const Span& span) {
    const Span huge = span.whole_pages(kHugePageBytes);
    if (huge.bytes() == 0 || is_collapse_refused) return populate(span);
    if (!advise(huge, kCollapse)) {
        is_collapse_refused = true;
        return populate(span);
    }
    // What is behind them is a part of one that comes next time.
    return populate({span.begin, huge.begin});
}

// Pieces that malloc cuts off one behind another. The last is kept until the next time: what is
// free in front of it malloc does not give back to the system, as it would at the end of its
// memory.
class Pieces {
public:
    Pieces() = default;
    Pieces(const Pieces&) = delete;
    Pieces& operator=(const Pieces&) = delete;

    ~Pieces() { std::free(last_); }

    // The bytes that are provided, without an eighth for what else is allocated meanwhile; 0 when
    // the system provides nothing.
    std::size_t take() {
        std::free(last_);
        last_ = nullptr;
        std::size_t count = 0;
        bool is_provided = true;
        Span span;
        while (count < taken_.size() && !has_enough(span)) {
            void* const piece = std::malloc(kPieceBytes);
            if (piece == nullptr) break;
            taken_[count++] = piece;
            const Span next = span_of(piece);
            if (next.begin < span.end || next.begin - span.end > kMallocsOwn) {
                is_provided = provide(span) && is_provided;
                span.begin = next.begin;
            }
            span.end = next.end;
        }
        is_provided = provide(span) && is_provided;
        if (count == 0) return 0;
        last_ = taken_[count - 1];
        for (void* const piece : std::span(taken_).first(count - 1)) std::free(piece);
        return is_provided ? (count - 1) * kPieceBytes / 8 * 7 : 0;
    }

private:
    // Two huge pages wherever malloc begins, and what is in front of them.
    static constexpr std::size_t kMostPieces = 3 * kHugePageBytes / kPieceBytes + 2;
    // More than malloc keeps beside a piece.
    static constexpr std::size_t kMallocsOwn = 64;

    static bool has_enough(const Span& span) {
        const Span huge = span.whole_pages(kHugePageBytes);
        return huge.bytes() >= 2 * kHugePageBytes;
    }

    void* last_ = nullptr;
    std::array<void*, kMostPieces> taken_{};
};

bool provide_piece() {
    void* const memory = std::malloc(kPieceBytes);
    if (memory == nullptr) return false;
    const bool is_provided = populate(span_of(memory));
    std::free(memory);
    return is_provided;
}

#endif

}  // namespace

ManyImages::ManyImages() {
    ++many_images;
}

ManyImages::~ManyImages() {
    --many_images;
}

std::size_t provide_memory_ahead() {
    constexpr std::size_t kNobodyHelps = std::numeric_limits<std::size_t>::max();
#ifdef MADV_POPULATE_WRITE
    thread_local std::size_t provided_bytes = 0;
    if (many_images == 0 || provided_bytes < kManyBytes || is_collapse_refused) {
        if (!provide_piece()) return kNobodyHelps;
        provided_bytes += kPieceBytes;
        return kPieceBytes;
    }
    thread_local Pieces pieces;
    const std::size_t bytes = pieces.take();
    return bytes == 0 ? kNobodyHelps : bytes;
#else
    return kNobodyHelps;
#endif
}

void* allocate_image(std::size_t bytes) {
    constexpr std::size_t kMallocsOwn = 16;
    const std::size_t taken = bytes + kMallocsOwn;
    if (taken > bytes_before_help) bytes_before_help = provide_memory_ahead();
    bytes_before_help -= std::min(taken, bytes_before_help);
    return std::malloc(bytes);
}

}  // namespace stator::engine::storage
