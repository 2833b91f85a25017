// The part of Model for changes in stages: indexes and streams.
#include <algorithm>

#include "tests/simulation/model/model.hpp"

namespace stator::simulation {
namespace {

IndexStage stage_after(IndexStage stage) {
    switch (stage) {
        case IndexStage::Allocating: return IndexStage::Backfilling;
        case IndexStage::Backfilling: return IndexStage::Active;
        case IndexStage::Deleting:
        case IndexStage::Absent: return IndexStage::Absent;
        case IndexStage::Active: break;
    }
    return IndexStage::Active;
}

bool is_any(const std::vector<ExpectedIndex>& indexes, IndexStage stage) {
    return std::any_of(indexes.begin(), indexes.end(), [&](const ExpectedIndex& index) {
        return index.stage == stage;
    });
}

}  // namespace

IndexStage Model::stage(std::size_t table, const IndexDefinition& index) const {
    const auto& definitions = table_definitions()[table].global_indexes;
    for (std::size_t i = 0; i < definitions.size(); ++i) {
        if (definitions[i].name == index.name) return tables_[table].global_indexes[i].stage;
    }
    return IndexStage::Absent;
}

void Model::set_index(std::size_t table, std::size_t index, ExpectedIndex value) {
    ExpectedIndex& place = tables_[table].global_indexes[index];
    const ExpectedIndex before = place;
    begin_commit();
    place = value;
    remember([&place, before] { place = before; });
}

void Model::set_stream_change(std::size_t table, std::optional<std::int64_t> due_ms) {
    auto& place = tables_[table].stream_change_due_ms;
    const auto before = place;
    place = due_ms;
    remember([&place, before] { place = before; });
}

void Model::run_changes(std::size_t table) {
    ExpectedTable& state = tables_[table];
    if (state.stream_change_due_ms && *state.stream_change_due_ms <= now_ms_) {
        begin_commit();
        set_stream_change(table, std::nullopt);
    }
    for (std::size_t i = 0; i < state.global_indexes.size(); ++i) {
        const ExpectedIndex& index = state.global_indexes[i];
        while (index.is_changing() && index.due_ms <= now_ms_) {
            set_index(table, i, {stage_after(index.stage), index.due_ms + delays_.table_ms});
        }
    }
}

void Model::restart_changes(std::int64_t now_ms) {
    for (ExpectedTable& table : tables_) {
        if (table.stream_change_due_ms) table.stream_change_due_ms = now_ms + delays_.table_ms;
        for (ExpectedIndex& index : table.global_indexes) index.due_ms = now_ms + delays_.table_ms;
    }
}

bool Model::is_possible(const IndexChange& change) const {
    const ExpectedTable& table = tables_[change.table];
    if (table.stream_change_due_ms) return false;
    for (std::size_t i = 0; i < table.global_indexes.size(); ++i) {
        if (!table.global_indexes[i].is_changing()) continue;
        // An index may be deleted while it is being filled.
        const bool gives_up = i == change.index && !change.creates &&
                              table.global_indexes[i].stage == IndexStage::Backfilling;
        if (!gives_up) return false;
    }
    return true;
}

bool Model::is_possible(const StreamChange& change) const {
    const ExpectedTable& table = tables_[change.table];
    return !table.has_replica && !table.stream_change_due_ms &&
           !is_any(table.global_indexes, IndexStage::Allocating);
}

bool Model::is_possible(const ReplicaChange& change) const {
    const ExpectedTable& table = tables_[change.table];
    const bool records = !table.streams.empty() && !table.streams.back().disabled_ms;
    const bool is_settled = std::ranges::none_of(
        table.global_indexes, [](const ExpectedIndex& index) { return index.is_changing(); }
    );
    return table.has_replica != change.creates && records && is_settled &&
           !table.stream_change_due_ms;
}

Expectation Model::apply(const IndexChange& change) {
    const IndexStage stage = tables_[change.table].global_indexes[change.index].stage;
    const bool is_there = stage != IndexStage::Absent;
    if (change.creates && is_there) return {"ValidationException", {}, {}};
    if (!change.creates && !is_there) return {"ResourceNotFoundException", {}, {}};
    const auto next = change.creates ? IndexStage::Allocating : IndexStage::Deleting;
    set_index(change.table, change.index, {next, now_ms_ + delays_.table_ms});
    return {};
}

Expectation Model::apply(const StreamChange& change) {
    std::vector<ExpectedStream>& streams = tables_[change.table].streams;
    const bool is_enabled = !streams.empty() && !streams.back().disabled_ms;
    if (is_enabled == change.enables) return {"ValidationException", {}, {}};
    begin_commit();
    set_stream_change(change.table, now_ms_ + delays_.table_ms);
    if (change.enables) {
        streams.emplace_back();
        remember([&streams] { streams.pop_back(); });
        // No record contains the items that existed before.
        streams.back().is_complete = tables_[change.table].items.empty();
    } else {
        streams.back().disabled_ms = now_ms_;
        remember([&streams] { streams.back().disabled_ms.reset(); });
    }
    return {};
}

}  // namespace stator::simulation
