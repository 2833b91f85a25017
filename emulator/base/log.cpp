// Only this file compiles spdlog and fmt, so that the program loads two shared libraries less at
// startup.
#undef SPDLOG_COMPILED_LIB
#ifndef FMT_HEADER_ONLY
#define FMT_HEADER_ONLY
#endif
#include "emulator/base/log.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <memory>

namespace stator::emulator {
namespace {

// The only log of the process, created by the first line.
spdlog::logger& logger() {
    static const std::unique_ptr<spdlog::logger> only = [] {
        auto made = std::make_unique<spdlog::logger>(
            "stator", std::make_shared<spdlog::sinks::stderr_sink_mt>()
        );
        made->set_pattern("%Y-%m-%dT%H:%M:%S.%e %l %v");
        return made;
    }();
    return *only;
}

spdlog::level::level_enum spdlog_level(LogLevel level) {
    switch (level) {
        case LogLevel::Debug: return spdlog::level::debug;
        case LogLevel::Info: return spdlog::level::info;
        case LogLevel::Warn: return spdlog::level::warn;
        case LogLevel::Error: return spdlog::level::err;
        case LogLevel::Off: return spdlog::level::off;
    }
    return spdlog::level::info;
}

}  // namespace

void start_log(LogLevel level) {
    logger().set_level(spdlog_level(level));
}

void log_line(LogLevel level, std::string_view line) {
    if (level == LogLevel::Off) return;
    logger().log(spdlog_level(level), spdlog::string_view_t(line.data(), line.size()));
}

void log_debug(std::string_view line) {
    log_line(LogLevel::Debug, line);
}

void log_info(std::string_view line) {
    log_line(LogLevel::Info, line);
}

void log_warning(std::string_view line) {
    log_line(LogLevel::Warn, line);
}

void log_error(std::string_view line) {
    log_line(LogLevel::Error, line);
}

}  // namespace stator::emulator
