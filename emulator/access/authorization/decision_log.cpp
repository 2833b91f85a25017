#include "emulator/access/authorization/decision_log.hpp"

#include <algorithm>
#include <limits>

#include "emulator/access/iam/actions.hpp"

namespace stator::emulator::access::authorization {

std::uint64_t DecisionLog::add(DecisionRecord record) {
    const bool is_refused = !record.refusal.empty();
    const engine::MutexLock lock(mutex_);
    const std::uint64_t number = ++last_number_;
    record.number = number;
    ++(is_refused ? totals_.refused : totals_.allowed);
    for (const Evaluation& evaluation : record.evaluations) {
        note(evaluation.matter, is_refused, record.key->caller.arn);
    }
    ring_.push_back(std::move(record));
    return number;
}

void DecisionLog::note(const SharedMatter& matter, bool is_refused, const std::string& principal) {
    if (noted_.contains(Noted(matter, is_refused))) return;
    if (noted_.size() >= kMaxNoted) noted_.clear();
    noted_.emplace(matter, is_refused);
    const iam::Question& question = matter->question;
    Needed& needed = needed_[principal];
    Resources& resources = (is_refused ? needed.refused : needed.allowed)[question.action];
    if (grants_ < kMaxGrants && resources.insert(question.resource).second) ++grants_;
}

DecisionLog::RecordPtr DecisionLog::find(std::uint64_t number) const {
    const engine::MutexLock lock(mutex_);
    if (ring_.empty() || number < ring_.front().number) return nullptr;
    const std::uint64_t at = number - ring_.front().number;
    return at < ring_.size() ? std::make_shared<const DecisionRecord>(ring_[at]) : nullptr;
}

// Copies few records at a time, because requests wait for the lock.
std::vector<DecisionLog::RecordPtr> DecisionLog::list(bool only_refused, std::size_t limit) const {
    constexpr std::uint64_t kAtOnce = 256;
    std::vector<RecordPtr> records;
    std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
    while (records.size() < limit) {
        const engine::MutexLock lock(mutex_);
        if (ring_.empty() || end <= ring_.front().number) break;
        std::uint64_t at = std::min<std::uint64_t>(end - ring_.front().number, ring_.size());
        for (std::uint64_t i = 0; i < kAtOnce && at > 0 && records.size() < limit; ++i) {
            const DecisionRecord& record = ring_[--at];
            if (only_refused && record.refusal.empty()) continue;
            records.push_back(std::make_shared<const DecisionRecord>(record));
        }
        end = ring_.front().number + at;
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
    noted_.clear();
    grants_ = 0;
}

}  // namespace stator::emulator::access::authorization
