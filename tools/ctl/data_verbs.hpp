// The commands for what follows from a table's data: its streams, their triggers, vector searches.
#pragma once

#include <vector>

#include "tools/ctl/verbs.hpp"

namespace stator::tools::ctl {

// Those of one topic stand together.
std::vector<CtlVerb> data_verbs();

}  // namespace stator::tools::ctl
