// Functions that fail in every way, under many seeds. Each record must either be delivered by a
// call that succeeded or be given up, and the records of a key must be delivered in order. A lane
// with a seeded bug must be detected.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/seeded_random.hpp"
#include "engine/triggers/lane.hpp"

namespace stator::engine::triggers {
namespace {

using Kind = LaneOutcome::Kind;

// A bug that a lane could have.
enum class Mistake {
    None,
    SkipsTheRest,     // a partial failure counts as a success
    ForgetsItsPlace,  // a restart skips unread records
    SharesNoKeys,     // the lanes take records in turn
    SilentlyGivesUp,  // records that are given up are not reported
};

class Draws {
public:
    explicit Draws(std::uint64_t seed) : seed_(seed) {}

    std::uint64_t below(std::uint64_t limit) { return mix(seed_, ++count_) % limit; }

    bool happens(double probability) { return unit_interval(mix(seed_, ++count_)) < probability; }

private:
    const std::uint64_t seed_;
    std::uint64_t count_ = 0;
};

// A shard with records of some keys, the lanes that read it, and a function that fails at random.
class World {
public:
    World(std::uint64_t seed, Mistake mistake) : draws_(seed), mistake_(mistake) {
        rules_.batch_size = 1 + draws_.below(8);
        rules_.window_ms = draws_.happens(0.3) ? static_cast<std::int64_t>(draws_.below(3'000)) : 0;
        rules_.tumbling_ms = draws_.happens(0.2) ? 5'000 : 0;
        rules_.bisects = draws_.happens(0.5);
        if (draws_.happens(0.7)) rules_.most_retries = draws_.below(4);
        if (draws_.happens(0.3)) rules_.most_age_ms = 60'000;
        lane_count_ = 1 + draws_.below(4);
        failing_ = 0.1 + 0.5 * unit_interval(mix(seed, "failing"));
        std::int64_t time = 0;
        for (std::uint64_t number = 1; number <= 60; ++number) {
            time += static_cast<std::int64_t>(draws_.below(1'500));
            shard_.push_back({{number, 0}, Instant(time), std::to_string(draws_.below(6))});
        }
        for (std::size_t i = 0; i < lane_count_; ++i) lanes_.emplace_back(Lane(rules_, {}));
    }

    // Runs until all records are settled. Returns the problem, or "" if there is none.
    std::string run() {
        for (int steps = 0; steps < 100'000; ++steps) {
            bool is_done = true;
            Instant next = kNever;
            for (std::size_t i = 0; i < lanes_.size(); ++i) {
                if (draws_.happens(0.02)) restart(i);
                read(i);
                next = std::min(next, step(i));
                is_done &= lanes_[i].is_done();
            }
            if (is_done) return judge();
            now_ = next == kBeforeAll ? now_ : std::max(now_ + 1, std::min(next, now_ + 700));
        }
        return "it has no end";
    }

private:
    std::size_t lane_of(const LaneRecord& record) const {
        if (mistake_ == Mistake::SharesNoKeys) return record.position.commit % lane_count_;
        return static_cast<std::size_t>(mix(1, record.document) % lane_count_);
    }

    void restart(std::size_t i) {
        LanePosition position = lanes_[i].position();
        if (mistake_ == Mistake::ForgetsItsPlace) position.next = lanes_[i].cursor();
        // Lanes are values, except for their rules.
        std::vector<Lane> renewed;
        for (std::size_t at = 0; at < lanes_.size(); ++at) {
            renewed.push_back(at == i ? Lane(rules_, position) : lanes_[at]);
        }
        lanes_.swap(renewed);
    }

    void read(std::size_t i) {
        for (const LaneRecord& record : shard_) {
            if (record.time > now_ || !lanes_[i].wants_records()) return;
            if (record.position < lanes_[i].cursor()) continue;
            if (lane_of(record) == i) lanes_[i].add(record, now_);
            lanes_[i].skip_to({record.position.commit, 1});
        }
        if (lanes_[i].cursor() > shard_.back().position) lanes_[i].end();
    }

    Instant step(std::size_t i) {
        const Lane::Step step = lanes_[i].next(now_);
        switch (step.kind) {
            case Lane::Step::Kind::Rest: return kNever;
            case Lane::Step::Kind::Wait: return step.until;
            case Lane::Step::Kind::Call: call(lanes_[i]); break;
            case Lane::Step::Kind::Report: report(lanes_[i]); break;
        }
        return kBeforeAll;
    }

    void report(Lane& lane) {
        const bool arrived = draws_.happens(0.8);
        if (arrived && mistake_ != Mistake::SilentlyGivesUp) {
            for (const LaneRecord& record : lane.batch().records) settle(record);
        }
        lane.reported(arrived, now_);
    }

    // Notes that the record is finally delivered or given up.
    void settle(const LaneRecord& record) {
        settled_.insert(record.position.commit);
        std::uint64_t& latest = latest_[record.document];
        // Repeated deliveries are allowed, early ones are not: all earlier records of the key must
        // be settled.
        for (const LaneRecord& earlier : shard_) {
            const bool is_before =
                earlier.document == record.document && earlier.position < record.position;
            if (is_before && !settled_.contains(earlier.position.commit)) out_of_order_ = true;
        }
        latest = std::max(latest, record.position.commit);
    }

    void call(Lane& lane) {
        const auto& records = lane.batch().records;
        if (!draws_.happens(failing_)) {
            for (const LaneRecord& record : records) settle(record);
            lane.answered({Kind::Success, {}, "{}"}, now_);
            return;
        }
        switch (draws_.below(3)) {
            case 0: lane.answered({Kind::Failure}, now_); return;
            case 1: lane.answered({Kind::Unavailable}, now_); return;
            default: break;
        }
        if (records.empty()) return lane.answered({Kind::Failure}, now_);
        const std::size_t from = draws_.below(records.size());
        for (std::size_t i = 0; i < from; ++i) settle(records[i]);
        const bool counts_as_success = mistake_ == Mistake::SkipsTheRest;
        const Kind kind = counts_as_success ? Kind::Success : Kind::Partial;
        lane.answered({kind, records[from].position, "{}"}, now_);
    }

    std::string judge() const {
        if (out_of_order_) return "a key's order was lost";
        for (const LaneRecord& record : shard_) {
            if (settled_.contains(record.position.commit)) continue;
            return "record " + std::to_string(record.position.commit) + " was lost";
        }
        return "";
    }

    Draws draws_;
    const Mistake mistake_;
    LaneRules rules_;
    std::size_t lane_count_ = 1;
    double failing_ = 0;
    std::vector<LaneRecord> shard_;
    std::vector<Lane> lanes_;
    Instant now_;
    std::set<std::uint64_t> settled_;
    std::map<std::string, std::uint64_t> latest_;
    bool out_of_order_ = false;
};

TEST(Delivery, NothingIsLostAndKeysKeepTheirOrder) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        EXPECT_EQ(World(seed, Mistake::None).run(), "") << "seed " << seed;
    }
}

TEST(Delivery, DetectsSeededBugs) {
    for (const Mistake mistake :
         {Mistake::SkipsTheRest,
          Mistake::ForgetsItsPlace,
          Mistake::SharesNoKeys,
          Mistake::SilentlyGivesUp}) {
        std::size_t found = 0;
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            found += World(seed, mistake).run().empty() ? 0 : 1;
        }
        EXPECT_GT(found, 0U) << "mistake " << static_cast<int>(mistake);
    }
}

}  // namespace
}  // namespace stator::engine::triggers
