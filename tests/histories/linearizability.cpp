#include "tests/histories/linearizability.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_set>

namespace stator::testing {
namespace {

using Operations = std::vector<const RegisterOperation*>;

std::string value_text(RegisterValue value) {
    return value == kNoValue ? "nothing" : std::to_string(value);
}

std::string operation_text(const RegisterOperation& operation) {
    std::string text = "client " + std::to_string(operation.client);
    switch (operation.action) {
        case RegisterAction::Read: text += " read " + value_text(operation.value); break;
        case RegisterAction::Write: text += " wrote " + value_text(operation.value); break;
        case RegisterAction::Delete: text += " deleted it"; break;
        case RegisterAction::ConditionalWrite:
            text += operation.is_refused ? " was refused to write " : " wrote ";
            text += value_text(operation.value) + " over " + value_text(operation.expected);
            break;
    }
    return text + " between " + std::to_string(operation.invoked) + " and " +
           std::to_string(operation.responded);
}

// The register's value after the operation; nullopt if its answer is impossible at this point.
std::optional<RegisterValue> apply(const RegisterOperation& operation, RegisterValue value) {
    switch (operation.action) {
        case RegisterAction::Read:
            if (value != operation.value) return std::nullopt;
            return value;
        case RegisterAction::Write: return operation.value;
        case RegisterAction::Delete: return kNoValue;
        case RegisterAction::ConditionalWrite:
            if ((value == operation.expected) == operation.is_refused) return std::nullopt;
            return operation.is_refused ? value : operation.value;
    }
    return std::nullopt;
}

// The operations that have been given a moment, and the value that they leave.
class Configuration {
public:
    explicit Configuration(std::size_t operations) : placed_((operations + 7) / 8, '\0') {}

    void flip(std::size_t operation) {
        char& byte = placed_[operation / 8];
        byte = static_cast<char>(byte ^ (1 << (operation % 8)));
    }

    // As a unique string.
    std::string text(RegisterValue value) const { return placed_ + '/' + std::to_string(value); }

private:
    std::string placed_;
};

// The search for moments of the operations of one key.
class Search {
public:
    explicit Search(Operations operations)
        : operations_(std::move(operations)), placed_(operations_.size()) {
        link_events();
    }

    std::optional<std::string> run();

private:
    static constexpr std::size_t kHead = 0;

    // An invocation or a response, in a list in the order of time; the list's ends are one node.
    struct Event {
        std::size_t operation = 0;
        bool is_response = false;
        std::size_t other = 0;  // the response of an invocation
        std::size_t previous = kHead;
        std::size_t next = kHead;
    };

    struct Placement {
        std::size_t event;
        RegisterValue value_before;
    };

    void link_events();
    bool place(std::size_t event);
    // The event to continue with; nullopt after everything has been tried.
    std::optional<std::size_t> take_back();
    void note_obstacle(std::size_t operation);

    void unlink(std::size_t event) {
        events_[events_[event].previous].next = events_[event].next;
        events_[events_[event].next].previous = events_[event].previous;
    }

    void relink(std::size_t event) {
        events_[events_[event].previous].next = event;
        events_[events_[event].next].previous = event;
    }

    const Operations operations_;
    std::vector<Event> events_;
    Configuration placed_;
    RegisterValue value_ = kNoValue;
    std::vector<Placement> placements_;
    std::unordered_set<std::string> tried_;
    // The place where the longest attempt ended.
    std::size_t longest_ = 0;
    std::string obstacle_;
};

void Search::link_events() {
    struct Moment {
        std::uint64_t time;
        bool is_response;
        std::size_t operation;
    };

    std::vector<Moment> moments;
    for (std::size_t i = 0; i < operations_.size(); ++i) {
        moments.push_back({operations_[i]->invoked, false, i});
        moments.push_back({operations_[i]->responded, true, i});
    }
    std::sort(moments.begin(), moments.end(), [](const Moment& one, const Moment& other) {
        if (one.time != other.time) return one.time < other.time;
        return one.is_response < other.is_response;
    });
    std::vector<std::size_t> invocations(operations_.size());
    events_.resize(moments.size() + 1);
    for (std::size_t i = 0; i < moments.size(); ++i) {
        const std::size_t place = i + 1;
        const Moment& moment = moments[i];
        events_[place] = {moment.operation, moment.is_response, 0, i, (place + 1) % events_.size()};
        if (!moment.is_response) invocations[moment.operation] = place;
        if (moment.is_response) events_[invocations[moment.operation]].other = place;
    }
    events_[kHead].next = moments.empty() ? kHead : 1;
    events_[kHead].previous = moments.size();
}

// Gives an operation its moment now, unless that is impossible or has already been tried.
bool Search::place(std::size_t event) {
    const std::size_t operation = events_[event].operation;
    const auto value = apply(*operations_[operation], value_);
    if (!value) return false;
    placed_.flip(operation);
    if (!tried_.insert(placed_.text(*value)).second) {
        placed_.flip(operation);
        return false;
    }
    placements_.push_back({event, value_});
    value_ = *value;
    unlink(event);
    unlink(events_[event].other);
    return true;
}

std::optional<std::size_t> Search::take_back() {
    if (placements_.empty()) return std::nullopt;
    const Placement last = placements_.back();
    placements_.pop_back();
    value_ = last.value_before;
    placed_.flip(events_[last.event].operation);
    relink(events_[last.event].other);
    relink(last.event);
    return events_[last.event].next;
}

void Search::note_obstacle(std::size_t operation) {
    if (!obstacle_.empty() && placements_.size() <= longest_) return;
    longest_ = placements_.size();
    const RegisterOperation& stuck = *operations_[operation];
    obstacle_ = "key " + stuck.key + ": " + operation_text(stuck) + ", but after " +
                std::to_string(longest_) + " operations it holds " + value_text(value_);
    if (!placements_.empty()) {
        const Event& last = events_[placements_.back().event];
        obstacle_ += ", the last being that " + operation_text(*operations_[last.operation]);
    }
}

std::optional<std::string> Search::run() {
    std::size_t event = events_[kHead].next;
    while (events_[kHead].next != kHead) {
        if (!events_[event].is_response) {
            event = place(event) ? events_[kHead].next : events_[event].next;
            continue;
        }
        // Its operation should have had its moment before; so an earlier choice was wrong.
        note_obstacle(events_[event].operation);
        const auto next = take_back();
        if (!next) return obstacle_;
        event = *next;
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> find_violation(const RegisterHistory& history) {
    std::map<std::string_view, Operations> keys;
    for (const RegisterOperation& operation : history) {
        keys[operation.key].push_back(&operation);
    }
    for (auto& [key, operations] : keys) {
        if (auto violation = Search(std::move(operations)).run()) return violation;
    }
    return std::nullopt;
}

}  // namespace stator::testing
