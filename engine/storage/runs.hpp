// Runs: an ordered set whose copies share memory. Not thread-safe; copies may be used by different
// threads.
//
// The set consists of runs, each of up to kMostValues neighbours. A copy shares every run until one
// of the two sets changes it: that set then copies the run. Therefore a copy of a large set is
// cheap, and so is the first change after it.
#pragma once

#include <absl/container/inlined_vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

#include "engine/storage/run.hpp"

namespace stator::engine::storage {

// The set is searched by values, and by keys of other types that `Traits` accepts.
//   Traits::rank(key)              ascends with the order, to find a run quickly
//   Traits::compare(value, key)    < 0, 0 or > 0
//   Traits::prepare_copy(values)   is called before the values of a run are copied
template <class Value, class Traits>
class Runs {
public:
    static constexpr std::size_t kMostValues = 512;

private:
    struct Ranked {
        std::uint64_t rank = 0;  // of the first value
        typename Run<Value>::Pointer run;
    };

    // Most sets are small.
    using RankedRuns = absl::InlinedVector<Ranked, 1>;

public:
    // Valid until the set changes.
    class Iterator {
    public:
        using iterator_category = std::bidirectional_iterator_tag;
        using value_type = Value;
        using difference_type = std::ptrdiff_t;
        using pointer = const Value*;
        using reference = const Value&;

        Iterator() = default;

        const Value& operator*() const { return *at_; }

        const Value* operator->() const { return at_; }

        Iterator& operator++() {
            if (++at_ == end_) skip_end();
            return *this;
        }

        Iterator& operator--() {
            if (at_ == run_->run->begin()) {
                --run_;
                at_ = end_ = run_->run->end();
            }
            --at_;
            return *this;
        }

        friend bool operator==(const Iterator& left, const Iterator& right) {
            return left.at_ == right.at_;
        }

    private:
        friend class Runs;

        Iterator(const Ranked* run, const Ranked* last, const Value* at)
            : at_(at), end_(run->run->end()), run_(run), last_(last) {
            if (at_ == end_) skip_end();
        }

        // The end of a run is the beginning of the next run.
        void skip_end() {
            if (run_ == last_) return;
            ++run_;
            at_ = run_->run->begin();
            end_ = run_->run->end();
        }

        const Value* at_ = nullptr;
        const Value* end_ = nullptr;  // of the run
        const Ranked* run_ = nullptr;
        const Ranked* last_ = nullptr;
    };

    // The position of a value, or the position where it would be inserted, in a run that no other
    // set shares.
    struct Place {
        std::size_t run = 0;
        Value* at = nullptr;
    };

    Runs() { clear(); }

    Iterator begin() const { return iterator(0, values(0).begin()); }

    Iterator end() const { return iterator(last(), values(last()).end()); }

    template <class Key>
    Iterator lower_bound(const Key& key) const {
        const std::size_t run = find_run(key);
        return iterator(run, find_in(values(run), key));
    }

    template <class Key>
    Iterator upper_bound(const Key& key) const {
        Iterator found = lower_bound(key);
        if (found != end() && Traits::compare(*found, key) == 0) ++found;
        return found;
    }

    // Returns null if the key does not exist.
    template <class Key>
    const Value* find(const Key& key) const {
        return find_in_run(find_run(key), key);
    }

    bool is_empty() const { return values(0).is_empty(); }

    std::size_t memory_bytes() const {
        std::size_t bytes = runs_.capacity() * sizeof(Ranked);
        for (const Ranked& ranked : runs_) {
            bytes += sizeof(*ranked.run) + ranked.run->capacity() * sizeof(Value);
        }
        return bytes;
    }

    // Returns the run that contains the key, or would contain it.
    template <class Key>
    std::size_t find_run(const Key& key) const {
        const std::uint64_t rank = Traits::rank(key);
        const auto is_before = [&](const Ranked& ranked) {
            if (ranked.rank != rank) return ranked.rank < rank;
            const Run<Value>& run = *ranked.run;
            return !run.is_empty() && Traits::compare(*run.begin(), key) <= 0;
        };
        const auto behind = std::partition_point(runs_.begin(), runs_.end(), is_before);
        return behind == runs_.begin() ? 0 : static_cast<std::size_t>(behind - runs_.begin()) - 1;
    }

    // Returns what find(key) returns, if find_run(key) has returned `run`.
    template <class Key>
    const Value* find_in_run(std::size_t run, const Key& key) const {
        const Value* const found = find_in(values(run), key);
        const bool is_there = found != values(run).end() && Traits::compare(*found, key) == 0;
        return is_there ? found : nullptr;
    }

    // True while other sets share the run. A change then copies it.
    bool is_shared(std::size_t run) const { return values(run).is_shared(); }

    // Calls visit(values) for each run.
    template <class Visit>
    void visit_runs(const Visit& visit) const {
        for (std::size_t run = 0; run < runs_.size(); ++run) visit(span(run));
    }

