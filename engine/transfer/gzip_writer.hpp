// GzipWriter: compresses text that arrives in pieces, at gzip's fastest level. A short text becomes
// one member, as AWS writes it. A long text becomes one member per megabyte, which gzip readers
// concatenate, because libdeflate compresses only whole buffers; it takes less than half of the
// time of zlib. Compression is the most expensive part of exporting an item, so several members are
// compressed in parallel.
#pragma once

#include <cstddef>
#include <deque>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stator::engine::transfer {

// Not thread-safe. Holds about 3 MB per compression thread. The output does not depend on the
// number of threads.
class GzipWriter {
public:
    // Uses one thread per CPU, at most four, so that requests keep some CPU time.
    GzipWriter();
    explicit GzipWriter(std::size_t threads);
    ~GzipWriter();
    GzipWriter(const GzipWriter&) = delete;
    GzipWriter& operator=(const GzipWriter&) = delete;

    // Appends the members that are complete to `out`.
    void add(std::string_view text, std::string& out);
    // Appends the remaining members to `out`. Must be the last call.
    void finish(std::string& out);

private:
    class Member;

    void begin_member();
    void take_oldest(std::string& out);

    const std::size_t threads_;
    std::unique_ptr<Member> filled_;  // less than a megabyte so far

    struct Work {
        std::unique_ptr<Member> member;
        std::future<void> done;
    };

    std::deque<Work> under_way_;  // in order of the text; at most one per thread
    std::vector<std::unique_ptr<Member>> spare_;
    bool has_members_ = false;
};

}  // namespace stator::engine::transfer
