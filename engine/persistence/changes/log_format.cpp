#include "engine/persistence/changes/log_format.hpp"

#include <boost/endian/conversion.hpp>

#include <algorithm>

#include "engine/persistence/changes/change_codec.hpp"
#include "engine/persistence/changes/checksum.hpp"

namespace stator::engine::persistence::changes {
namespace {

constexpr std::string_view kMagic = "STATORLG";
// The version of the layout of header and frames.
constexpr std::uint64_t kLayout = 2;

constexpr std::size_t kHeaderBytes = 40;
constexpr std::array<std::size_t, 2> kMarkPlaces = {64, 96};

// A frame begins with tag, length and append number, 32 bits each, and a checksum of 64 bits.
constexpr std::size_t kHeadBytes = 20;
constexpr std::size_t kSumPlace = 12;
// A bit of the length: the change continues in the next frame.
constexpr std::uint32_t kContinued = 1U << 31U;

unsigned char* writable(char* place) {
    return reinterpret_cast<unsigned char*>(place);
}

const unsigned char* readable(const char* place) {
    return reinterpret_cast<const unsigned char*>(place);
}

std::uint64_t load_u64(std::string_view bytes, std::size_t place) {
    return boost::endian::load_little_u64(readable(&bytes[place]));
}

std::uint32_t load_u32(std::string_view bytes, std::size_t place) {
    return boost::endian::load_little_u32(readable(&bytes[place]));
}

// A seed that is unlikely to be used elsewhere.
std::uint64_t mixed(std::uint64_t one, std::uint64_t two, std::uint64_t three) {
    const std::array<std::uint64_t, 3> all = {one, two, three};
    return checksum({reinterpret_cast<const char*>(all.data()), sizeof all});
}

// The first bytes of all frames of a log; find_frame() uses them to find frames after damage.
std::uint32_t tag_of(const LogIdentity& identity) {
    return static_cast<std::uint32_t>(mixed(identity.data_file, identity.number, kLayout));
}

std::uint64_t mark_sum(const LogIdentity& identity, std::uint64_t end) {
    return mixed(identity.data_file, identity.number, ~end);
}

// `head` is the beginning of the frame, up to its checksum.
std::uint64_t frame_sum(
    std::string_view head, std::string_view batch, const LogIdentity& identity, std::uint64_t place
) {
    const std::uint64_t seed = mixed(identity.data_file, identity.number, place);
    return checksum(batch, checksum(head.substr(0, kSumPlace), seed));
}

}  // namespace

std::string encode_log_header(const LogIdentity& identity) {
    std::string page(kFirstFrame, '\0');
    std::copy(kMagic.begin(), kMagic.end(), page.begin());
    boost::endian::store_little_u64(writable(&page[8]), kLayout);
    boost::endian::store_little_u64(writable(&page[16]), identity.data_file);
    boost::endian::store_little_u64(writable(&page[24]), identity.number);
    const std::uint64_t sum = checksum(std::string_view(page).substr(0, kHeaderBytes - 8));
    boost::endian::store_little_u64(writable(&page[kHeaderBytes - 8]), sum);
    const auto mark = encode_mark(identity, kFirstFrame);
    for (const std::size_t place : kMarkPlaces) {
        std::copy(mark.begin(), mark.end(), page.begin() + static_cast<std::ptrdiff_t>(place));
    }
    return page;
}

std::optional<LogIdentity> decode_log_header(std::string_view bytes) {
    if (bytes.size() < kFirstFrame || !bytes.starts_with(kMagic)) return std::nullopt;
    if (load_u64(bytes, 8) != kLayout) return std::nullopt;
    const std::uint64_t sum = checksum(bytes.substr(0, kHeaderBytes - 8));
    if (load_u64(bytes, kHeaderBytes - 8) != sum) return std::nullopt;
    return LogIdentity{load_u64(bytes, 16), load_u64(bytes, 24)};
}

std::array<char, kMarkBytes> encode_mark(const LogIdentity& identity, std::uint64_t end) {
    std::array<char, kMarkBytes> mark{};
    boost::endian::store_little_u64(writable(mark.data()), end);
    boost::endian::store_little_u64(writable(&mark[8]), mark_sum(identity, end));
    return mark;
}

std::uint64_t place_of_mark(std::uint64_t append_number) {
    return kMarkPlaces[append_number % kMarkPlaces.size()];
}

std::optional<std::uint64_t> decode_marks(
    const LogIdentity& identity, std::string_view first_page
) {
    std::optional<std::uint64_t> highest;
    for (const std::size_t place : kMarkPlaces) {
        if (first_page.size() < place + kMarkBytes) continue;
        const std::uint64_t end = load_u64(first_page, place);
        if (load_u64(first_page, place + 8) != mark_sum(identity, end)) continue;
        highest = std::max(highest.value_or(0), end);
    }
    return highest;
}

void append_frame(
    std::string& frames,
    const ChangeBatch& batch,
    const LogIdentity& identity,
    std::uint64_t place,
    std::uint32_t append_number
) {
    const std::size_t begin = frames.size();
    frames.append(kHeadBytes, '\0');
    append_batch(frames, batch);
    const std::string_view frame = std::string_view(frames).substr(begin);
    const auto length = static_cast<std::uint32_t>(frame.size() - kHeadBytes);
    char* const head = &frames[begin];
    boost::endian::store_little_u32(writable(head), tag_of(identity));
    boost::endian::store_little_u32(
        writable(head + 4), length | (batch.is_continued ? kContinued : 0)
    );
    boost::endian::store_little_u32(writable(head + 8), append_number);
    const std::uint64_t sum = frame_sum(frame, frame.substr(kHeadBytes), identity, place + begin);
    boost::endian::store_little_u64(writable(head + kSumPlace), sum);
}

Frame frame_at(std::string_view bytes, const LogIdentity& identity, std::uint64_t place) {
    Frame frame;
    if (bytes.size() < kHeadBytes) {
        frame.bytes = kHeadBytes;
        return frame;
    }
    if (load_u32(bytes, 0) != tag_of(identity)) {
        frame.state = Frame::State::Damaged;
        return frame;
    }
    const std::uint32_t length = load_u32(bytes, 4);
    frame.is_continued = (length & kContinued) != 0;
    frame.append_number = load_u32(bytes, 8);
    frame.bytes = kHeadBytes + (length & ~kContinued);
    if (frame.bytes > bytes.size()) return frame;
    frame.batch = bytes.substr(kHeadBytes, frame.bytes - kHeadBytes);
    const std::uint64_t sum = frame_sum(bytes, frame.batch, identity, place);
    frame.state = load_u64(bytes, kSumPlace) == sum ? Frame::State::Intact : Frame::State::Damaged;
    return frame;
}

std::optional<std::size_t> find_frame(
    std::string_view bytes, const LogIdentity& identity, std::uint64_t place
) {
    std::array<char, 4> tag{};
    boost::endian::store_little_u32(writable(tag.data()), tag_of(identity));
    for (std::size_t at = 1;; ++at) {
        at = bytes.find(std::string_view(tag.data(), tag.size()), at);
        if (at == std::string_view::npos) return std::nullopt;
        const Frame frame = frame_at(bytes.substr(at), identity, place + at);
        if (frame.state == Frame::State::Intact) return at;
    }
}

}  // namespace stator::engine::persistence::changes
