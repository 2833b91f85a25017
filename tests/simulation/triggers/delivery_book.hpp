// DeliveryBook: what a trigger has to deliver of one table, and what it has delivered. Each record
// once at least, the records of an item in their order, nothing else; or given up.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/simulation/model/model.hpp"

namespace stator::simulation {

// A record as a function gets it.
struct SightedRecord {
    std::string key;
    std::string number;  // its sequence number
    std::string text;    // change_text()
    std::int64_t seconds = 0;
};

// What a change tells: kind, images, who made it, the second.
std::string change_text(
    const std::string& old_image, const std::string& new_image, bool by_time_to_live, std::int64_t s
);

class DeliveryBook {
public:
    // The change has been made, and its trigger is to tell it.
    void expect(const ExpectedRecord& record);

    // A function is called with these, or they are about to be given up. What is wrong with that,
    // "" if nothing: a record that nobody made, or one before an older one of its item.
    std::string sight(const std::vector<SightedRecord>& records, std::int64_t now_ms);

    // A record that has been sighted was delivered for good, or given up.
    void settle(const SightedRecord& record);

    // A record that nobody heard of although there was a day's time; "" if there is none.
    std::string lost(std::int64_t now_ms) const;

private:
    struct Change {
        std::string text;
        std::int64_t time_ms = 0;
        bool is_settled = false;
    };

    // Of one item.
    struct Line {
        std::vector<Change> changes;
        std::map<std::string, std::size_t> sighted;  // by sequence number
        std::size_t next = 0;                        // the first that has not been sighted
        std::size_t settled = 0;                     // all before it are done
    };

    // Done, or too old to be read.
    static bool is_done(const Change& change, std::int64_t now_ms);
    // Which change it is; nothing when it is none that may come now.
    static std::optional<std::size_t> find(
        Line& line, const SightedRecord& record, std::int64_t now_ms
    );

    std::map<std::string, Line> lines_;
};

}  // namespace stator::simulation
