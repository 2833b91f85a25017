#include "tools/copy/table_items.hpp"

#include <functional>

#include "protocol/base/result.hpp"
#include "protocol/wire/json.hpp"
#include "tools/client/batch_writer.hpp"
#include "tools/client/replies.hpp"
#include "tools/client/scan_page.hpp"

namespace stator::tools::copy {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

// The items of a source page with the anonymisation rules applied. Views into the page or into
// `changed`.
class ChangedItems {
public:
    ChangedItems(const CopyTools& tools, const std::string& table) : tools_(tools), table_(table) {}

    emulator::Accepted<std::vector<std::string_view>> of(const client::ScanPage& page) {
        if (tools_.anonymiser == nullptr) return page.items;
        changed_.clear();
        for (const std::string_view item : page.items) {
            STATOR_TRY(std::string text, tools_.anonymiser->apply(table_, item));
            changed_.push_back(std::move(text));
        }
        return std::vector<std::string_view>(changed_.begin(), changed_.end());
    }

private:
    const CopyTools& tools_;
    const std::string& table_;
    std::vector<std::string> changed_;
};

using TakePage = std::function<emulator::Accepted<void>(const client::ScanPage& page)>;

// Returns the units that the server reports, or an estimate.
double read_units(const client::ScanPage& page, std::size_t reply_bytes) {
    constexpr double kBytesOfAReadUnit = 4096;
    const double estimate = 1 + static_cast<double>(reply_bytes) / kBytesOfAReadUnit;
    if (page.consumed_capacity.empty()) return estimate;
    const auto document =
        JsonDocument::parse("{\"ConsumedCapacity\":" + std::string(page.consumed_capacity) + "}");
    if (!document) return estimate;
    return client::consumed_units(document->root()).value_or(estimate);
}

emulator::Accepted<void> scan_segment(
    const CopyTools& tools,
    client::ApiClient& api,
    const std::string& table,
    client::Segment segment,
    std::string start,
    const TakePage& take
) {
    do {
        if (tools.pause.is_stopped()) return emulator::Refusal{"something else failed first"};
        auto reply =
            api.call("Scan", client::page_request(table, start, segment, tools.reads.is_set()));
        if (const auto* failure = std::get_if<client::ApiFailure>(&reply)) {
            return emulator::Refusal{table + ": " + failure->sentence};
        }
        const std::string& text = std::get<std::string>(reply);
        const auto page = client::cut_scan_page(text);
        if (!page) {
            return emulator::Refusal{table + ": the reply to a Scan is no whole JSON object"};
        }
        tools.pause.wait(tools.reads.spend(read_units(*page, text.size()), tools.clock.now()));
        STATOR_CHECK(take(*page));
        start = page->last_evaluated_key;
    } while (!start.empty());
    return {};
}

emulator::Accepted<void> copy_segment(
    const CopyTools& tools, std::size_t number, const TableState& table, Job job
) {
    const SegmentState& so_far = table.segments[job.number];
    if (so_far.is_done) return {};
    Link& link = *tools.links[job.worker];
    client::BatchWriter::Spend spend;
    if (tools.writes.is_set()) {
        spend = [&tools](double units) {
            tools.pause.wait(tools.writes.spend(units, tools.clock.now()));
        };
    }
    client::BatchWriter writer(link.to, table.name, spend);
    const client::Segment segment{job.number, table.segments.size()};
    ChangedItems changed(tools, table.name);
    const auto take = [&](const client::ScanPage& page) -> emulator::Accepted<void> {
        STATOR_TRY(const auto items, changed.of(page));
        const auto written = writer.write(items);
        if (written.has_error()) {
            return emulator::Refusal{table.name + ": " + written.error().sentence};
        }
        tools.progress.add(page.items.size());
        return tools.state.change([&](std::vector<TableState>& tables) {
            SegmentState& state = tables[number].segments[job.number];
            state.items += page.items.size();
            state.next = page.last_evaluated_key;
            state.is_done = page.last_evaluated_key.empty();
        });
    };
    return scan_segment(tools, link.from, table.name, segment, so_far.next, take);
}

}  // namespace

emulator::Accepted<void> copy_items(const CopyTools& tools, std::size_t table) {
    const TableState state = tools.state.tables()[table];
    return run_jobs(
        tools.links.size(),
        state.segments.size(),
        tools.pause,
        [&](Job job) { return copy_segment(tools, table, state, job); },
        [&] { tools.progress.tick(); }
    );
}

emulator::Accepted<BothSides> compare_items(
    const CopyTools& tools, const std::string& table, std::size_t segments
) {
    BothSides sums;
    std::mutex mutex;
    const auto sum_up = [&](Job job) -> emulator::Accepted<void> {
        const bool is_from = job.number < segments;
        Link& link = *tools.links[job.worker];
        const client::Segment segment{job.number % segments, segments};
        Checksum sum;
        ChangedItems changed(tools, table);
        const auto add = [&](const client::ScanPage& page) -> emulator::Accepted<void> {
            std::vector<std::string_view> items = page.items;
            if (is_from) {
                STATOR_TRY(items, changed.of(page));
            }
            for (const std::string_view item : items) sum.add(item);
            tools.progress.add(items.size());
            return {};
        };
        STATOR_CHECK(scan_segment(tools, is_from ? link.from : link.to, table, segment, {}, add));
        const std::lock_guard lock(mutex);
        (is_from ? sums.from : sums.to).add(sum);
        return {};
    };
    STATOR_CHECK(run_jobs(tools.links.size(), 2 * segments, tools.pause, sum_up, [&] {
        tools.progress.tick();
    }));
    return sums;
}

}  // namespace stator::tools::copy
