#include "engine/triggers/mapping_record.hpp"

#include <utility>

namespace stator::engine::triggers {

std::optional<std::string> MappingRecord::text() const {
    const MutexLock lock(mutex_);
    return text_;
}

JournalTicket MappingRecord::record(
    std::optional<std::string> text, persistence::Recorder& recorder
) {
    const MutexLock lock(mutex_);
    if (text == text_) return {};
    text_ = std::move(text);
    return recorder.record({{std::string(name()), {universe_, ""}, "setting", text_}});
}

void MappingRecord::restore(const persistence::EntryRow& row) {
    const MutexLock lock(mutex_);
    text_ = row.value;
}

}  // namespace stator::engine::triggers
