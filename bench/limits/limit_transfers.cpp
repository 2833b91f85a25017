// limit-transfers: the minimum work per item for a file of lines, {"Item":{…}}: the limits of
// imports and exports. All lines are in memory before the measurement begins.
//
//   limit-transfers FILE [--threads 2] [--rounds 5]
#include <fcntl.h>
#include <libdeflate.h>
#include <malloc.h>
#include <rapidjson/reader.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "protocol/formats/transfer/item_line.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace {

using namespace stator::protocol;
using Lines = std::span<const std::string_view>;
using Image = values::MutableItemImagePtr;

[[noreturn]] void fail(const std::string& why) {
    std::fprintf(stderr, "limit-transfers: %s\n", why.c_str());
    std::exit(2);
}

// Parses the lines with RapidJSON and discards the results.
void parse(Lines lines) {
    std::string text;
    for (const std::string_view line : lines) {
        text.assign(line);
        text.append(16, '\0');  // RapidJSON reads sixteen bytes at a time
        rapidjson::InsituStringStream stream(text.data());
        rapidjson::BaseReaderHandler<> nobody;
        const auto done = rapidjson::Reader().Parse<rapidjson::kParseInsituFlag>(stream, nobody);
        if (done.IsError()) fail("a line is no JSON");
    }
}

Image image_by_document(std::string_view line) {
    const auto document = wire::JsonDocument::parse(std::string(line));
    const auto item = document ? document->root().find("Item") : std::nullopt;
    if (!item) fail("a line has no Item");
    if (wire::check_types(*item, operations::shapes::kAttributeMap).has_error()) fail("no item");
    return wire::decode_item(*item, values::Dialect::Current).value();
}

void make_images_by_documents(Lines lines) {
    for (const std::string_view line : lines) image_by_document(line);
}

void make_images(Lines lines) {
    stator::protocol::formats::transfer::ItemLine reader;
    for (const std::string_view line : lines) {
        if (reader.read(line) == nullptr) image_by_document(line);
    }
}

void make_and_keep_images(Lines lines) {
    stator::protocol::formats::transfer::ItemLine reader;
    std::vector<Image> images;
    for (const std::string_view line : lines) {
        images.push_back(reader.read(line));
        if (images.back() == nullptr) images.back() = image_by_document(line);
    }
}

constexpr std::size_t kPieceBytes = std::size_t{64} << 10U;
constexpr std::size_t kMemberBytes = std::size_t{1} << 20U;

void copy_and_write(Lines lines) {
    char name[] = "limit-transfers-XXXXXX";
    const int file = mkstemp(name);
    if (file < 0) fail("no file can be made here");
    unlink(name);
    std::string piece;
    const auto write_piece = [&] {
        if (write(file, piece.data(), piece.size()) != static_cast<ssize_t>(piece.size())) {
            fail("the file cannot be written");
        }
        piece.clear();
    };
    for (const std::string_view line : lines) {
        piece.append(line).push_back('\n');
        if (piece.size() >= kPieceBytes) write_piece();
    }
    write_piece();
    close(file);
}

void compress(Lines lines) {
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> gzip(
        libdeflate_alloc_compressor(1), &libdeflate_free_compressor
    );
    std::string piece;
    std::string compressed(libdeflate_gzip_compress_bound(gzip.get(), kMemberBytes), '\0');
    const auto compress_piece = [&] {
        const std::size_t bytes = libdeflate_gzip_compress(
            gzip.get(), piece.data(), piece.size(), compressed.data(), compressed.size()
        );
        if (bytes == 0) fail("a piece cannot be compressed");
        piece.clear();
    };
    for (const std::string_view line : lines) {
        if (piece.size() + line.size() >= kMemberBytes) compress_piece();
        piece.append(line).push_back('\n');
    }
    compress_piece();
}

double cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Cost {
    double seconds;
    double cpu;
};

// Each thread processes a part of the lines.
Cost cost_of(const std::function<void(Lines)>& work, Lines lines, std::size_t threads) {
    // Returns the memory of the previous round to the system, so that each round starts like an
    // import.
    malloc_trim(0);
    const double cpu = cpu_seconds();
    const auto begin = std::chrono::steady_clock::now();
    {
        std::vector<std::jthread> running;
        for (std::size_t at = 0; at < threads; ++at) {
            const std::size_t first = lines.size() * at / threads;
            const std::size_t end = lines.size() * (at + 1) / threads;
            running.emplace_back([&work, part = lines.subspan(first, end - first)] { work(part); });
        }
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    return {took.count(), cpu_seconds() - cpu};
}

struct Limit {
    const char* name;
    std::function<void(Lines)> work;
    std::vector<Cost> rounds = {};
};

void report(Limit& limit, std::size_t lines, std::size_t bytes) {
    const auto median = [&](double Cost::*of) {
        std::ranges::sort(limit.rounds, {}, of);
        return limit.rounds[limit.rounds.size() / 2].*of;
    };
    const double seconds = median(&Cost::seconds);
    const auto count = static_cast<double>(lines);
    std::printf(
        "%-28s %9.0f items/s %6.2f GB/s %6.2f us CPU an item\n",
        limit.name,
        count / seconds,
        static_cast<double>(bytes) / seconds / 1e9,
        median(&Cost::cpu) / count * 1e6
    );
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) fail("name a file of lines");
    std::size_t threads = 2;
    int rounds = 5;
    for (int at = 2; at + 1 < argc; at += 2) {
        if (std::string_view(argv[at]) == "--threads") threads = std::stoul(argv[at + 1]);
        if (std::string_view(argv[at]) == "--rounds") rounds = std::stoi(argv[at + 1]);
    }
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    std::vector<std::string_view> lines;
    for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
        end = std::min(text.find('\n', begin), text.size());
        if (end > begin) lines.push_back(std::string_view(text).substr(begin, end - begin));
    }
    if (lines.empty() || rounds < 1 || threads < 1) fail("there is nothing to do");
    Limit limits[] = {
        {"parsed by RapidJSON", parse},
        {"images by documents", make_images_by_documents},
        {"images by lines", make_images},
        {"images by lines, kept", make_and_keep_images},
        {"copied and written", copy_and_write},
        {"gzip, level 1", compress},
    };
    for (int round = 0; round < rounds; ++round) {
        for (Limit& limit : limits) limit.rounds.push_back(cost_of(limit.work, lines, threads));
    }
    for (Limit& limit : limits) report(limit, lines.size(), text.size());
    return 0;
}
