// Links: how writes travel between the regions of a universe: how long they take, and which regions
// cannot reach each other at the moment.
//
// How long a write takes derives from the seed and from the write alone, so that equal requests
// have equal histories. Thread-safe; its lock comes after all others.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/distribution.hpp"
#include "engine/base/mutex.hpp"
#include "engine/replication/change.hpp"

namespace stator::engine::replication {

// Nothing travels between two regions, in either direction; an empty `other` stands for all others.
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
    // For how long a write of a table with strong consistency keeps its item from the other
    // regions. Usually over when it is answered.
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

    // Held, shared, by a write of a strong table from the moment when it looks at the cuts until it
    // has been noted: which regions form a majority must not change in between. Locked behind
    // partitions; no lock of a partition of a table is taken under it.
    SharedMutex& strong_commits() const { return strong_commits_; }

    // Lags are drawn from this seed from now on.
    void reseed(std::uint64_t seed);

    // How long a write takes to another region.
    std::int64_t lag_ms(const Version& version, std::string_view to) const;

    // No write takes longer.
    std::int64_t most_lag_ms() const;

    // For how long a write keeps its item from the other regions.
    std::int64_t overlap_ms(const Version& version) const;

    // Those of one moment: whoever asks about several ways looks at one of them.
    Cuts cuts() const;

private:
    mutable SharedMutex strong_commits_;
    mutable Mutex mutex_;
    std::uint64_t seed_ STATOR_GUARDED_BY(mutex_);
    LinkSettings settings_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::replication
