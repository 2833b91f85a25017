// Universes: every universe of a process, by name.
//
// The default universe, "", always exists and lives as long as this object. Any other universe
// lives until it has been removed and the last request that uses it has ended. Thread-safe.
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

    // Creates the universe on first use, with `make`.
    std::shared_ptr<Universe> find(const std::string& name) { return find(name, make_); }

    std::shared_ptr<Universe> find(const std::string& name, const MakeUniverse& make);

    // Returns null if the universe does not exist.
    std::shared_ptr<Universe> find_existing(const std::string& name) const;

    // Takes no lock and counts no references.
    Universe& default_universe() const { return *default_; }

    // All universes, sorted by name.
    std::vector<std::shared_ptr<Universe>> all() const;

    std::vector<std::string> names() const;

    // The regions of one universe. Empty if it does not exist.
    std::vector<Region> regions(const std::string& universe) const;

    bool exists(const std::string& name) const { return find_existing(name) != nullptr; }

    // Returns null if a universe of that name exists.
    std::shared_ptr<Universe> add(const std::string& name) { return add(name, make_); }

    std::shared_ptr<Universe> add(const std::string& name, const MakeUniverse& make);

    // Removes the universe, which must not be the default one. Does not remove a different universe
    // with the same name.
    void remove(const std::shared_ptr<Universe>& universe);

private:
    const MakeUniverse make_;
    const std::shared_ptr<Universe> default_;
    mutable SharedMutex mutex_;
    std::map<std::string, std::shared_ptr<Universe>> universes_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::universes
