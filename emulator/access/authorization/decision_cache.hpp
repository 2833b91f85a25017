// DecisionCache: earlier matters. A matter contains the decision if that is the same for every
// request. Thread-safe.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string_view>
#include <tuple>

#include "emulator/access/authentication/key_ring.hpp"
#include "emulator/access/authorization/decision.hpp"
#include "emulator/access/authorization/need.hpp"
#include "engine/base/mutex.hpp"

namespace stator::emulator::access::authorization {

class DecisionCache {
public:
    DecisionCache() = default;
    DecisionCache(const DecisionCache&) = delete;
    DecisionCache& operator=(const DecisionCache&) = delete;

    // Null if the matter is not cached. `policy` is the policy of the resource, or null.
    SharedMatter find(
        const std::shared_ptr<const authentication::AccessKey>& key,
        const Need& need,
        const iam::Policy* policy
    );

    // Adds a matter. If the cache is full, first discards all entries.
    void keep(const SharedMatter& matter);

private:
    // The principal, whether it is an admin, the policy of the resource, the action, the resource
    // and the account of the resource. An entry owns everything that its key points to, so that no
    // address in a key can be reused while the entry exists.
    using Case = std::tuple<
        const authentication::Principal*,
        bool,
        const iam::Policy*,
        std::size_t,
        std::string_view,
        std::string_view>;

    static constexpr std::size_t kMaxKept = 10'000;

    engine::Mutex mutex_;
    std::map<Case, SharedMatter> kept_ STATOR_GUARDED_BY(mutex_);
    // The key set that the entries belong to. Entries are discarded when the keys are reloaded.
    std::weak_ptr<const authentication::AccessKey> ring_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::emulator::access::authorization
