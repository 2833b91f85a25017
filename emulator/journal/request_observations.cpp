#include "emulator/journal/request_observations.hpp"

#include "engine/base/seeded_random.hpp"

namespace stator::emulator::journal {

using engine::mix;
using engine::capacity::SourceUse;

namespace {

// The fingerprint of a page of requests with the record's shape.
std::uint64_t page_fingerprint(const RequestRecord& record, std::uint64_t key) {
    return mix(mix(mix(record.shape, record.universe), record.region), key);
}

// Elements of equal tables in different universes or regions have different fingerprints.
std::uint64_t element_fingerprint(const RequestRecord& record, std::uint64_t element) {
    return mix(mix(element, record.universe), record.region);
}

TotalKey key_of(const RequestRecord& record, const std::string& table, const std::string& index) {
    return {record.universe, record.operation, table, index, record.region};
}

// The table or index that the page belongs to.
const SourceUse* paged_use(const RequestRecord& record) {
    for (const SourceUse& use : record.uses) {
        if (use.has_more) return &use;
    }
    return record.uses.empty() ? nullptr : &record.uses.front();
}

}  // namespace

void RequestObservations::add(const RequestRecord& record) {
    // Handles the start key first, so that a new page is not confused with the page that it
    // follows.
    if (record.start_key != 0) follow(record);
    if (record.page_key != 0) open_page(record);
    watch_batch(record);
    watch_filters(record);
}

void RequestObservations::follow(const RequestRecord& record) {
    const auto page = open_pages_.take(page_fingerprint(record, record.start_key));
    if (!page) return;
    UnfollowedPages& unfollowed = unfollowed_[page->source];
    unfollowed.pages -= page->pages;
    unfollowed.with_limit -= page->with_limit;
    // A session may use any number of tables.
    if (unfollowed.pages == 0) unfollowed_.erase(page->source);
}

void RequestObservations::open_page(const RequestRecord& record) {
    const SourceUse* const use = paged_use(record);
    if (use == nullptr) return;
    const std::uint64_t limited = record.has_limit ? 1 : 0;
    PageCount& page = open_pages_[page_fingerprint(record, record.page_key)];
    if (page.pages == 0) page.source = key_of(record, use->table, use->index);
    ++page.pages;
    page.with_limit += limited;
    UnfollowedPages& unfollowed = unfollowed_[page.source];
    ++unfollowed.pages;
    unfollowed.with_limit += limited;
}

void RequestObservations::watch_batch(const RequestRecord& record) {
    for (const std::uint64_t element : record.sent) {
        const auto table = given_back_.take(element_fingerprint(record, element));
        if (!table) continue;
        IgnoredUnprocessed& ignored = ignored_[*table];
        if (--ignored.elements == 0) ignored_.erase(*table);
    }
    for (const GivenBack& element : record.given_back) {
        TotalKey& table = given_back_[element_fingerprint(record, element.fingerprint)];
        if (!table.table.empty()) continue;
        table = key_of(record, element.table, "");
        ++ignored_[table].elements;
    }
}

void RequestObservations::watch_filters(const RequestRecord& record) {
    for (const SourceUse& use : record.uses) {
        if (!use.has_filter) continue;
        std::pair key{key_of(record, use.table, use.index), record.filter};
        if (filters_.size() >= kMaxFilters && !filters_.contains(key)) key.second.clear();
        FilterCount& count = filters_[std::move(key)];
        ++count.requests;
        count.scanned += use.scanned;
        count.returned += use.returned;
    }
}

std::vector<UnfollowedPages> RequestObservations::unfollowed_pages() const {
    std::vector<UnfollowedPages> rows;
    for (const auto& [source, row] : unfollowed_) {
        if (row.pages > 0) rows.push_back({source, row.pages, row.with_limit});
    }
    return rows;
}

std::vector<IgnoredUnprocessed> RequestObservations::ignored_unprocessed() const {
    std::vector<IgnoredUnprocessed> rows;
    for (const auto& [table, row] : ignored_) {
        if (row.elements > 0) rows.push_back({table, row.elements});
    }
    return rows;
}

std::vector<FilterUse> RequestObservations::filters() const {
    std::vector<FilterUse> rows;
    for (const auto& [key, count] : filters_) {
        rows.push_back({key.first, key.second, count.requests, count.scanned, count.returned});
    }
    return rows;
}

}  // namespace stator::emulator::journal