    // Copies the set, except the runs with these ascending numbers. For each of these runs, it
    // calls fill(values, append), which passes the copy's values to append().
    template <class RunNumbers, class Fill>
    Runs copy_but(const RunNumbers& own, const Fill& fill) const {
        Runs copy(*this);
        for (const std::size_t run : own) {
            auto filled = Run<Value>::create(kMostValues);
            const auto append = [&](Value value) {
                filled->insert(filled->end(), std::move(value));
            };
            fill(span(run), append);
            copy.runs_[run].run = std::move(filled);
            copy.note_first(run);
        }
        if (!own.empty()) drop_empty(copy.runs_);
        return copy;
    }

    // ---- Changes ----

    // Returns the key's place. The caller may change a value there, but not its order.
    template <class Key>
    Place own(const Key& key) {
        const std::size_t run = find_run(key);
        own_run(run);
        return {run, const_cast<Value*>(find_in(values(run), key))};
    }

    bool is_end(const Place& place) const { return place.at == values(place.run).end(); }

    // Precondition: own() returned the place, and nothing has changed since.
    void insert(Place place, Value value) {
        const Run<Value>& full = values(place.run);
        if (full.size() == full.capacity()) make_room(place);
        runs_[place.run].run->insert(place.at, std::move(value));
        note_first(place.run);
    }

    // Precondition as for insert().
    void erase(const Place& place) {
        runs_[place.run].run->erase(place.at);
        if (values(place.run).is_empty() && runs_.size() > 1) {
            runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(place.run));
        } else {
            note_first(place.run);
        }
    }

    // Precondition: the value comes after all others.
    void append(Value value) {
        // Leaves room for later values between these.
        constexpr std::size_t kMostAppended = kMostValues / 4 * 3;
        own_run(last());
        if (values(last()).size() >= kMostAppended) {
            runs_.push_back({0, Run<Value>::create(kMostValues)});
        }
        insert({last(), runs_.back().run->end()}, std::move(value));
    }

    // Moves all values that are not before `key` to `upper`, which must be empty.
    template <class Key>
    void split(const Key& key, Runs& upper) {
        const Place place = own(key);
        RankedRuns moved;
        moved.push_back({0, take_tail(place)});
        const auto next = runs_.begin() + static_cast<std::ptrdiff_t>(place.run) + 1;
        std::move(next, runs_.end(), std::back_inserter(moved));
        runs_.erase(next, runs_.end());
        drop_empty(runs_);
        drop_empty(moved);
        upper.runs_ = std::move(moved);
        note_first(last());
        upper.note_first(0);
    }

    void clear() {
        runs_.clear();
        drop_empty(runs_);
    }

private:
    std::size_t last() const { return runs_.size() - 1; }

    const Run<Value>& values(std::size_t run) const { return *runs_[run].run; }

    std::span<const Value> span(std::size_t run) const {
        return {values(run).begin(), values(run).size()};
    }

    Iterator iterator(std::size_t run, const Value* at) const {
        return Iterator(&runs_[run], &runs_.back(), at);
    }

    // The first value that is not before the key.
    template <class Key>
    static const Value* find_in(const Run<Value>& run, const Key& key) {
        return std::partition_point(run.begin(), run.end(), [&](const Value& value) {
            return Traits::compare(value, key) < 0;
        });
    }

    void own_run(std::size_t run) {
        if (!is_shared(run)) return;
        Traits::prepare_copy(span(run));
        runs_[run].run = values(run).copy();
    }

    void note_first(std::size_t run) {
        const Run<Value>& values = this->values(run);
        if (!values.is_empty()) runs_[run].rank = Traits::rank(*values.begin());
    }

    typename Run<Value>::Pointer take_tail(const Place& place) {
        auto tail = Run<Value>::create(kMostValues);
        runs_[place.run].run->move_tail(place.at, *tail);
        return tail;
    }

    // The place's run is full: it grows, or its upper half moves to a new run after it.
    void make_room(Place& place) {
        Run<Value>& full = *runs_[place.run].run;
        const auto index = static_cast<std::size_t>(place.at - full.begin());
        if (full.capacity() < kMostValues) {
            runs_[place.run].run = full.move_to(std::min(2 * full.capacity(), kMostValues));
            place.at = runs_[place.run].run->begin() + index;
            return;
        }
        constexpr std::size_t kHalf = kMostValues / 2;
        auto tail = take_tail({place.run, full.begin() + kHalf});
        const auto next = runs_.begin() + static_cast<std::ptrdiff_t>(place.run) + 1;
        runs_.insert(next, Ranked{0, std::move(tail)});
        note_first(place.run + 1);
        if (index > kHalf)
            place = {place.run + 1, runs_[place.run + 1].run->begin() + (index - kHalf)};
    }

    // Always keeps at least one run.
    static void drop_empty(RankedRuns& runs) {
        constexpr std::size_t kFirstCapacity = 4;
        const auto is_empty = [](const Ranked& ranked) { return ranked.run->is_empty(); };
        runs.erase(std::remove_if(runs.begin(), runs.end(), is_empty), runs.end());
        if (runs.empty()) runs.push_back({0, Run<Value>::create(kFirstCapacity)});
    }

    // In order. No run is empty unless it is the only one.
    RankedRuns runs_;
};

}  // namespace stator::engine::storage
