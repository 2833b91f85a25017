// GzipWriter: gzip's fastest level, of text that comes piece by piece. A short text is one member,
// as AWS writes it; of a long one each megabyte is, and readers of gzip put them together.
// libdeflate, which takes less than half of the time that zlib does, knows no longer ones.
// Compressing costs more than all else that is done to an item, so several members are compressed
// at once.
#pragma once

#include <cstddef>
#include <deque>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stator::engine::transfer {

// Not thread-safe. Holds some 3 MB for each thread of its own. What it writes does not depend on
// how many there are.
class GzipWriter {
public:
    // As many as there are processors, and four at most: others have work for them, too.
    GzipWriter();
    explicit GzipWriter(std::size_t threads);
    ~GzipWriter();
    GzipWriter(const GzipWriter&) = delete;
    GzipWriter& operator=(const GzipWriter&) = delete;

    // Appends to `out` what is ready of the members.
    void add(std::string_view text, std::string& out);
    // Appends the rest. The last call.
    void finish(std::string& out);

private:
    class Member;

    void begin_member();
    void take_oldest(std::string& out);

    const std::size_t threads_;
    std::unique_ptr<Member> filled_;  // of which there is no whole megabyte yet

    struct Work {
        std::unique_ptr<Member> member;
        std::future<void> done;
    };

    std::deque<Work> under_way_;  // in their order; at most one for each thread
    std::vector<std::unique_ptr<Member>> spare_;
    bool has_members_ = false;
};

}  // namespace stator::engine::transfer
