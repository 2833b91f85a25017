// What is said of an argument that no option takes.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace stator::emulator::cli {

// A clause about the first argument that `app` did not understand, with the option that was
// probably meant. Precondition: parsing has failed on such an argument.
std::string clause_on_unknown(const CLI::App& app);

}  // namespace stator::emulator::cli
