#include "emulator/ctl/verbs.hpp"

namespace stator::emulator::ctl {
namespace {

using Form = CtlForm;
using Place = CtlPlace;
using Verbs = std::vector<CtlVerb>;

// An argument that has a position and is needed.
constexpr CtlArgument needed(
    std::string_view name, Place place, std::string_view help, Form form = Form::Text
) {
    return {name, name, form, place, help, true};
}

constexpr CtlArgument kTime =
    needed("to", Place::Member, "2026-01-01T00:00:00Z, or milliseconds since 1970", Form::Time);

Verbs clock_verbs() {
    return {
        {"clock", "show", "Say what time it is, and how it goes on", "GET", "/_stator/v1/clock"},
        {"clock",
         "freeze",
         "Stop the clock",
         "POST",
         "/_stator/v1/clock/freeze",
         {{"--at", "at", Form::Time, Place::Member, "at this time instead of now"}}},
        {"clock", "follow", "Go on at real speed", "POST", "/_stator/v1/clock/follow"},
        {"clock",
         "advance",
         "Move time forward: 48h, 90s, 15m, 2d, or milliseconds",
         "POST",
         "/_stator/v1/clock/advance",
         {needed("by", Place::Member, "how far", Form::Duration)}},
        {"clock", "set", "Set the clock", "POST", "/_stator/v1/clock/set", {kTime}},
        {"clock",
         "scale",
         "Let time pass faster or slower",
         "POST",
         "/_stator/v1/clock/scale",
         {needed("factor", Place::Member, "60: a minute each second", Form::Number)}},
    };
}

constexpr CtlArgument kTable = {"--table", "table", Form::Text, Place::Member, "of this table"};
constexpr CtlArgument kIndex = {"--index", "index", Form::Text, Place::Member, "this index of it"};
constexpr CtlArgument kReplica = {
    "--replica", "replica", Form::Integer, Place::Member, "this replica alone, 0 to 2"};
constexpr CtlArgument kOfUniverse = {
    "--universe", "universe", Form::Text, Place::Member, "in this universe"};

constexpr CtlArgument kRegion = {"--region", "region", Form::Text, Place::Member, "in this region"};

constexpr CtlArgument required(CtlArgument argument) {
    argument.is_required = true;
    return argument;
}

CtlVerb copy_verb(std::string_view verb, std::string_view path, std::string_view help) {
    const std::vector<CtlArgument> arguments = {
        required(kTable), kIndex, kReplica, kOfUniverse, kRegion};
    return {"consistency", verb, help, "POST", path, arguments};
}

Verbs consistency_verbs() {
    return {
        {"consistency",
         "show",
         "Say how stale reads may be, and how stale each copy is",
         "GET",
         "/_stator/v1/consistency"},
        {"consistency",
         "set",
         "Say how stale eventually consistent reads are",
         "PUT",
         "/_stator/v1/consistency",
         {{"--mode",
           "mode",
           Form::Text,
           Place::Member,
           "latest, lagged, oldest-legal or monotonic-per-connection"},
          {"--lag",
           "lag",
           Form::Distribution,
           Place::Member,
           "ms, uniform:0:500 or exponential:200; for tables"},
          {"--index-lag", "indexLag", Form::Distribution, Place::Member, "the same for indexes"}}},
        {"consistency",
         "rules",
         "Treat some tables and indexes differently",
         "PUT",
         "/_stator/v1/consistency/rules",
         {needed("file", Place::Body, "file with {\"rules\":[...]}", Form::File)}},
        {"consistency",
         "clear-rules",
         "Treat all tables and indexes alike",
         "DELETE",
         "/_stator/v1/consistency/rules"},
        copy_verb("pin", "/_stator/v1/consistency/pin", "Keep a copy as it is now"),
        copy_verb("unpin", "/_stator/v1/consistency/unpin", "Let a pinned copy go on"),
        copy_verb("pause", "/_stator/v1/consistency/pause", "Stop a copy from catching up"),
        copy_verb("resume", "/_stator/v1/consistency/resume", "Let a paused copy catch up"),
        copy_verb("drain", "/_stator/v1/consistency/drain", "Bring a copy up to date at once"),
        {"consistency",
         "advance",
         "Let a paused copy catch up by some milliseconds",
         "POST",
         "/_stator/v1/consistency/advance",
         {required(kTable),
          kIndex,
          kReplica,
          kOfUniverse,
          kRegion,
          {"--ms", "ms", Form::Integer, Place::Member, "how far", true}}},
    };
}

Verbs fault_verbs() {
    return {
        {"faults", "show", "List the rules and how often each fired", "GET", "/_stator/v1/faults"},
        {"faults",
         "load",
         "Put a file's rules in the place of all rules",
         "PUT",
         "/_stator/v1/faults",
         {needed("file", Place::Body, "file with {\"rules\":[...]}", Form::File)}},
        {"faults",
         "add",
         "Add rules behind the present ones",
         "POST",
         "/_stator/v1/faults/rules",
         {needed("rules", Place::Body, "JSON, or a file of it", Form::Json)}},
        {"faults",
         "preset",
         "Put a ready set of rules in the place of all rules",
         "PUT",
         "/_stator/v1/faults",
         {needed("name", Place::Member, "adversarial"),
          {"--intensity", "intensity", Form::Number, Place::Member, "0 to 1"}},
         "preset"},
        {"faults",
         "remove",
         "Remove a rule",
         "DELETE",
         "/_stator/v1/faults/rules/{name}",
         {needed("name", Place::Segment, "the rule's name")}},
        {"faults", "clear", "Remove all rules", "DELETE", "/_stator/v1/faults"},
        {"faults",
         "seed",
         "Draw anew from this seed",
         "PUT",
         "/_stator/v1/faults/seed",
         {needed("seed", Place::Member, "a whole number", Form::Integer)}},
    };
}

Verbs throughput_verbs() {
    return {
        {"throughput",
         "show",
         "Say whether requests are throttled",
         "GET",
         "/_stator/v1/throughput"},
        {"throughput",
         "throttle",
         "Throttle as AWS does, or not at all",
         "PUT",
         "/_stator/v1/throughput",
         {needed("throttle", Place::Member, "aws or off")}},
        {"throughput",
         "heat",
         "Measure how hot partitions and keys are",
         "PUT",
         "/_stator/v1/throughput",
         {needed("heat", Place::Member, "on or off", Form::Switch)}},
        {"heat",
         "",
         "Show how hot partitions and keys are",
         "GET",
         "/_stator/v1/heat",
         {{"--table", "table", Form::Text, Place::Parameter, "of this table alone"}}},
    };
}

constexpr CtlArgument kUniverse = needed("universe", Place::Segment, "its name");

constexpr CtlArgument kDefaultUniverse = {
    "--universe", "universe", Form::Text, Place::Member, "which universe", false, "default"};

Verbs universe_verbs() {
    return {
        {"universe", "list", "List the universes", "GET", "/_stator/v1/universes"},
        {"universe",
         "create",
         "Make a universe: an empty one, or a copy",
         "POST",
         "/_stator/v1/universes",
         {needed("name", Place::Member, "its name"),
          {"--from", "from", Form::Text, Place::Member, "a copy of this universe"},
          {"--snapshot", "snapshot", Form::Text, Place::Member, "a copy of this snapshot"}}},
        {"universe",
         "show",
         "Describe a universe",
         "GET",
         "/_stator/v1/universes/{universe}",
         {kUniverse}},
        {"universe",
         "delete",
         "Delete a universe and all it holds",
         "DELETE",
         "/_stator/v1/universes/{universe}",
         {kUniverse}},
        {"universe",
         "reset",
         "Empty a universe",
         "POST",
         "/_stator/v1/universes/{universe}/reset",
         {kUniverse}},
        {"universe",
         "fork",
         "Make a copy of a universe",
         "POST",
         "/_stator/v1/universes/{universe}/fork",
         {kUniverse, needed("name", Place::Member, "the copy's name")}},
        {"snapshot", "list", "List the snapshots", "GET", "/_stator/v1/snapshots"},
        {"snapshot",
         "save",
         "Keep a universe as it is now",
         "POST",
         "/_stator/v1/snapshots",
         {needed("name", Place::Member, "the snapshot's name"), kDefaultUniverse}},
        {"snapshot",
         "restore",
         "Bring a universe back to a snapshot",
         "POST",
         "/_stator/v1/snapshots/{snapshot}/restore",
         {needed("snapshot", Place::Segment, "its name"), kDefaultUniverse}},
        {"snapshot",
         "delete",
         "Forget a snapshot",
         "DELETE",
         "/_stator/v1/snapshots/{snapshot}",
         {needed("snapshot", Place::Segment, "its name")}},
    };
}

constexpr CtlArgument filter(
    std::string_view option, std::string_view name, std::string_view help
) {
    return {option, name, Form::Text, Place::Parameter, help};
}

Verbs request_verbs() {
    return {
        {"requests",
         "list",
         "List the requests that came",
         "GET",
         "/_stator/v1/requests",
         {filter("--operation", "operation", "such as PutItem"),
          filter("--table", "table", "about this table"),
          filter("--index", "index", "about this index"),
          filter("--universe", "universe", "in this universe"),
          filter("--error", "error", "answered with this error"),
          filter("--since", "since", "the first ones after this sequence number"),
          filter("--limit", "limit", "no more than these")}},
        {"requests", "clear", "Forget the requests that came", "DELETE", "/_stator/v1/requests"},
        {"requests",
         "settings",
         "Show or change what is kept of requests",
         "PUT",
         "/_stator/v1/requests/settings",
         {{"--record", "on", Form::Switch, Place::Member, "on or off"},
          {"--capacity", "capacity", Form::Integer, Place::Member, "requests that are remembered"},
          {"--bodies", "bodies", Form::Text, Place::Member, "none, redacted or full"}}},
        {"counters", "", "Show what was counted", "GET", "/_stator/v1/counters"},
        {"report",
         "",
         "Report on what the tested program asked",
         "GET",
         "/_stator/v1/report",
         {filter("--format", "format", "json, markdown or junit")}},
        {"assert",
         "",
         "Check what the tested program asked",
         "POST",
         "/_stator/v1/assertions",
         {needed("assertions", Place::Body, "JSON, or a file of it", Form::Json)}},
        {"get",
         "",
         "Send GET to any path",
         "GET",
         "",
         {needed("path", Place::Path, "such as /metrics")}},
    };
}

Verbs joined() {
    Verbs verbs;
    for (const auto make :
         {clock_verbs,
          consistency_verbs,
          fault_verbs,
          throughput_verbs,
          universe_verbs,
          request_verbs}) {
        Verbs group = make();
        verbs.insert(verbs.end(), group.begin(), group.end());
    }
    return verbs;
}

}  // namespace

const std::vector<CtlVerb>& ctl_verbs() {
    static const Verbs verbs = joined();
    return verbs;
}

std::string_view ctl_topic_help(std::string_view topic) {
    if (topic == "clock") return "The time that the server believes it is";
    if (topic == "consistency") return "How stale eventually consistent reads are";
    if (topic == "faults") return "What goes wrong, and when";
    if (topic == "throughput") return "Throttling and heat";
    if (topic == "universe") return "Separate sets of tables";
    if (topic == "snapshot") return "Saved states of universes";
    if (topic == "requests") return "The requests that came";
    return {};
}

}  // namespace stator::emulator::ctl
