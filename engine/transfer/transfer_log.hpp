// TransferLog: the exports, the imports or the bulk operations of a universe's tables in all
// regions, both running and finished. A durable section: the next process restarts transfers that
// were running when the process ended.
//
// Thread-safe. Its lock comes after those of catalogs and partitions, before the journal's.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/base/place.hpp"
#include "engine/base/seeded_random.hpp"
#include "engine/base/uuid.hpp"
#include "engine/persistence/durable_section.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/base/result.hpp"
#include "protocol/formats/transfer/export.hpp"
#include "protocol/formats/transfer/transfer_arn.hpp"
#include "protocol/operations/transfers/transfer_shapes.hpp"

namespace stator::engine::transfer {

struct TransferTotals {
    std::uint64_t in_progress = 0;
    std::uint64_t completed = 0;
    std::uint64_t failed = 0;
    std::uint64_t cancelled = 0;
    std::int64_t items = 0;  // of finished transfers

    friend bool operator==(const TransferTotals&, const TransferTotals&) = default;
};

// `Kind` defines the stored Description, the input of the work (Source), the encoding, and how many
// transfers may be in progress in a region at a time.
template <class Kind>
class TransferLog final : public persistence::DurableSection {
public:
    using Description = typename Kind::Description;
    using Source = typename Kind::Source;
    using TransferStatus = protocol::formats::transfer::TransferStatus;
    static constexpr std::string_view kArn = Kind::kArn;

    TransferLog(std::string universe, std::string account)
        : universe_(std::move(universe)), account_(std::move(account)) {}

    // A transfer with the same ClientToken that started within the last eight hours.
    struct Repeated {
        Description description;
        bool is_same = false;  // the requests are equal
    };

    std::optional<Repeated> find_repeated(
        std::string_view region, const std::string& token, std::string_view request, Instant now
    ) const {
        if (token.empty()) return std::nullopt;
        const MutexLock lock(mutex_);
        for (const auto& [key, record] : records_) {
            const Description& known = record.description;
            const bool is_repeated = key.first == region &&
                                     known.specification.client_token == token &&
                                     now - known.start < protocol::kTransferTokenLifeMs;
            if (is_repeated) return Repeated{known, known.request == request};
        }
        return std::nullopt;
    }

    // A new transfer, and when its work is due.
    struct Beginning {
        Place place = {};
        Description description = {};  // without ARN
        Source source = {};
        Instant due = {};
        std::uint64_t seed = 0;  // for the random part of its ARN
    };

    // A description, and the journal ticket that makes its change durable.
    using Noted = std::pair<Description, JournalTicket>;

    // Adds a transfer. Error: the maximum number of transfers is in progress.
    Result<Noted> begin(Beginning beginning, persistence::Recorder& recorder) {
        Description& description = beginning.description;
        const Instant time = Kind::time_of_id(description);
        const MutexLock lock(mutex_);
        STATOR_CHECK(Kind::admit(under_way(beginning.place.region)));
        auto rows = drop_old(description.start);
        Key key{beginning.place.region, ""};
        std::uint64_t draw = mix(beginning.seed, description.table_arn);
        do {
            draw = mix(draw, static_cast<std::uint64_t>(time.unix_ms()));
            description.arn = protocol::formats::transfer::transfer_arn(
                description.table_arn, Kind::kArn, time, static_cast<std::uint32_t>(draw)
            );
            key.second = key_of_arn(description.arn);
        } while (records_.contains(key));
        auto& token = description.specification.client_token;
        if (token.empty()) {
            // In the format of the AWS SDKs.
            const std::uint64_t bits = mix(beginning.seed, description.arn);
            token = uuid_text(bits, mix(bits));
        }
        const auto [place, is_new] = records_.emplace(
            key, Record{description, std::move(beginning.source), beginning.due, false}
        );
        rows.push_back(row_of(key, place->second));
        return Noted{description, recorder.record(std::move(rows))};
    }

    // Checks whether another transfer may begin. Error: the maximum number is in progress.
    Result<void> admit(std::string_view region) const {
        const MutexLock lock(mutex_);
        return Kind::admit(under_way(region));
    }

    // Finds a transfer by its id and its table's name, regardless of the account in the ARN.
    std::optional<Description> find(std::string_view region, std::string_view arn) const {
        const MutexLock lock(mutex_);
        const auto found = records_.find(Key(region, key_of_arn(arn)));
        if (found == records_.end()) return std::nullopt;
        return found->second.description;
    }

