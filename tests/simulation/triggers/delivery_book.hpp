// DeliveryBook: the records of one table that a trigger must deliver, and those that it has
// delivered. Each record is delivered at least once, or fails; the records of an item are in order;
// no other records are delivered.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/simulation/model/model.hpp"

namespace stator::simulation {

// A record as a function receives it.
struct SightedRecord {
    std::string key;
    std::string number;  // its sequence number
    std::string text;    // change_text()
    std::int64_t seconds = 0;
};

// A change as text: kind, images, originator, second.
std::string change_text(
    const std::string& old_image, const std::string& new_image, bool by_time_to_live, std::int64_t s
);

class DeliveryBook {
public:
    // The change has been made, and its trigger must deliver it.
    void expect(const ExpectedRecord& record);

    // A function is called with these records, or they are about to fail. Returns the mistake, ""
    // if there is none: a record without a change, or one before an older one of its item.
    std::string sight(const std::vector<SightedRecord>& records, std::int64_t now_ms);

    // A record that has been sighted was delivered successfully, or has failed.
    void settle(const SightedRecord& record);

    // A record that was not delivered within a day; "" if there is none.
    std::string lost(std::int64_t now_ms) const;

private:
    struct Change {
        std::string text;
        std::int64_t time_ms = 0;
        bool is_settled = false;
    };

    // The changes of one item.
    struct Line {
        std::vector<Change> changes;
        std::map<std::string, std::size_t> sighted;  // by sequence number
        std::size_t next = 0;                        // the first that has not been sighted
        std::size_t settled = 0;                     // all before it are done
    };

    // Settled, or too old to be read.
    static bool is_done(const Change& change, std::int64_t now_ms);
    // The index of the record's change; nullopt if none of the allowed changes matches.
    static std::optional<std::size_t> find(
        Line& line, const SightedRecord& record, std::int64_t now_ms
    );

    std::map<std::string, Line> lines_;
};

}  // namespace stator::simulation
