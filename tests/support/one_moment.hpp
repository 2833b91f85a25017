// OneMoment: gives a read the same read point in every partition.
#pragma once

#include "engine/read/plan.hpp"

namespace stator::testing {

class OneMoment final : public engine::read::Moments {
public:
    explicit OneMoment(const engine::storage::ReadPoint& point) : point_(point) {}

    engine::storage::ReadPoint
    in(const engine::storage::Partition&, const engine::schema::HashRange&) override {
        return point_;
    }

private:
    const engine::storage::ReadPoint point_;
};

}  // namespace stator::testing
