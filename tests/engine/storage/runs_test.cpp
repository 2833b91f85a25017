// Compares Runs with std::set, under random changes, copies and splits.
#include "engine/storage/runs.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace stator::engine::storage {
namespace {

// Few different ranks, so that keys of one rank are in several runs.
using Key = std::pair<std::uint64_t, std::uint64_t>;

struct KeyTraits {
    static std::uint64_t rank(const Key& key) { return key.first; }

    static int compare(const Key& left, const Key& right) {
        return left < right ? -1 : right < left ? 1 : 0;
    }

    static void prepare_copy(std::span<const Key>) {}
};

using KeyRuns = Runs<Key, KeyTraits>;
using Model = std::set<Key>;

void insert(KeyRuns& runs, const Key& key) {
    const auto place = runs.own(key);
    if (runs.is_end(place) || *place.at != key) runs.insert(place, key);
}

void erase(KeyRuns& runs, const Key& key) {
    const auto place = runs.own(key);
    if (!runs.is_end(place) && *place.at == key) runs.erase(place);
}

// Compares the set and the model in both directions, and from random positions.
void expect_same(const KeyRuns& runs, const Model& model, std::mt19937_64& random) {
    ASSERT_TRUE(std::equal(runs.begin(), runs.end(), model.begin(), model.end()));
    std::vector<Key> backwards;
    for (auto at = runs.end(); at != runs.begin();) backwards.push_back(*--at);
    ASSERT_TRUE(std::equal(backwards.begin(), backwards.end(), model.rbegin(), model.rend()));
    for (int i = 0; i < 50; ++i) {
        const Key key(random() % 12, random() % 20'000);
        const auto lower = runs.lower_bound(key);
        const auto expected = model.lower_bound(key);
        ASSERT_EQ(lower == runs.end(), expected == model.end());
        if (expected != model.end()) {
            ASSERT_EQ(*lower, *expected);
        }
        const auto upper = runs.upper_bound(key);
        const auto behind = model.upper_bound(key);
        ASSERT_EQ(upper == runs.end(), behind == model.end());
        if (behind != model.end()) {
            ASSERT_EQ(*upper, *behind);
        }
        const Key* const found = runs.find(key);
        ASSERT_EQ(found != nullptr, model.contains(key));
    }
}

TEST(Runs, AreAnOrderedSet) {
    std::mt19937_64 random(1);
    KeyRuns runs;
    Model model;
    expect_same(runs, model, random);
    for (int round = 0; round < 16; ++round) {
        // The set grows in the first rounds and shrinks in the later ones.
        const bool grows = round < 10;
        for (int i = 0; i < 3'000; ++i) {
            const Key key(random() % 12, random() % 20'000);
            if (grows || i % 8 == 0) {
                insert(runs, key);
                model.insert(key);
            } else if (!model.empty()) {
                const auto gone = model.lower_bound(key);
                const Key erased = gone == model.end() ? *model.begin() : *gone;
                erase(runs, erased);
                model.erase(erased);
            }
        }
        ASSERT_NO_FATAL_FAILURE(expect_same(runs, model, random));
    }
    while (!model.empty()) {
        erase(runs, *model.begin());
        model.erase(model.begin());
    }
    ASSERT_NO_FATAL_FAILURE(expect_same(runs, model, random));
    EXPECT_TRUE(runs.is_empty());
}

TEST(Runs, CopiesDoNotChangeWithEachOther) {
    std::mt19937_64 random(2);
    std::vector<std::pair<KeyRuns, Model>> sets(1);
    for (std::uint64_t i = 0; i < 30'000; ++i) {
        sets.front().first.append({i / 10'000, i});
        sets.front().second.insert({i / 10'000, i});
    }
    for (int round = 0; round < 12; ++round) {
        if (sets.size() < 4) sets.push_back(sets[random() % sets.size()]);
        for (auto& [runs, model] : sets) {
            for (int i = 0; i < 200; ++i) {
                const Key key(random() % 4, random() % 40'000);
                if (random() % 2 == 0) {
                    insert(runs, key);
                    model.insert(key);
                } else {
                    erase(runs, key);
                    model.erase(key);
                }
            }
        }
        for (const auto& [runs, model] : sets) {
            ASSERT_NO_FATAL_FAILURE(expect_same(runs, model, random));
        }
        if (round % 5 == 4) sets.erase(sets.begin());
    }
}

TEST(Runs, AChangeCopiesOneRun) {
    KeyRuns runs;
    for (std::uint64_t i = 0; i < 50'000; ++i) runs.append({i, 0});
    const KeyRuns copy = runs;
    erase(runs, {20'000, 0});
    int shared = 0;
    int own = 0;
    for (const std::uint64_t i : {0, 10'000, 20'000, 30'000, 40'000}) {
        (runs.is_shared(runs.find_run(Key(i, 0))) ? shared : own) += 1;
    }
    EXPECT_EQ(own, 1);
    EXPECT_EQ(shared, 4);
}

TEST(Runs, SplitAnywhere) {
    std::mt19937_64 random(3);
    for (int round = 0; round < 15; ++round) {
        KeyRuns runs;
        Model model;
        const std::uint64_t count = round % 3 == 0 ? random() % 3 : random() % 30'000;
        for (std::uint64_t i = 0; i < count; ++i) {
            runs.append({i / 5'000, i});
            model.insert({i / 5'000, i});
        }
        const KeyRuns before = runs;
        const Model before_model = model;
        const Key at(random() % 7, random() % 35'000);
        KeyRuns upper;
        runs.split(at, upper);
        const Model upper_model(model.lower_bound(at), model.end());
        model.erase(model.lower_bound(at), model.end());
        ASSERT_NO_FATAL_FAILURE(expect_same(runs, model, random));
        ASSERT_NO_FATAL_FAILURE(expect_same(upper, upper_model, random));
        ASSERT_NO_FATAL_FAILURE(expect_same(before, before_model, random));
        // Both halves can be changed.
        insert(runs, {0, 1});
        model.insert({0, 1});
        insert(upper, {9, 9});
        ASSERT_NO_FATAL_FAILURE(expect_same(runs, model, random));
        EXPECT_EQ(*--upper.end(), Key(9, 9));
    }
}

}  // namespace
}  // namespace stator::engine::storage
