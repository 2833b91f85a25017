// The items of the micro benchmarks, with the same shapes as those of the workloads in load/.
#pragma once

#include <string>

#include "protocol/values/item_image.hpp"

namespace stator::bench {

// An item of 1 KB with five attributes, as JSON.
std::string record_json(int number);
protocol::values::ItemImagePtr record_image(int number);

// An item of 200 bytes with a sort key. Ten items share a prefix of the key.
std::string order_json(int partition, int number);

}  // namespace stator::bench
