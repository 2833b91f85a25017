// Stator's own paths, which clients and the server must agree on.
#pragma once

#include <string_view>

namespace stator::emulator {

// The console's page. Each of its views is below this path.
inline constexpr std::string_view kConsolePath = "/_stator/console";
// Path of the DynamoDB requests that the console's page sends. They are executed like any other
// request, but are not recorded, do not count as traffic, and are not subject to faults or
// throttling, so that watching changes nothing.
inline constexpr std::string_view kConsoleApiPath = "/_stator/console/api";

}  // namespace stator::emulator
