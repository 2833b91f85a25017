#include "engine/persistence/row_reader.hpp"

#include <utility>

#include "engine/persistence/refusals.hpp"
#include "protocol/values/item_flaw.hpp"

namespace stator::engine::persistence {
namespace {

constexpr std::size_t kBlockBytes = 1u << 20;
constexpr std::size_t kBlocksAhead = 4;

// Thrown to end a visit after the reader was destroyed.
struct Abandoned {};

// An intact checksum does not make an image valid, because the file may come from an untrusted
// source. A row without bytes hides another row.
void check_image(std::uint64_t row_id, std::string_view payload) {
    if (payload.empty()) return;
    const auto flaw = values::flaw_of_item(payload);
    if (flaw) throw UnreadableDataFile(unreadable_item(row_id, *flaw));
}

}  // namespace

RowReader::RowReader(DataFile& file, std::vector<RowSource> sources)
    : file_(file), sources_(std::move(sources)) {
    if (sources_.empty()) {
        has_ended_ = true;
    } else {
        thread_ = std::thread([this] { run(); });
    }
}

RowReader::~RowReader() {
    {
        MutexLock lock(mutex_);
        is_abandoned_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

std::optional<RowBlock> RowReader::next() {
    std::optional<RowBlock> block;
    {
        MutexLock lock(mutex_);
        while (blocks_.empty() && !has_ended_) changed_.wait(mutex_);
        if (!blocks_.empty()) {
            block = std::move(blocks_.front());
            blocks_.pop_front();
        } else if (failure_ != nullptr) {
            std::rethrow_exception(failure_);
        }
    }
    changed_.notify_all();
    return block;
}

void RowReader::run() {
    std::exception_ptr failure;
    try {
        for (std::size_t position = 0; position < sources_.size(); ++position)
            read_source(position);
    } catch (const Abandoned&) {
        return;
    } catch (...) {
        failure = std::current_exception();
    }
    {
        MutexLock lock(mutex_);
        failure_ = failure;
        has_ended_ = true;
    }
    changed_.notify_all();
}

void RowReader::read_source(std::size_t position) {
    RowBlock block{.source = position};
    const auto visit = [&](std::uint64_t row_id, std::string_view payload) {
        check_image(row_id, payload);
        block.rows.push_back({row_id, payload.size()});
        block.payloads.append(payload);
        if (block.payloads.size() < kBlockBytes) return;
        push(std::exchange(block, RowBlock{.source = position}));
        block.payloads.reserve(kBlockBytes + kBlockBytes / 8);
    };
    if (const auto* base = std::get_if<BaseNumber>(&sources_[position])) {
        file_.each_base_item(*base, visit);
    } else {
        file_.each_item(std::get<TableNumber>(sources_[position]), visit);
    }
    block.is_last = true;
    push(std::move(block));
}

void RowReader::push(RowBlock block) {
    {
        MutexLock lock(mutex_);
        while (blocks_.size() >= kBlocksAhead && !is_abandoned_) changed_.wait(mutex_);
        if (is_abandoned_) throw Abandoned();
        blocks_.push_back(std::move(block));
    }
    changed_.notify_all();
}

}  // namespace stator::engine::persistence
