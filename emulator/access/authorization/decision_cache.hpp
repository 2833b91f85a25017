// DecisionCache: what somebody has asked for before, with the decision if it is always the same.
// Thread-safe.
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

    // Null when it is not known. `policy` is the resource's, or null.
    SharedMatter find(
        const std::shared_ptr<const authentication::AccessKey>& key,
        const Need& need,
        const iam::Policy* policy
    );

    void keep(const SharedMatter& matter);

private:
    // Who, whether as an admin, the resource's policy, the action, the resource and its account.
    // An entry owns whatever its key points to, so that no address in it can come to mean another.
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
    // Whose principals the entries are: once the keys are read anew, nobody asks for these again.
    std::weak_ptr<const authentication::AccessKey> ring_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::emulator::access::authorization
