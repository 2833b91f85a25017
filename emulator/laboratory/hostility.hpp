// Hostility: how hostile one universe is, and what was there before. Thread-safe.
//
// A level is nothing but settings of other controls, which show them and can change them. Its fault
// rules stand behind the universe's own; they go when the level does. Consistency and streams have
// one setting each, so the universe's own come back when the level is switched off.
#pragma once

#include <optional>

#include "emulator/laboratory/hostile_level.hpp"
#include "engine/administration.hpp"
#include "engine/base/mutex.hpp"
#include "engine/faults/fault_plan.hpp"

namespace stator::emulator::laboratory {

class Hostility {
public:
    Hostility() = default;
    Hostility(const Hostility&) = delete;
    Hostility& operator=(const Hostility&) = delete;

    HostileLevel level() const;

    // Sets up the universe and its faults for that level. The same level again brings back what was
    // changed by hand.
    void set(
        HostileLevel level, engine::Administration administration, engine::faults::FaultPlan& faults
    );

    // Remembers the same as the other's. The settings themselves are taken elsewhere.
    void take(const Hostility& other);

private:
    struct State {
        HostileLevel level = HostileLevel::Off;

        // What the universe had before; nothing while the level is Off.
        struct Own {
            engine::consistency::LagPolicy tables;
            engine::consistency::LagPolicy indexes;
            engine::stream::Adversity streams;
        };

        std::optional<Own> own = std::nullopt;
    };

    State state() const;

    mutable engine::Mutex mutex_;
    State state_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::emulator::laboratory
