#include "emulator/laboratory/controls/controls.hpp"

#include "emulator/base/members.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

Accepted<Change> read_vectors(JsonView json, const std::string& place) {
    STATOR_TRY(Members members, Members::of(json, place));
    STATOR_TRY(const auto recall, members.number("recall", 0, 1));
    STATOR_CHECK(members.finish());
    return Change([=](Laboratory& laboratory, Others others) {
        engine::Administration administration = laboratory.administration();
        const double before = others == Others::BecomeUsual ? 1 : administration.recall();
        administration.set_recall(recall.value_or(before));
        return engine::JournalTicket();
    });
}

void write_vectors(JsonWriter& json, Laboratory& laboratory) {
    json.raw_member("recall", protocol::significant_text(laboratory.administration().recall()));
}

}  // namespace

constinit const Control kVectors{
    .name = "vectors",
    .path = "/_stator/v1/vectors",
    .example = R"({"recall":0.95})",
    .read = read_vectors,
    .write = write_vectors,
};

}  // namespace stator::emulator::laboratory::controls
