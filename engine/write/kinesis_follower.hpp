// KinesisFollower: adds the changes of tables that have a Kinesis destination to the outbox.
#pragma once

#include "engine/kinesis/outbox.hpp"
#include "engine/write/follower.hpp"

namespace stator::engine::write {

class KinesisFollower final : public Follower {
public:
    // The outbox must outlive this object.
    KinesisFollower(kinesis::Outbox& outbox, bool is_durable)
        : outbox_(outbox), is_durable_(is_durable) {}

    void note(const Installed& change, Traces& traces) override;

private:
    kinesis::Outbox& outbox_;
    const bool is_durable_;
};

}  // namespace stator::engine::write
