// Shelves: worlds that a fork left behind. Time stands still there and nobody writes, so each must
// stay as it was, whatever happens in the world that goes on, which shares items, stream records
// and rows of the data file with them.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "tests/simulation/comparison.hpp"
#include "tests/simulation/model/model.hpp"
#include "tests/simulation/system.hpp"

namespace stator::simulation {

class Shelves {
public:
    // Empty. The system must outlive it.
    explicit Shelves(System& system) : system_(system) {}

    // Remembers a world as it is now. Of more than two, the oldest is removed from the system.
    void add(std::string world, std::unique_ptr<Model> model);

    // To be called after a start, which begins the changes under way anew.
    void restart();

    // What differs first in any of them; the subject is "world".
    std::optional<Difference> compare(const Look& look) const;

private:
    struct Shelf {
        std::string world;
        std::unique_ptr<Model> model;  // does not change but for restart()
    };

    System& system_;
    std::deque<Shelf> shelves_;  // by age
};

}  // namespace stator::simulation
