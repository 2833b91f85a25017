#include "tests/simulation/triggers/delivery_book.hpp"

#include <algorithm>

namespace stator::simulation {
namespace {

constexpr std::int64_t kRecordLifeMs = 24 * 3'600'000LL;

}  // namespace

std::string change_text(
    const std::string& old_image, const std::string& new_image, bool by_time_to_live, std::int64_t s
) {
    const std::string event = old_image.empty()   ? "INSERT"
                              : new_image.empty() ? "REMOVE"
                                                  : "MODIFY";
    return event + " " + (old_image.empty() ? "-" : old_image) + " -> " +
           (new_image.empty() ? "-" : new_image) + (by_time_to_live ? " by time to live" : "") +
           " at " + std::to_string(s);
}

void DeliveryBook::expect(const ExpectedRecord& record) {
    constexpr std::int64_t kSecondMs = 1'000;
    lines_[record.key].changes.push_back(
        {change_text(
             record.old_item, record.new_item, record.by_time_to_live, record.time_ms / kSecondMs
         ),
         record.time_ms}
    );
}

bool DeliveryBook::is_done(const Change& change, std::int64_t now_ms) {
    return change.is_settled || change.time_ms < now_ms - kRecordLifeMs;
}

std::optional<std::size_t> DeliveryBook::find(
    Line& line, const SightedRecord& record, std::int64_t now_ms
) {
    const auto known = line.sighted.find(record.number);
    if (known != line.sighted.end()) {
        if (line.changes[known->second].text != record.text) return std::nullopt;
        return known->second;
    }
    while (line.next < line.changes.size()) {
        const std::size_t place = line.next++;
        if (line.changes[place].text == record.text) {
            line.sighted[record.number] = place;
            return place;
        }
        // Records that could no longer be read were left out.
        if (!is_done(line.changes[place], now_ms)) break;
    }
    return std::nullopt;
}

std::string DeliveryBook::sight(const std::vector<SightedRecord>& records, std::int64_t now_ms) {
    // The next allowed change of each item, within this call.
    std::map<std::string, std::size_t> allowed;
    for (const SightedRecord& record : records) {
        Line& line = lines_[record.key];
        const auto place = find(line, record, now_ms);
        if (!place) return record.key + ": unexpected " + record.text + ", " + record.number;
        std::size_t& next = allowed.try_emplace(record.key, line.settled).first->second;
        while (next < *place && is_done(line.changes[next], now_ms)) ++next;
        if (next < *place) {
            return record.key + ": " + record.text + " comes before " + line.changes[next].text;
        }
        if (next == *place) ++next;
    }
    return "";
}

void DeliveryBook::settle(const SightedRecord& record) {
    Line& line = lines_[record.key];
    line.changes[line.sighted.at(record.number)].is_settled = true;
    while (line.settled < line.changes.size() && line.changes[line.settled].is_settled) {
        ++line.settled;
    }
}

std::string DeliveryBook::lost(std::int64_t now_ms) const {
    for (const auto& [key, line] : lines_) {
        for (const Change& change : line.changes) {
            if (!is_done(change, now_ms)) return key + ": lost " + change.text;
        }
    }
    return "";
}

}  // namespace stator::simulation
