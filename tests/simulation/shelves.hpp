// Shelves: worlds that a fork left behind. Their clocks are frozen and nothing writes to them, so
// each must stay unchanged. The world in which the run continues shares items, stream records and
// rows of the data file with them.
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

    // Stores a world as it is now. If there are more than two, the oldest is removed from the
    // system.
    void add(std::string world, std::unique_ptr<Model> model);

    // To be called after a start, which starts the changes in progress again.
    void restart();

    // The first difference in any of them; its subject is "world".
    std::optional<Difference> compare(const Look& look) const;

private:
    struct Shelf {
        std::string world;
        std::unique_ptr<Model> model;  // changes only in restart()
    };

    System& system_;
    std::deque<Shelf> shelves_;  // by age
};

}  // namespace stator::simulation