    // Lists transfers, newest first, starting after the given one. Only one table's, unless its ARN
    // is "".
    requests::transfers::TransferPage<Description> list(
        std::string_view region,
        std::string_view table_arn,
        std::string_view start_arn,
        std::int64_t most
    ) const {
        requests::transfers::TransferPage<Description> page;
        const std::string start = key_of_arn(start_arn);
        const MutexLock lock(mutex_);
        for (auto at = records_.rbegin(); at != records_.rend(); ++at) {
            const Description& known = at->second.description;
            const bool is_wanted = table_arn.empty() || table_arn == known.table_arn;
            if (at->first.first != region || !is_wanted) continue;
            if (!start.empty() && at->first.second >= start) continue;
            if (static_cast<std::int64_t>(page.descriptions.size()) == most) {
                page.next_arn = page.descriptions.back().arn;
                break;
            }
            page.descriptions.push_back(known);
        }
        return page;
    }

    // All transfers, by region, newest first.
    std::vector<std::pair<std::string, Description>> all() const {
        std::vector<std::pair<std::string, Description>> all;
        const MutexLock lock(mutex_);
        for (const auto& [key, record] : records_) all.emplace_back(key.first, record.description);
        std::ranges::stable_sort(all, [](const auto& left, const auto& right) {
            if (left.first != right.first) return left.first < right.first;
            return left.second.start > right.second.start;
        });
        return all;
    }

    TransferTotals totals() const {
        TransferTotals totals;
        const MutexLock lock(mutex_);
        for (const auto& [key, record] : records_) {
            totals.items += Kind::items_of(record.description);
            switch (record.description.status) {
                case TransferStatus::InProgress:
                case TransferStatus::Cancelling: ++totals.in_progress; break;
                case TransferStatus::Completed:
                case TransferStatus::CompletedWithErrors: ++totals.completed; break;
                case TransferStatus::Failed: ++totals.failed; break;
                case TransferStatus::Cancelled: ++totals.cancelled; break;
            }
        }
        return totals;
    }

    // A transfer whose work is due. Its source is empty after a restart.
    struct Due {
        Place place;
        std::string key;
        Description description;
        Source source;
    };

    // Returns each due transfer once. The caller runs it and then calls end() or pause().
    std::vector<Due> take_due(Instant now) {
        std::vector<Due> due;
        const MutexLock lock(mutex_);
        for (auto& [key, record] : records_) {
            if (!record.waits() || record.due > now) continue;
            record.is_running = true;
            due.push_back(
                {{universe_, key.first}, key.second, record.description, std::move(record.source)}
            );
        }
        return due;
    }

    // The time of the next pending work, or kNever.
    Instant next_due() const {
        Instant next = kNever;
        const MutexLock lock(mutex_);
        for (const auto& [key, record] : records_) {
            if (record.waits()) next = std::min(next, record.due);
        }
        return next;
    }

    // True if the transfer still belongs to this universe, that is, its contents have not been
    // replaced.
    bool is_running(const Due& due) const {
        const MutexLock lock(mutex_);
        const auto found = records_.find(Key(due.place.region, due.key));
        return found != records_.end() && found->second.is_running;
    }

    // True if cancellation has been requested.
    bool is_cancelled(const Due& due) const {
        const MutexLock lock(mutex_);
        const auto found = records_.find(Key(due.place.region, due.key));
        return found != records_.end() &&
               found->second.description.status == TransferStatus::Cancelling;
    }

    // Cancels a running transfer, whose next step is then due immediately. No effect on a finished
    // one. Returns nullopt if the transfer does not exist. The region's catalog must be locked.
    std::optional<Noted> cancel(
        std::string_view region, std::string_view arn, Instant now, persistence::Recorder& recorder
    ) {
        const MutexLock lock(mutex_);
        const auto found = records_.find(Key(region, key_of_arn(arn)));
        if (found == records_.end()) return std::nullopt;
        Record& record = found->second;
        if (record.description.status != TransferStatus::InProgress) {
            return Noted{record.description, {}};
        }
        record.description.status = TransferStatus::Cancelling;
        record.due = std::min(record.due, now);
        return Noted{record.description, recorder.record({row_of(found->first, record)})};
    }

    // Updates the progress. Not persisted, because a restart repeats the work.
    void note_progress(const Due& due, const Description& so_far) {
        const MutexLock lock(mutex_);
        const auto found = records_.find(Key(due.place.region, due.key));
        if (found != records_.end() && found->second.is_running) {
            Kind::copy_progress(found->second.description, so_far);
        }
    }

