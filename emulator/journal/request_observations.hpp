// RequestObservations: problems that are visible only across several requests: pages that were
// never followed, batches that were never finished, filters that discard nearly everything.
//
// Updated with each request, in bounded memory. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/journal/journal_totals.hpp"
#include "emulator/journal/request_record.hpp"

namespace stator::emulator::journal {

// Pages with a LastEvaluatedKey or NextToken from which no later request of the same shape started.
struct UnfollowedPages {
    TotalKey source;
    std::uint64_t pages = 0;
    std::uint64_t with_limit = 0;  // those whose requests had a Limit
};

// Keys or writes that a batch returned as unprocessed and that were never sent again.
struct IgnoredUnprocessed {
    TotalKey table;  // its index is ""
    std::uint64_t elements = 0;
};

struct FilterUse {
    TotalKey source;
    std::string filter;
    std::uint64_t requests = 0;
    std::int64_t scanned = 0;
    std::int64_t returned = 0;
};

// Values by fingerprint. If there are too many, the oldest are discarded.
template <class Value>
class BoundedMemory {
public:
    static constexpr std::size_t kMaxYoung = 50'000;

    // The value with that fingerprint, created if there is none. Valid until the next call.
    Value& operator[](std::uint64_t fingerprint) {
        const auto old = old_.find(fingerprint);
        if (old != old_.end()) return old->second;
        if (young_.size() >= kMaxYoung && !young_.contains(fingerprint)) {
            old_ = std::move(young_);
            young_.clear();
        }
        return young_[fingerprint];
    }

    // Removes and returns the value; nullopt if it does not exist.
    std::optional<Value> take(std::uint64_t fingerprint) {
        for (auto* const values : {&young_, &old_}) {
            const auto found = values->find(fingerprint);
            if (found == values->end()) continue;
            Value value = std::move(found->second);
            values->erase(found);
            return value;
        }
        return std::nullopt;
    }

private:
    std::unordered_map<std::uint64_t, Value> young_;
    std::unordered_map<std::uint64_t, Value> old_;
};

class RequestObservations {
public:
    void add(const RequestRecord& record);

    // Rows with a count of zero are omitted.
    std::vector<UnfollowedPages> unfollowed_pages() const;
    std::vector<IgnoredUnprocessed> ignored_unprocessed() const;
    std::vector<FilterUse> filters() const;

private:
    // Beyond this number of filters, further ones share a row without their text for each table,
    // index and operation.
    static constexpr std::size_t kMaxFilters = 2'000;

    struct PageCount {
        TotalKey source;
        std::uint64_t pages = 0;
        std::uint64_t with_limit = 0;
    };

    struct FilterCount {
        std::uint64_t requests = 0;
        std::int64_t scanned = 0;
        std::int64_t returned = 0;
    };

    void follow(const RequestRecord& record);
    void open_page(const RequestRecord& record);
    void watch_batch(const RequestRecord& record);
    void watch_filters(const RequestRecord& record);

    BoundedMemory<PageCount> open_pages_;
    BoundedMemory<TotalKey> given_back_;
    // Counts of open pages and elements. A page or element that open_pages_ or given_back_ discards
    // remains counted.
    std::map<TotalKey, UnfollowedPages> unfollowed_;
    std::map<TotalKey, IgnoredUnprocessed> ignored_;
    std::map<std::pair<TotalKey, std::string>, FilterCount> filters_;
};

}  // namespace stator::emulator::journal
