#include "emulator/laboratory/controls/controls.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "emulator/base/members.hpp"
#include "emulator/laboratory/controls/replication_state.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

using engine::replication::Cut;
using engine::replication::LinkSettings;
using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

Accepted<Cut> read_cut(JsonView json, std::string place) {
    STATOR_TRY(Members members, Members::of(json, std::move(place)));
    STATOR_TRY(const auto region, members.text("region"));
    STATOR_TRY(const auto other, members.text("from"));
    STATOR_CHECK(members.finish());
    if (!region) return members.refuse("region", "is missing");
    return Cut{*region, other.value_or("")};
}

Accepted<std::optional<std::vector<Cut>>> read_cuts(Members& members) {
    if (!members.has("cuts")) return std::optional<std::vector<Cut>>();
    STATOR_TRY(const auto elements, members.array("cuts"));
    std::vector<Cut> cuts;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const std::string place = members.place_of("cuts") + "[" + std::to_string(i) + "]";
        STATOR_TRY(Cut cut, read_cut(elements[i], place));
        cuts.push_back(std::move(cut));
    }
    return std::optional(std::move(cuts));
}

Accepted<Change> read_replication(JsonView json, const std::string& place) {
    STATOR_TRY(Members members, Members::of(json, place));
    STATOR_TRY(const auto lag, members.distribution("lag"));
    STATOR_TRY(const auto overlap, members.distribution("overlap"));
    STATOR_TRY(const auto cuts, read_cuts(members));
    members.has("tables");  // part of a reply that is sent back
    STATOR_CHECK(members.finish());
    return Change([=](Laboratory& laboratory, Others others) {
        laboratory.administration().change_links([&](LinkSettings& settings) {
            if (others == Others::BecomeUsual) settings = LinkSettings();
            if (lag) settings.lag = *lag;
            if (overlap) settings.overlap = *overlap;
            if (cuts) settings.cuts = *cuts;
        });
        return engine::JournalTicket();
    });
}

void write_replication(JsonWriter& json, Laboratory& laboratory) {
    const LinkSettings settings = laboratory.administration().links();
    json.key("lag");
    write_distribution(json, settings.lag);
    json.key("overlap");
    write_distribution(json, settings.overlap);
    json.objects_member("cuts", settings.cuts, [&](const Cut& cut) {
        json.string_member("region", cut.region);
        if (!cut.other.empty()) json.string_member("from", cut.other);
    });
}

void write_replication_state(JsonWriter& json, Laboratory& laboratory, std::string_view table) {
    write_replication(json, laboratory);
    write_global_tables(json, laboratory, table);
}

}  // namespace

constinit const Control kReplication{
    .name = "replication",
    .path = "/_stator/v1/replication",
    .example = R"({"lag":200})",
    .read = read_replication,
    .write = write_replication,
    .show = write_replication_state,
    .parameters = "table",
};

}  // namespace stator::emulator::laboratory::controls
