// spdlog and fmt are compiled into this file alone: two shared libraries less to load at start.
#undef SPDLOG_COMPILED_LIB
#ifndef FMT_HEADER_ONLY
#define FMT_HEADER_ONLY
#endif
#include "emulator/server/log.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <memory>

namespace stator::emulator::server {
namespace {

// The one log of the process, made by the first line.
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

void write_line(spdlog::level::level_enum level, std::string_view line) {
    logger().log(level, spdlog::string_view_t(line.data(), line.size()));
}

}  // namespace

void start_log(LogLevel level) {
    logger().set_level(spdlog_level(level));
}

void log_debug(std::string_view line) {
    write_line(spdlog::level::debug, line);
}

void log_info(std::string_view line) {
    write_line(spdlog::level::info, line);
}

void log_warning(std::string_view line) {
    write_line(spdlog::level::warn, line);
}

void log_error(std::string_view line) {
    write_line(spdlog::level::err, line);
}

}  // namespace stator::emulator::server
