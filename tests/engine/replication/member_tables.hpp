// A global table of up to three regions without an engine: a test records writes and delivers them.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/replication/global_table.hpp"
#include "tests/support/items/items.hpp"

namespace stator::engine::replication {

inline const std::string kVirginia = "us-east-1";
inline const std::string kIreland = "eu-west-1";
inline const std::string kTokyo = "ap-northeast-1";

inline constexpr Instant kBegin{1'750'000'000'000};
inline constexpr std::int64_t kLagMs = 100;
// The arrival time of a write of kBegin.
inline constexpr Instant kArrival = kBegin + kLagMs;

// A write of the item `pk` with the attribute "v" by commit number `commit`.
inline Change written(std::uint64_t commit, std::string_view pk, std::string_view v) {
    Change change;
    change.version = {SequenceNumber{commit}, 0};
    change.time = kBegin;
    const auto image = testing::item({{"pk", testing::text(pk)}, {"v", testing::text(v)}});
    image->bind_keys("pk", "");
    change.key = key_of(*image);
    change.image = image;
    return change;
}

class MemberTables : public ::testing::Test {
protected:
    // Virginia is the first member. Each write takes kLagMs to arrive in another region.
    MemberTables() {
        links_.set_settings({Distribution::fixed(kLagMs), {}});
        group_.begin("tbl", kVirginia, nullptr);
    }

    void add(const std::string& region, const std::string& from = kVirginia) {
        group_.add({region}, from, kBegin, nullptr);
    }

    void add_others() {
        add(kIreland);
        add(kTokyo);
    }

    Instant write(const std::string& region, const Change& change, const Reach* reach = nullptr) {
        return group_.note_write(group_.slot(region), change, nullptr, reach);
    }

    // Delivers all due writes. Returns one entry for each, such as "5 to eu-west-1" for commit 5,
    // or "5 to eu-west-1 dropped" if the region had a later write.
    std::string deliver(Instant now, Rows* rows = nullptr) {
        std::string text;
        while (const auto next = group_.next_delivery(now)) {
            const bool is_admitted = group_.admits(next->to, *next->change, now);
            text += text.empty() ? "" : ", ";
            text += std::to_string(next->change->version.commit.value) + " to " + next->region;
            text += is_admitted ? "" : " dropped";
            group_.note_delivered(next->to, *next->change, is_admitted, rows);
        }
        return text;
    }

    void set_cuts(Cuts cuts) {
        LinkSettings settings = links_.settings();
        settings.cuts = std::move(cuts);
        links_.set_settings(settings);
    }

    Links links_{7};
    GlobalTable group_{"", "id", links_};
};

}  // namespace stator::engine::replication
