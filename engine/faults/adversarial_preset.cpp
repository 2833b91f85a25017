#include "engine/faults/adversarial_preset.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/base/limits.hpp"
#include "protocol/errors/usual.hpp"
#include "protocol/operations/requests/operation_list.hpp"

namespace stator::engine::faults {
namespace {

using protocol::ErrorType;
using requests::OperationTraits;
using requests::Plane;
using Operations = std::vector<std::string>;

// The names of the operations for which `is_meant` returns true.
template <class Predicate>
Operations operations_that(Predicate is_meant) {
    Operations names;
    for (const auto& operation : requests::requests::all_operations()) {
        if (is_meant(operation.traits)) names.emplace_back(operation.traits.name);
    }
    return names;
}

bool reads_pages(const OperationTraits& traits) {
    return traits.page.has_value();
}

bool is_about_items(const OperationTraits& traits) {
    return traits.plane == Plane::Data;
}

bool is_about_items_or_streams(const OperationTraits& traits) {
    return traits.plane != Plane::Control;
}

class Preset {
public:
    void add(std::string_view name, Operations operations, double probability, Fault fault) {
        FaultRule rule;
        rule.name = std::string("adversarial-").append(name);
        rule.match.operations = std::move(operations);
        rule.match.probability = probability;
        rule.fault = std::move(fault);
        rules_.push_back(std::move(rule));
    }

    void add_error(
        std::string_view name, Operations operations, double probability, ErrorType type
    ) {
        Fault fault;
        fault.error = errors::usual_error(type);
        add(name, std::move(operations), probability, std::move(fault));
    }

    void add_throttle(
        std::string_view name, Operations operations, double probability, Throttle throttle
    ) {
        Fault fault;
        fault.throttle = std::move(throttle);
        add(name, std::move(operations), probability, std::move(fault));
    }

    std::vector<FaultRule> take() { return std::move(rules_); }

private:
    std::vector<FaultRule> rules_;
};

// Rules that let the request succeed.
void add_rare_successes(Preset& preset, double intensity) {
    const Operations all = operations_that(is_about_items_or_streams);
    const Operations paged = operations_that(reads_pages);
    preset.add("latency", all, intensity, {.latency = Distribution::uniform(0, 5)});
    // Below 1, because otherwise a client that reads page after page would never make progress.
    preset.add("empty-page", paged, 0.4 * intensity, {.page_rows = 0});
    preset.add("one-row-page", paged, intensity, {.page_rows = 1});
    preset.add("two-row-page", paged, intensity, {.page_rows = 2});
    preset.add(
        "partial-batch",
        operations_that(std::mem_fn(&OperationTraits::is_batch)),
        intensity,
        {.unprocessed_fraction = 0.5}
    );
}

// The factors add up to 1 for the operation that most of the rules match.
void add_errors(Preset& preset, double budget) {
    using enum errors::ThroughputLimit;
    constexpr std::size_t kLast = static_cast<std::size_t>(protocol::kMaxTransactItems) - 1;
    const Operations data = operations_that(is_about_items);
    const Operations all = operations_that(is_about_items_or_streams);
    preset.add(
        "first-conflict",
        operations_that(std::mem_fn(&OperationTraits::meets_transactions)),
        0.10 * budget,
        {.conflict_at = 0}
    );
    preset.add(
        "last-conflict",
        operations_that(std::mem_fn(&OperationTraits::is_transaction)),
        0.05 * budget,
        {.conflict_at = kLast}
    );
    const auto any = [](std::optional<errors::ThroughputLimit> limit) {
        return Throttle{.limit = limit, .part = ThrottledPart::Any};
    };
    preset.add_throttle("throttle", data, 0.20 * budget, any(std::nullopt));
    preset.add_throttle("hot-key", data, 0.10 * budget, any(KeyRange));
    preset.add_throttle("maximum", data, 0.05 * budget, any(MaxOnDemand));
    preset.add_throttle("account-limit", data, 0.05 * budget, any(Account));
    preset.add_error("internal-error", all, 0.15 * budget, ErrorType::InternalServerError);
    preset.add_error("unavailable", all, 0.10 * budget, ErrorType::ServiceUnavailable);
    preset.add("drop-before", data, 0.10 * budget, {.delivery = Delivery::DropBefore});
    preset.add("drop-after", data, 0.10 * budget, {.delivery = Delivery::DropAfter});
}

}  // namespace

std::vector<FaultRule> adversarial_rules(double intensity, double most_errors) {
    Preset preset;
    add_rare_successes(preset, intensity);
    add_errors(preset, std::min(intensity, most_errors));
    return preset.take();
}

}  // namespace stator::engine::faults
