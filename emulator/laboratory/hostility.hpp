// Hostility: the hostile level of one universe, and the settings that it replaced. Thread-safe.
//
// A level consists only of settings of other controls, which show them and can change them. Its
// fault rules follow the universe's own rules, and are removed with the level. Consistency and
// streams have one setting each, so the universe's own settings are restored when the level is
// switched off.
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

    // Sets the universe and its faults to that level. Setting the same level again reverts changes
    // that were made through other controls.
    void set(
        HostileLevel level, engine::Administration administration, engine::faults::FaultPlan& faults
    );

    // Copies the level and the replaced settings of `other`. Does not copy the settings themselves.
    void take(const Hostility& other);

private:
    struct State {
        HostileLevel level = HostileLevel::Off;

        // The universe's settings before the level; nullopt while the level is Off.
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
