// The items that the micro benchmarks work on; the same shapes as the workloads' of load/.
#pragma once

#include <string>

#include "protocol/values/item_image.hpp"

namespace stator::bench {

// An item of 1 KB with five attributes, as JSON.
std::string record_json(int number);
protocol::values::ItemImagePtr record_image(int number);

// An item of 200 bytes with a sort key: ten of them share a beginning of it.
std::string order_json(int partition, int number);

}  // namespace stator::bench
