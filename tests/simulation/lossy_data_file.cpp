#include "tests/simulation/lossy_data_file.hpp"

#include <algorithm>
#include <map>

namespace stator::simulation {
namespace {

using engine::persistence::ChangeBatch;
using protocol::model::StreamRecord;

constexpr std::uint32_t kLateNumbers = 1'000'000;

bool has_rows(const ChangeBatch& batch) {
    return !batch.rows.empty();
}

// Exchanges what two records tell; each keeps its place.
void swap_contents(StreamRecord& left, StreamRecord& right) {
    std::swap(left, right);
    std::swap(left.position, right.position);
}

// The first two successive records of one item.
void swap_two_records(std::deque<ChangeBatch>& batches) {
    std::map<std::pair<std::uint32_t, std::string>, StreamRecord*> last;
    for (ChangeBatch& batch : batches) {
        for (engine::persistence::StreamRecordRow& row : batch.records) {
            const std::string keys(row.record.keys->payload());
            StreamRecord*& before = last[{row.stream.value, keys}];
            if (before != nullptr) return swap_contents(*before, row.record);
            before = &row.record;
        }
    }
}

}  // namespace

engine::JournalTicket LossyJournal::append(ChangeBatch batch) {
    if (fault_ == JournalFault::RepeatsDefinition) repeat_definition(batch);
    held_.push_back(std::move(batch));
    return {++appended_};
}

void LossyJournal::repeat_definition(const ChangeBatch& batch) {
    for (const engine::persistence::DefinitionChange& change : batch.definitions) {
        if (change.place.universe.empty()) continue;
        if (change.definition) {
            definitions_[change.table].definitions = {change};
        } else if (const auto known = definitions_.extract(change.table)) {
            // Table numbers are not used again: another one, as of a table that was made late.
            ChangeBatch late = known.mapped();
            late.definitions.front().table.value += kLateNumbers;
            held_.push_back(std::move(late));
            ++appended_;
        }
    }
}

void LossyJournal::apply_fault() {
    switch (fault_) {
        case JournalFault::None: break;
        case JournalFault::LosesLastBatch: {
            const auto last = std::find_if(held_.rbegin(), held_.rend(), has_rows);
            if (last != held_.rend()) held_.erase(std::next(last).base(), held_.end());
            break;
        }
        case JournalFault::TearsTransactions:
            for (ChangeBatch& batch : held_) {
                if (batch.rows.size() < 2) continue;
                batch.rows.resize(batch.rows.size() / 2);
                batch.records.resize(batch.records.size() / 2);
            }
            break;
        case JournalFault::SwapsRecords: swap_two_records(held_); break;
        case JournalFault::RepeatsDefinition: break;  // by append()
    }
}

void LossyJournal::pass(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        inner_->append(std::move(held_.front()));
        held_.pop_front();
    }
}

void LossyJournal::sync() {
    apply_fault();
    // More may be appended meanwhile, at each lock of the inner journal.
    const std::uint64_t target = appended_;
    pass(held_.size());
    synced_ = target;
    groups_.clear();
}

std::uint64_t LossyJournal::lose(std::size_t kept) {
    std::uint64_t target = synced_ + std::min<std::uint64_t>(kept, held_.size());
    for (const auto& [first, last] : groups_) {
        if (first < target && target < last) target = last;
    }
    pass(target - synced_);
    held_.clear();
    synced_ = appended_;
    inner_->close();
    return target;
}

bool LossyJournal::close() {
    sync();
    return inner_->close();
}

}  // namespace stator::simulation
