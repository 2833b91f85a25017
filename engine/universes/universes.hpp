// Universes: every universe of a process, by name.
//
// The default universe, "", always exists and lives as long as this object. Another one lives until
// it has been removed and the last request that works in it has ended. Thread-safe.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/mutex.hpp"
#include "engine/universes/universe.hpp"

namespace stator::engine::universes {

class Universes {
public:
    using MakeUniverse = std::function<std::shared_ptr<Universe>(const std::string& name)>;

    explicit Universes(MakeUniverse make);

    // Created on first use, by `make`.
    std::shared_ptr<Universe> find(const std::string& name) { return find(name, make_); }

    std::shared_ptr<Universe> find(const std::string& name, const MakeUniverse& make);

    // Null when there is none of that name.
    std::shared_ptr<Universe> find_existing(const std::string& name) const;

    // Costs no lock and no count of references.
    Universe& default_universe() const { return *default_; }

    // In the order of their names.
    std::vector<std::shared_ptr<Universe>> all() const;

    std::vector<std::string> names() const;

    // The regions of one universe; none when it does not exist.
    std::vector<Region> regions(const std::string& universe) const;

    bool exists(const std::string& name) const { return find_existing(name) != nullptr; }

    // Null when a universe of that name exists.
    std::shared_ptr<Universe> add(const std::string& name) { return add(name, make_); }

    std::shared_ptr<Universe> add(const std::string& name, const MakeUniverse& make);

    // Forgets the universe, which must not be the default one. Another one of its name stays.
    void remove(const std::shared_ptr<Universe>& universe);

private:
    const MakeUniverse make_;
    const std::shared_ptr<Universe> default_;
    mutable SharedMutex mutex_;
    std::map<std::string, std::shared_ptr<Universe>> universes_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::universes
