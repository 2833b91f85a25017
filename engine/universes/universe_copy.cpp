#include "engine/universes/universe_copy.hpp"

#include <utility>
#include <vector>

#include "engine/table/locked_tables.hpp"

namespace stator::engine::universes {
namespace {

using Tables = std::vector<std::shared_ptr<table::Table>>;

// Copies the collected tables, once every catalog is locked.
void copy_tables(
    std::span<const CatalogCopy> catalogs,
    const std::vector<Tables>& tables,
    const CopyingHelp& help
) {
    std::vector<std::shared_ptr<const table::Table>> all;
    for (const Tables& region : tables) all.insert(all.end(), region.begin(), region.end());
    const table::LockedTables locks(all);
    if (help.while_held) help.while_held();
    persistence::ChangeBatch copies;
    for (std::size_t i = 0; i < catalogs.size(); ++i) {
        const CatalogCopy& one = catalogs[i];
        one.original.assert_visited();
        one.copy.copy_tables(one.original, tables[i], help.now, copies);
    }
    if (help.made) help.made(std::move(copies));
}

// Locks one catalog after another, the later ones inside.
void hold_and_copy(
    std::span<const CatalogCopy> catalogs, std::vector<Tables>& tables, const CopyingHelp& help
) {
    if (tables.size() == catalogs.size()) {
        return copy_tables(catalogs, tables, help);
    }
    catalogs[tables.size()].original.visit([&](const Tables& held) {
        tables.push_back(held);
        hold_and_copy(catalogs, tables, help);
    });
}

}  // namespace

void copy_catalogs(std::span<const CatalogCopy> catalogs, const CopyingHelp& help) {
    std::vector<Tables> tables;
    hold_and_copy(catalogs, tables, help);
}

}  // namespace stator::engine::universes
