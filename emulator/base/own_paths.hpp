// Paths of Stator's own that clients and the server have to agree on.
#pragma once

#include <string_view>

namespace stator::emulator {

// The console's page, and each of its views below it.
inline constexpr std::string_view kConsolePath = "/_stator/console";
// Requests of DynamoDB's API that the console's page sends: they are executed as any others, but
// are not recorded, and meet no faults, throttling or heat. Watching changes nothing.
inline constexpr std::string_view kConsoleApiPath = "/_stator/console/api";

}  // namespace stator::emulator
