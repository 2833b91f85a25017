#include "emulator/access/authorization/decision_cache.hpp"

namespace stator::emulator::access::authorization {

SharedMatter DecisionCache::find(
    const std::shared_ptr<const authentication::AccessKey>& key,
    const Need& need,
    const iam::Policy* policy
) {
    const Case asked{
        key->principal.get(), key->is_admin, policy, need.action, need.resource, need.account};
    const engine::MutexLock lock(mutex_);
    if (ring_.owner_before(key) || key.owner_before(ring_)) {
        kept_.clear();
        ring_ = key;
    }
    const auto found = kept_.find(asked);
    return found == kept_.end() ? nullptr : found->second;
}

void DecisionCache::keep(const SharedMatter& matter) {
    const iam::Question& question = matter->question;
    const Case decided{
        matter->principal.get(),
        matter->is_admin,
        question.resource_policy,
        question.action,
        question.resource,
        question.account};
    const engine::MutexLock lock(mutex_);
    if (kept_.size() >= kMaxKept) kept_.clear();
    kept_.emplace(decided, matter);
}

}  // namespace stator::emulator::access::authorization
