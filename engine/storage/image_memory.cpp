// A thread that touches a page of memory for the first time waits for the system, in a virtual
// machine up to 20 us: longer than it takes to read the four items that fill the page. The system
// can provide many pages in one call, which takes a third of that time, or provide them as one page
// of 2 MB, which takes a tenth. Only a thread with ManyImages gets pages of 2 MB, because each wait
// is then longer, and the thread has a few megabytes more than it needs.
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

// The number of ManyImages of this thread.
thread_local int many_images = 0;

// The bytes that this thread may still allocate for images before more memory is provided.
// Initially it gets no help, because it may never have many images; later these bytes have been
// provided.
thread_local std::size_t bytes_before_help = std::size_t{240} << 10U;

#ifdef MADV_POPULATE_WRITE

// The size of one allocation that provides memory. It is below the size that malloc maps
// separately, so that it comes from the same memory as later allocations.
constexpr std::size_t kPieceBytes = std::size_t{120} << 10U;
constexpr std::size_t kHugePageBytes = std::size_t{2} << 20U;
// A thread that has filled this much is expected to fill more.
constexpr std::size_t kManyBytes = std::size_t{16} << 20U;

// Older C libraries do not define it; Linux supports it since 6.1.
#ifdef MADV_COLLAPSE
constexpr int kCollapse = MADV_COLLAPSE;
#else
constexpr int kCollapse = 25;
#endif

// A range of consecutive addresses.
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

// Linux supports MADV_POPULATE_WRITE since 5.14.
bool populate(const Span& span) {
    static const auto page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return advise(span.whole_pages(page_bytes), MADV_POPULATE_WRITE);
}

// After one refusal, this thread does not try again.
thread_local bool is_collapse_refused = false;

bool provide(const Span& span) {
    const Span huge = span.whole_pages(kHugePageBytes);
    if (huge.bytes() == 0 || is_collapse_refused) return populate(span);
    if (!advise(huge, kCollapse)) {
        is_collapse_refused = true;
        return populate(span);
    }
    // The bytes after the huge pages are part of a huge page that the next call provides.
    return populate({span.begin, huge.begin});
}

// Consecutive pieces from malloc. The last piece is kept until the next call, because malloc
// returns free memory at its end to the system, but not free memory before an allocated piece.
class Pieces {
public:
    Pieces() = default;
    Pieces(const Pieces&) = delete;
    Pieces& operator=(const Pieces&) = delete;

    ~Pieces() { std::free(last_); }

    // Returns the number of provided bytes, less one eighth for other allocations in the meantime.
    // Returns 0 if the system provides nothing.
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
    // Enough for two huge pages at any start address, and for the bytes before them.
    static constexpr std::size_t kMostPieces = 3 * kHugePageBytes / kPieceBytes + 2;
    // More than malloc's own data between two pieces.
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