    // Schedules the transfer's next step at `until`, or immediately if it has been cancelled.
    // Returns the time.
    Instant pause(const Due& due, Source source, Instant until) {
        const MutexLock lock(mutex_);
        const auto found = records_.find(Key(due.place.region, due.key));
        if (found == records_.end() || !found->second.is_running) return kNever;
        Record& record = found->second;
        record.is_running = false;
        record.source = std::move(source);
        const bool is_cancelled = record.description.status == TransferStatus::Cancelling;
        record.due = is_cancelled ? kBeforeAll : until;
        return record.due;
    }

    // True if a transfer of that table is in progress.
    bool is_under_way(std::string_view region, std::string_view table_arn) const {
        const MutexLock lock(mutex_);
        return std::ranges::any_of(records_, [&](const auto& one) {
            const Description& known = one.second.description;
            return one.first.first == region && known.table_arn == table_arn &&
                   !is_over(known.status);
        });
    }

    // Stores the final description, if the transfer still belongs to this universe.
    void end(const Due& due, Description description, persistence::Recorder& recorder) {
        const Key key(due.place.region, due.key);
        const MutexLock lock(mutex_);
        const auto found = records_.find(key);
        if (found == records_.end() || !found->second.is_running) return;
        found->second = Record{std::move(description)};
        recorder.record({row_of(key, found->second)});
    }

    std::string_view name() const override { return Kind::kSection; }

    bool adapt(persistence::EntryRow& row) const override {
        return row.value && Kind::decode(*row.value).has_value();
    }

    void restore(const persistence::EntryRow& row) override {
        auto description = Kind::decode(*row.value);
        if (!description) return;
        // The row may come from another account's universe.
        for (std::string* arn : {&description->arn, &description->table_arn}) {
            *arn = model::arn_of_account(*arn, account_);
        }
        const MutexLock lock(mutex_);
        records_[Key(row.place.region, row.key)] = Record{*std::move(description)};
    }

    std::vector<persistence::EntryRow> contents(std::string_view) const override {
        const MutexLock lock(mutex_);
        return rows();
    }

    std::vector<persistence::EntryRow> forget(std::string_view) override {
        const MutexLock lock(mutex_);
        auto forgotten = rows();
        records_.clear();
        return forgotten;
    }

private:
    struct Record {
        Description description;
        // Used while the transfer is in progress.
        Source source = {};
        Instant due = {};
        bool is_running = false;

        bool waits() const { return !is_over(description.status) && !is_running; }
    };

    // The region, and the id followed by the table's name: sorted by time.
    using Key = std::pair<std::string, std::string>;

    static std::string key_of_arn(std::string_view arn) {
        const auto parts = protocol::formats::transfer::split_transfer_arn(arn, Kind::kArn);
        if (!parts) return {};
        return std::string(parts->id).append("/").append(parts->table_name);
    }

    persistence::EntryRow row_of(const Key& key, const Record& record) const {
        return {
            std::string(name()),
            {universe_, key.first},
            key.second,
            Kind::encode(record.description)};
    }

    std::vector<persistence::EntryRow> rows() const STATOR_REQUIRES(mutex_) {
        std::vector<persistence::EntryRow> rows;
        for (const auto& [key, record] : records_) rows.push_back(row_of(key, record));
        return rows;
    }

    std::int64_t under_way(std::string_view region) const STATOR_REQUIRES(mutex_) {
        return std::ranges::count_if(records_, [&](const auto& one) {
            return one.first.first == region && !is_over(one.second.description.status);
        });
    }

    // Drops old finished transfers and returns the rows that delete them from the journal.
    std::vector<persistence::EntryRow> drop_old(Instant now) STATOR_REQUIRES(mutex_) {
        std::vector<persistence::EntryRow> rows;
        for (auto at = records_.begin(); at != records_.end();) {
            const Description& known = at->second.description;
            const bool is_old =
                is_over(known.status) && now - known.start > protocol::kTransferLifeMs;
            if (is_old) {
                const auto& [region, key] = at->first;
                rows.push_back({std::string(name()), {universe_, region}, key, std::nullopt});
            }
            at = is_old ? records_.erase(at) : std::next(at);
        }
        return rows;
    }

    const std::string universe_;
    const std::string account_;
    mutable Mutex mutex_;
    std::map<Key, Record> records_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::transfer
