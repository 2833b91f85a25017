// The lines of `stator env`. Pure.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace stator::tools::doctor {

enum class Shell : unsigned char { Sh, Fish, Powershell };

using Variables = std::vector<std::pair<std::string, std::string>>;

// Returns the variables that an SDK needs to find the server.
Variables variables_for(const std::string& endpoint, const std::string& region);

// Returns one line per variable that sets it and exports it to child processes.
std::string export_lines(const Variables& variables, Shell shell);

}  // namespace stator::tools::doctor
