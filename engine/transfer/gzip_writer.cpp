#include "engine/transfer/gzip_writer.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <new>
#include <thread>
#include <utility>

namespace stator::engine::transfer {
namespace {

constexpr int kFastestLevel = 1;
constexpr std::size_t kMemberBytes = std::size_t{1} << 20U;
constexpr std::size_t kMostThreads = 4;
// AWS: an object without lines.
constexpr std::string_view kEmptyMember("\x1f\x8b\x08\0\0\0\0\0\0\xff\3\0\0\0\0\0\0\0\0\0", 20);

}  // namespace

// A text and its compressed member, with the compressor. Used by one thread at a time.
class GzipWriter::Member {
public:
    Member() : compressor_(libdeflate_alloc_compressor(kFastestLevel)) {
        if (compressor_ == nullptr) throw std::bad_alloc();
    }

    bool is_empty() const { return text_.empty(); }

    bool is_full() const { return text_.size() == kMemberBytes; }

    // Moves as much of the beginning of `text` as fits into the member.
    void fill(std::string_view& text) {
        const std::string_view piece = text.substr(0, kMemberBytes - text_.size());
        text_.append(piece);
        text.remove_prefix(piece.size());
    }

    void compress() {
        packed_.resize(libdeflate_gzip_compress_bound(compressor_.get(), text_.size()));
        packed_bytes_ = libdeflate_gzip_compress(
            compressor_.get(), text_.data(), text_.size(), packed_.data(), packed_.size()
        );
        // AWS: no time, no operating system and, unlike libdeflate, no hint of the level.
        constexpr std::size_t kHintPlace = 8;
        packed_[kHintPlace] = '\0';
        text_.clear();
    }

    std::string_view packed() const { return std::string_view(packed_).substr(0, packed_bytes_); }

private:
    struct Free {
        void operator()(libdeflate_compressor* compressor) const {
            libdeflate_free_compressor(compressor);
        }
    };

    const std::unique_ptr<libdeflate_compressor, Free> compressor_;
    std::string text_;
    std::string packed_;  // sized for the worst case
    std::size_t packed_bytes_ = 0;
};

GzipWriter::GzipWriter()
    : GzipWriter(std::min<std::size_t>(std::thread::hardware_concurrency(), kMostThreads)) {}

GzipWriter::GzipWriter(std::size_t threads)
    : threads_(std::max<std::size_t>(1, threads)), filled_(std::make_unique<Member>()) {}

GzipWriter::~GzipWriter() = default;

void GzipWriter::add(std::string_view text, std::string& out) {
    while (!text.empty()) {
        filled_->fill(text);
        if (!filled_->is_full()) return;
        if (under_way_.size() == threads_) take_oldest(out);
        begin_member();
    }
}

void GzipWriter::finish(std::string& out) {
    if (!filled_->is_empty()) begin_member();
    while (!under_way_.empty()) take_oldest(out);
    if (!has_members_) out.append(kEmptyMember);
}

// If no thread is available, std::async defers the compression until the member is taken.
void GzipWriter::begin_member() {
    Member& member = *filled_;
    std::future<void> done = std::async([&member] { member.compress(); });
    under_way_.push_back({std::move(filled_), std::move(done)});
    has_members_ = true;
    if (spare_.empty()) spare_.push_back(std::make_unique<Member>());
    filled_ = std::move(spare_.back());
    spare_.pop_back();
}

void GzipWriter::take_oldest(std::string& out) {
    Work& oldest = under_way_.front();
    oldest.done.get();
    out.append(oldest.member->packed());
    spare_.push_back(std::move(oldest.member));
    under_way_.pop_front();
}

}  // namespace stator::engine::transfer
