#include "load/response_reader.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace stator::bench {

namespace {

constexpr std::string_view kHeadEnd = "\r\n\r\n";
constexpr std::size_t kHeadBytesMax = 65'536;

char lower(char letter) noexcept {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
}

// `name` must be in lower case.
bool equals_ignoring_case(std::string_view text, std::string_view name) noexcept {
    const auto same = [](char left, char right) { return lower(left) == right; };
    return std::equal(text.begin(), text.end(), name.begin(), name.end(), same);
}

std::string_view trimmed(std::string_view text) noexcept {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

std::uint64_t parse_number(std::string_view text, int base) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (error != std::errc{} || end == text.data()) {
        throw std::runtime_error("the answer has a bad length: " + std::string(text));
    }
    return number;
}

}  // namespace

void ResponseReader::start(bool keeps_body) noexcept {
    stage_ = Stage::kHead;
    keeps_body_ = keeps_body;
    chunked_ = false;
    closes_connection_ = false;
    has_length_ = false;
    status_ = 0;
    remaining_ = 0;
    head_.clear();
    line_.clear();
    body_.clear();
}

void ResponseReader::feed(std::string_view bytes) {
    while (!bytes.empty()) {
        switch (stage_) {
            case Stage::kHead: bytes = take_head(bytes); break;
            case Stage::kBody: bytes = take_data(bytes, Stage::kComplete); break;
            case Stage::kChunk: bytes = take_data(bytes, Stage::kChunkEnd); break;
            case Stage::kChunkSize:
            case Stage::kChunkEnd:
            case Stage::kTrailer: bytes = take_line(bytes); break;
            case Stage::kComplete: throw std::runtime_error("bytes follow the end of the answer");
        }
    }
}

// The whole head nearly always arrives in one piece and is read in place. Only a split head is
// collected first.
std::string_view ResponseReader::take_head(std::string_view bytes) {
    if (head_.empty()) {
        const std::size_t end = bytes.find(kHeadEnd);
        if (end != std::string_view::npos) {
            read_head(bytes.substr(0, end));
            return bytes.substr(end + kHeadEnd.size());
        }
    }
    const std::size_t before = head_.size();
    head_ += bytes;
    const std::size_t end = head_.find(kHeadEnd, before < 3 ? 0 : before - 3);
    if (end == std::string::npos) {
        if (head_.size() > kHeadBytesMax) throw std::runtime_error("the answer's head never ends");
        return {};
    }
    read_head(std::string_view(head_).substr(0, end));
    return bytes.substr(end + kHeadEnd.size() - before);
}

void ResponseReader::read_head(std::string_view head) {
    if (!head.starts_with("HTTP/1.") || head.size() < 12) {
        throw std::runtime_error("not an HTTP/1 answer: " + std::string(head.substr(0, 40)));
    }
    status_ = static_cast<unsigned>(parse_number(head.substr(9, 3), 10));
    std::size_t line_end = head.find("\r\n");
    while (line_end != std::string_view::npos) {
        head.remove_prefix(line_end + 2);
        line_end = head.find("\r\n");
        read_header_line(head.substr(0, line_end));
    }
    if (!chunked_ && !has_length_) {
        throw std::runtime_error("the answer has neither Content-Length nor chunks");
    }
    keeps_body_ = keeps_body_ || status_ != 200;
    if (chunked_) {
        stage_ = Stage::kChunkSize;
    } else {
        stage_ = remaining_ == 0 ? Stage::kComplete : Stage::kBody;
    }
}

void ResponseReader::read_header_line(std::string_view line) {
    const char first = line.empty() ? '\0' : lower(line.front());
    if (first != 'c' && first != 't') return;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const std::string_view name = line.substr(0, colon);
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (equals_ignoring_case(name, "content-length")) {
        remaining_ = parse_number(value, 10);
        has_length_ = true;
    } else if (equals_ignoring_case(name, "transfer-encoding")) {
        chunked_ = equals_ignoring_case(value, "chunked");
    } else if (equals_ignoring_case(name, "connection")) {
        closes_connection_ = equals_ignoring_case(value, "close");
    }
}

std::string_view ResponseReader::take_data(std::string_view bytes, Stage next) {
    const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(remaining_, bytes.size()));
    if (keeps_body_) body_ += bytes.substr(0, taken);
    remaining_ -= taken;
    if (remaining_ == 0) stage_ = next;
    return bytes.substr(taken);
}

std::string_view ResponseReader::take_line(std::string_view bytes) {
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) {
        line_ += bytes;
        return {};
    }
    line_ += bytes.substr(0, end);
    if (line_.ends_with('\r')) line_.pop_back();
    read_chunk_line();
    line_.clear();
    return bytes.substr(end + 1);
}

void ResponseReader::read_chunk_line() {
    if (stage_ == Stage::kChunkEnd) {
        stage_ = Stage::kChunkSize;
    } else if (stage_ == Stage::kChunkSize) {
        remaining_ = parse_number(line_, 16);
        stage_ = remaining_ == 0 ? Stage::kTrailer : Stage::kChunk;
    } else if (line_.empty()) {
        stage_ = Stage::kComplete;
    }
}

}  // namespace stator::bench
