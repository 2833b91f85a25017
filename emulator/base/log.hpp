// Log: lines on stderr, so that programs can parse stdout. Thread-safe.
#pragma once

#include <string_view>

namespace stator::emulator {

enum class LogLevel : unsigned char { Debug, Info, Warn, Error, Off };

// Call it once, before the first line. Without it, lines from Info on are written.
void start_log(LogLevel level);

// A line of any level; one of the level Off is not written.
void log_line(LogLevel level, std::string_view line);

void log_debug(std::string_view line);
void log_info(std::string_view line);
void log_warning(std::string_view line);
void log_error(std::string_view line);

}  // namespace stator::emulator
