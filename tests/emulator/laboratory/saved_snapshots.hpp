// A server with a directory of snapshots, for tests of saving and restoring them.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "emulator/laboratory/snapshots.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::laboratory {

class SnapshotsTest : public ::testing::Test {
protected:
    SnapshotsTest() { open(false); }

    // A server with or without a data file of its own.
    void open(bool is_persistent) {
        testing::WorldOptions options;
        if (world_) {
            options.real_time = world_->real().now();
            EXPECT_TRUE(world_->engine().close());
        }
        world_.reset();
        if (is_persistent) options.directory = data_.path();
        options.snapshots = directory();
        world_.emplace(options);
    }

    testing::World& world() { return *world_; }

    Snapshots& snapshots() { return world_->laboratories().snapshots(); }

    std::string directory() const { return files_.path() + "/snapshots"; }

    std::string file(const std::string& name) const {
        return directory() + "/" + name + "/stator.db";
    }

    // Saves a snapshot. Returns "saved" or the error.
    std::string save(
        const std::string& name, const std::string& universe, bool overwrites = false
    ) {
        const auto saved = snapshots().save(name, universe, overwrites);
        return saved ? "saved" : said(saved.error());
    }

    using RestoredTime = Snapshots::RestoredTime;

    std::string restore(
        const std::string& name, const std::string& universe, RestoredTime time = RestoredTime::Kept
    ) {
        const auto restored = snapshots().restore(name, universe, time);
        return restored ? "restored" : said(restored.error());
    }

    std::string remove(const std::string& name) {
        const auto removed = snapshots().remove(name);
        return removed ? "removed" : said(removed.error());
    }

    static std::string said(const Refusal& refusal) {
        return std::to_string(refusal.status) + " " + refusal.sentence;
    }

    testing::TemporaryDirectory files_;
    testing::TemporaryDirectory data_;
    std::optional<testing::World> world_;
};

}  // namespace stator::emulator::laboratory
