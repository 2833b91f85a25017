#include "engine/persistence/checking/file_length.hpp"

#include <filesystem>
#include <fstream>
#include <set>

#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence::checking {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPageSizePlace = 16;
constexpr std::size_t kPageCountPlace = 28;

// Sizes of the headers of a write-ahead log and of its frames, and offsets in them:
// sqlite.org/fileformat2.html, 4.1.
constexpr std::size_t kLogHeaderBytes = 32;
constexpr std::size_t kLogSaltPlace = 16;
constexpr std::size_t kFrameHeaderBytes = 24;
constexpr std::size_t kFrameCommitPlace = 4;
constexpr std::size_t kFrameSaltPlace = 8;
constexpr std::size_t kSaltBytes = 8;

std::uint64_t page_bytes_of(std::string_view header) {
    constexpr std::uint64_t kLargestPage = 65'536;
    const std::uint64_t bytes = big_endian(header.substr(kPageSizePlace, 2));
    return bytes == 1 ? kLargestPage : bytes;
}

std::uint64_t bytes_by_header(std::string_view header) {
    return page_bytes_of(header) * big_endian(header.substr(kPageCountPlace, 4));
}

// Returns the pages that the log's commits wrote. Does not check whether a frame is intact, because
// SQLite does: it leaves out frames that are not, and then does not open a file that is too short.
std::set<std::uint64_t> pages_in_log(const std::string& path, std::uint64_t page_bytes) {
    std::ifstream log(path, std::ios::binary);
    std::string header(kLogHeaderBytes, '\0');
    if (!log.read(header.data(), kLogHeaderBytes)) return {};
    const std::string salt = header.substr(kLogSaltPlace, kSaltBytes);
    std::set<std::uint64_t> committed;
    std::set<std::uint64_t> begun;
    std::string frame(kFrameHeaderBytes, '\0');
    while (log.read(frame.data(), kFrameHeaderBytes) &&
           frame.substr(kFrameSaltPlace, kSaltBytes) == salt) {
        begun.insert(big_endian(std::string_view(frame).substr(0, kFrameCommitPlace)));
        if (big_endian(std::string_view(frame).substr(kFrameCommitPlace, 4)) != 0) {
            committed.merge(begun);
            begun.clear();
        }
        log.seekg(static_cast<std::streamoff>(page_bytes), std::ios::cur);
    }
    return committed;
}

// Moves the log into the file, where a page that neither of them contained is then filled with
// zeros. Returns true if a page in use was missing from both.
bool lacks_pages(const WorkingCopy& copy, std::uint64_t bytes, std::uint64_t page_bytes) {
    const auto logged = pages_in_log(copy.file() + "-wal", page_bytes);
    sqlite::Connection connection(copy.file());
    connection.execute("PRAGMA locking_mode = EXCLUSIVE");
    // A connection that has read nothing does not know that there is a log.
    connection.integer("SELECT count(*) FROM sqlite_schema");
    connection.checkpoint();
    if (fs::file_size(copy.file()) < bytes_by_header(header_of(copy))) return true;
    // An unused page may be missing.
    sqlite::Statement used(connection, "SELECT pageno FROM dbstat WHERE pageno > ?1");
    used.bind(1, static_cast<std::int64_t>(bytes / page_bytes));
    while (used.step()) {
        if (!logged.contains(static_cast<std::uint64_t>(used.column_integer(0)))) return true;
    }
    return false;
}

}  // namespace

std::string header_of(const WorkingCopy& copy) {
    std::string header(kHeaderBytes, '\0');
    std::ifstream file(copy.file(), std::ios::binary);
    file.read(header.data(), kHeaderBytes);
    header.resize(static_cast<std::size_t>(file.gcount()));
    return header;
}

std::uint64_t big_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (const char byte : bytes) value = value * 256 + static_cast<unsigned char>(byte);
    return value;
}

std::optional<CutOff> find_cut_off(const WorkingCopy& copy) {
    const std::string header = header_of(copy);
    const CutOff found{fs::file_size(copy.file()), bytes_by_header(header)};
    if (found.bytes >= found.bytes_by_header) return std::nullopt;
    try {
        if (!lacks_pages(copy, found.bytes, page_bytes_of(header))) return std::nullopt;
    } catch (const sqlite::Error&) {
        return found;  // the log does not complete the file
    }
    return found;
}

}  // namespace stator::engine::persistence::checking
