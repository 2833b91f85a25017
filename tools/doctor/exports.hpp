// The lines of `stator env`. Pure.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace stator::tools::doctor {

enum class Shell : unsigned char { Sh, Fish, Powershell };

using Variables = std::vector<std::pair<std::string, std::string>>;

// What an SDK needs to find the server.
Variables variables_for(const std::string& endpoint, const std::string& region);

// A line for each that sets it, for whatever the shell starts, too.
std::string export_lines(const Variables& variables, Shell shell);

}  // namespace stator::tools::doctor
