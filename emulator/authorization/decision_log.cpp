#include "emulator/authorization/decision_log.hpp"

#include <algorithm>

#include "emulator/iam/actions.hpp"

namespace stator::emulator::authorization {

std::uint64_t DecisionLog::add(DecisionRecord record) {
    auto shared = std::make_shared<DecisionRecord>(std::move(record));
    const bool is_refused = !shared->refusal.empty();
    const engine::MutexLock lock(mutex_);
    shared->number = ++last_number_;
    ++(is_refused ? totals_.refused : totals_.allowed);
    Needed& needed = needed_[shared->principal];
    for (const SharedEvaluation& evaluation : shared->evaluations) {
        note(is_refused ? needed.refused : needed.allowed, *evaluation);
    }
    const std::uint64_t number = shared->number;
    ring_.push_back(std::move(shared));
    if (ring_.size() > kCapacity) ring_.pop_front();
    return number;
}

// Nearly every request needs what another one has needed.
void DecisionLog::note(ByAction& needed, const Evaluation& evaluation) {
    Resources& resources = needed[evaluation.question.action];
    if (grants_ >= kMaxGrants || resources.contains(evaluation.question.resource)) return;
    resources.insert(evaluation.question.resource);
    ++grants_;
}

DecisionLog::RecordPtr DecisionLog::find(std::uint64_t number) const {
    const engine::MutexLock lock(mutex_);
    const auto found = std::ranges::lower_bound(ring_, number, {}, [](const RecordPtr& record) {
        return record->number;
    });
    return found == ring_.end() || (*found)->number != number ? nullptr : *found;
}

std::vector<DecisionLog::RecordPtr> DecisionLog::list(bool only_refused, std::size_t limit) const {
    std::vector<RecordPtr> records;
    const engine::MutexLock lock(mutex_);
    for (auto record = ring_.rbegin(); record != ring_.rend() && records.size() < limit; ++record) {
        if (!only_refused || !(*record)->refusal.empty()) records.push_back(*record);
    }
    std::ranges::reverse(records);
    return records;
}

std::map<std::string, Grants> DecisionLog::needed(bool with_refused) const {
    std::map<std::string, Grants> result;
    const engine::MutexLock lock(mutex_);
    for (const auto& [principal, needed] : needed_) {
        Grants grants;
        const auto add = [&](const ByAction& by_action) {
            for (const auto& [action, resources] : by_action) {
                for (const auto& resource : resources) {
                    grants.emplace(iam::action_name(action), resource);
                }
            }
        };
        add(needed.allowed);
        if (with_refused) add(needed.refused);
        if (!grants.empty()) result.emplace(principal, std::move(grants));
    }
    return result;
}

DecisionLog::Totals DecisionLog::totals() const {
    const engine::MutexLock lock(mutex_);
    return totals_;
}

void DecisionLog::clear() {
    const engine::MutexLock lock(mutex_);
    ring_.clear();
    needed_.clear();
    grants_ = 0;
}

}  // namespace stator::emulator::authorization
