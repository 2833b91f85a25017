// TriggerBoard: the event source mappings of a universe, and their state. Controls write the
// mappings; the runner reads them and writes their state. Thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/integrations/triggers/delivery.hpp"
#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "protocol/formats/triggers/mapping.hpp"
#include "protocol/model/stream.hpp"

namespace stator::emulator::integrations::triggers {

using MappingPtr = std::shared_ptr<const protocol::formats::triggers::EventSourceMapping>;
using Mappings = std::vector<MappingPtr>;

// The state of one lane of a shard.
struct LaneState {
    std::string shard;
    std::int64_t lane = 0;
    protocol::model::StreamPosition next = {};   // everything before it is done
    std::optional<engine::Instant> oldest = {};  // of the waiting records
    std::optional<engine::Instant> retries_at = {};
    std::size_t records = 0;  // waiting records
    bool is_busy = false;     // a call is in progress
    bool is_done = false;     // the shard has ended, and all its records are done
    std::string last_result = {};
};

struct TriggerCounts {
    std::uint64_t calls = 0;
    std::uint64_t failed_calls = 0;
    std::uint64_t delivered = 0;  // records of calls that succeeded
    std::uint64_t filtered = 0;   // records that no filter matches
    std::uint64_t given_up = 0;   // records
};

struct MappingState {
    bool has_stream = false;
    // Lambda's wording: "No records processed", "OK", or the latest problem.
    std::string last_result = "No records processed";
    std::string last_error = {};
    std::optional<engine::Instant> last_error_time = {};
    TriggerCounts counts = {};
    std::vector<LaneState> lanes = {};
};

class TriggerBoard {
public:
    TriggerBoard() = default;
    TriggerBoard(const TriggerBoard&) = delete;
    TriggerBoard& operator=(const TriggerBoard&) = delete;

    Mappings mappings() const;

    // Changes whenever the mappings change.
    std::uint64_t version() const;

    // Replaces all mappings. Deletes the state and the deliveries of removed ones.
    void replace(Mappings mappings);

    // The state that the runner published last; nullopt if it has published none.
    std::optional<MappingState> state(const std::string& name) const;

    // Sets the state of a mapping.
    void publish(const std::string& name, MappingState state);

    // The number of a mapping's latest deliveries that are kept.
    static constexpr std::size_t kDeliveries = 100;

    // Adds deliveries of a mapping. Ignored if the mapping has been deleted.
    void note_deliveries(const std::string& name, std::vector<Delivery> deliveries);
    // Deletes the deliveries of a mapping. The next ones are numbered from 1 again.
    void forget_deliveries(const std::string& name);
    // The deliveries in order of completion, or nullopt if the mapping does not exist.
    std::optional<std::vector<Delivery>> deliveries(const std::string& name) const;

    // Records that the runner has processed everything that was readable in the universe's streams
    // after `changes` changes (Universe::stream_changes), in that generation.
    void note_seen(std::uint64_t changes, std::uint64_t generation);
    // True if at least `changes` changes in that generation have been processed.
    bool has_seen(std::uint64_t changes, std::uint64_t generation) const;

private:
    struct Past {
        std::uint64_t last_number = 0;
        std::deque<Delivery> latest = {};
    };

    bool has(const std::string& name) const STATOR_REQUIRES(mutex_);

    mutable engine::Mutex mutex_;
    Mappings mappings_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t version_ STATOR_GUARDED_BY(mutex_) = 0;
    std::map<std::string, MappingState> states_ STATOR_GUARDED_BY(mutex_);
    std::map<std::string, Past> pasts_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t seen_ STATOR_GUARDED_BY(mutex_) = 0;
    std::uint64_t seen_generation_ STATOR_GUARDED_BY(mutex_) = 0;
};

}  // namespace stator::emulator::integrations::triggers
