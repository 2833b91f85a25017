#include "engine/universes/clock_record.hpp"

#include <cmath>
#include <sstream>
#include <utility>

namespace stator::engine::universes {
namespace {

constexpr double kMillion = 1e6;

}  // namespace

std::string encode_clock(const ClockSetting& setting) {
    return std::to_string(setting.virtual_time.unix_ms()) + " " +
           std::to_string(setting.real_time.unix_ms()) + " " +
           std::to_string(std::llround(setting.scale * kMillion));
}

std::optional<ClockSetting> decode_clock(const std::string& text) {
    std::istringstream numbers(text);
    std::int64_t virtual_ms = 0;
    std::int64_t real_ms = 0;
    std::int64_t millionths = 0;
    if (!(numbers >> virtual_ms >> real_ms >> millionths)) return std::nullopt;
    const double scale = static_cast<double>(millionths) / kMillion;
    return ClockSetting{false, Instant(virtual_ms), Instant(real_ms), scale};
}

persistence::EntryRow ClockRecord::row(const std::string& universe, const ClockSetting& setting) {
    persistence::EntryRow row{std::string(kSection), {universe, ""}, "setting", std::nullopt};
    if (!setting.follows) row.value = encode_clock(setting);
    return row;
}

bool ClockRecord::adapt(persistence::EntryRow& row) const {
    return row.value && decode_clock(*row.value).has_value();
}

void ClockRecord::restore(const persistence::EntryRow& row) {
    const auto setting = decode_clock(row.value.value_or(""));
    if (!setting) return;
    const MutexLock lock(mutex_);
    clock_.restore(*setting);
    recorded_ = *setting;
}

JournalTicket ClockRecord::record(const std::string& universe, persistence::Recorder& recorder) {
    const MutexLock lock(mutex_);
    const ClockSetting setting = clock_.setting();
    if (is_retired_ || setting == recorded_) return {};
    recorded_ = setting;
    return recorder.record({row(universe, setting)});
}

std::vector<persistence::EntryRow> ClockRecord::begin_replacing(const std::string& universe) {
    mutex_.lock();
    const ClockSetting setting = clock_.setting();
    if (is_retired_ || setting == recorded_) return {};
    recorded_ = setting;
    return {row(universe, setting)};
}

void ClockRecord::finish_replacing() {
    mutex_.unlock();
}

void ClockRecord::retire(const std::string& universe, persistence::Recorder& recorder) {
    const MutexLock lock(mutex_);
    if (!recorded_.follows) recorder.record({row(universe, ClockSetting())});
    is_retired_ = true;
}

}  // namespace stator::engine::universes
