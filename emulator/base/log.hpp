// Log: writes lines to stderr, so that programs can parse stdout. Thread-safe.
#pragma once

#include <string_view>

namespace stator::emulator {

enum class LogLevel : unsigned char { Debug, Info, Warn, Error, Off };

// Must be called once, before the first line. Without this call, the level is Info.
void start_log(LogLevel level);

// Writes a line with the given level; ignored if the level is Off.
void log_line(LogLevel level, std::string_view line);

// Write a line with the level in the name of the function.
void log_debug(std::string_view line);
void log_info(std::string_view line);
void log_warning(std::string_view line);
void log_error(std::string_view line);

}  // namespace stator::emulator
