// Links: how writes travel between the regions of a universe: how long they take, and which regions
// cannot reach each other.
//
// The delay of a write derives only from the seed and the write, so that equal requests have equal
// histories. Thread-safe; its lock comes after all others.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/distribution.hpp"
#include "engine/base/mutex.hpp"
#include "engine/replication/change.hpp"

namespace stator::engine::replication {

// No write travels between the two regions, in either direction. An empty `other` means all others.
struct Cut {
    std::string region;
    std::string other = {};

    bool separates(std::string_view from, std::string_view to) const {
        if (other.empty()) return from == region || to == region;
        return (from == region && to == other) || (from == other && to == region);
    }

    friend bool operator==(const Cut&, const Cut&) = default;
};

using Cuts = std::vector<Cut>;

bool are_cut_off(const Cuts& cuts, std::string_view from, std::string_view to);

struct LinkSettings {
    // AWS: usually within a second. [doc V2globaltables_HowItWorks.html]
    Distribution lag = Distribution::uniform(500, 1'500);
    Cuts cuts = {};
    // How long a write of a table with strong consistency blocks its item in the other regions.
    // Usually over before the write's reply.
    Distribution overlap = Distribution::fixed(0);

    friend bool operator==(const LinkSettings&, const LinkSettings&) = default;
};

class Links {
public:
    explicit Links(std::uint64_t seed) : seed_(seed) {}

    Links(const Links&) = delete;
    Links& operator=(const Links&) = delete;

    LinkSettings settings() const;

    // Waits for the strong commits in progress.
    void set_settings(LinkSettings settings);

    // Held, shared, by a write of a strong table from when it reads the cuts until it is recorded:
    // the majority of regions must not change in between. Acquired after partitions; no lock of a
    // table's partition is acquired under it.
    SharedMutex& strong_commits() const { return strong_commits_; }

    // Draws all future lags from this seed.
    void reseed(std::uint64_t seed);

    // The time that a write takes to another region.
    std::int64_t lag_ms(const Version& version, std::string_view to) const;

    // The maximum of lag_ms().
    std::int64_t most_lag_ms() const;

    // How long a write blocks its item in the other regions.
    std::int64_t overlap_ms(const Version& version) const;

    // A consistent snapshot of the cut-off regions. Use it to query several links.
    Cuts cuts() const;

private:
    mutable SharedMutex strong_commits_;
    mutable Mutex mutex_;
    std::uint64_t seed_ STATOR_GUARDED_BY(mutex_);
    LinkSettings settings_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::replication
