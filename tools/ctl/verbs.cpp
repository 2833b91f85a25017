#include "tools/ctl/verbs.hpp"

#include "tools/ctl/data_verbs.hpp"
#include "tools/ctl/inspection_verbs.hpp"

namespace stator::tools::ctl {
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

constexpr std::string_view kJsonHelp = "JSON, a file of it, or - for standard input";

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
         "Move time forward",
         "POST",
         "/_stator/v1/clock/advance",
         {needed("by", Place::Member, "how far: 48h, 90s, 15m, 2d or 1500ms", Form::Duration)}},
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
constexpr CtlArgument kPartition = {
    "--partition", "partition", Form::Integer, Place::Member, "this partition alone, as in heat"};
constexpr CtlArgument kKey = {
    "--key", "key", Form::Json, Place::Member, R"(the partition of this key, {"id":{"S":"o1"}})"};
constexpr CtlArgument kOfUniverse = {
    "--universe", "universe", Form::Text, Place::Member, "in this universe"};

constexpr CtlArgument kRegion = {"--region", "region", Form::Text, Place::Member, "in this region"};

constexpr CtlArgument required(CtlArgument argument) {
    argument.is_required = true;
    return argument;
}

CtlVerb copy_verb(std::string_view verb, std::string_view path, std::string_view help) {
    const std::vector<CtlArgument> arguments = {
        required(kTable), kIndex, kReplica, kPartition, kKey, kOfUniverse, kRegion};
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
         {needed("rules", Place::Body, kJsonHelp, Form::Json)}},
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
          kPartition,
          kKey,
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
         "Put these rules in the place of all rules",
         "PUT",
         "/_stator/v1/faults",
         {needed("rules", Place::Body, kJsonHelp, Form::Json)}},
        {"faults",
         "add",
         "Add rules behind the present ones",
         "POST",
         "/_stator/v1/faults/rules",
         {needed(
              "fault",
              Place::Body,
              "drop=after, error=ThrottlingException; or JSON, a file of it, - for standard input",
              Form::Fault
          ),
          {"--name", "name", Form::Text, Place::Member, "the rule's name"},
          {"--operation", "operation", Form::Text, Place::Match, "of PutItem, Batch* ..."},
          {"--table", "table", Form::Text, Place::Match, "of this table"},
          {"--key-prefix", "keyPrefix", Form::Text, Place::Match, "of keys that begin so"},
          {"--nth", "nth", Form::Integer, Place::Match, "only the n-th of these requests"},
          {"--probability", "probability", Form::Number, Place::Match, "0 to 1"},
          {"--times", "times", Form::Integer, Place::Member, "no more often than that"}}},
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

Verbs hostile_verbs() {
    return {
        {"hostile",
         "",
         "Say how hostile DynamoDB is, or make it so: faults, stale reads and streams at once",
         "PUT",
         "/_stator/v1/hostile",
         {{"level", "level", Form::Text, Place::Member, "off, mild, rough or brutal"}}},
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
        {"throughput",
         "split",
         "Split partitions until there are so many",
         "POST",
         "/_stator/v1/partitions/split",
         {required(kTable),
          kIndex,
          kRegion,
          {"--to", "partitions", Form::Integer, Place::Member, "how many there are to be", true}}},
    };
}

constexpr CtlArgument kUniverse = needed("universe", Place::Segment, "its name");

constexpr CtlArgument kDefaultUniverse = {
    "--universe", "universe", Form::Text, Place::Member, "which universe", false, "default"};

constexpr CtlArgument kSeed = {
    "--seed", "seed", Form::Integer, Place::Member, "everything random derives from this"};
constexpr CtlArgument kAt = {
    "--at", "at", Form::Time, Place::Member, "the clock stands still at this time"};
constexpr CtlArgument kRestoredClock = {
    "--clock",
    "clock",
    Form::Text,
    Place::Member,
    "snapshot: time goes on from when it was saved; keep: it does not change"};
constexpr CtlArgument kShiftedTimes = {
    "--shift-times",
    "shiftTimes",
    Form::Switch,
    Place::Member,
    "on: what was saved is as old as it was then"};

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
          {"--snapshot", "snapshot", Form::Text, Place::Member, "a copy of this snapshot"},
          kRestoredClock,
          kShiftedTimes,
          kSeed,
          kAt}},
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
         "Empty a universe and start everything over, so that it can be repeated exactly",
         "POST",
         "/_stator/v1/universes/{universe}/reset",
         {kUniverse, kSeed, kAt}},
        {"universe",
         "fork",
         "Make a copy of a universe",
         "POST",
         "/_stator/v1/universes/{universe}/fork",
         {kUniverse, needed("name", Place::Member, "the copy's name"), kSeed, kAt}},
        {"universe",
         "listen",
         "Open a port at which every request belongs to a universe",
         "POST",
         "/_stator/v1/universes/{universe}/listen",
         {kUniverse, {"--port", "port", Form::Integer, Place::Member, "any free one without"}}},
        {"universe",
         "unlisten",
         "Close a universe's ports",
         "DELETE",
         "/_stator/v1/universes/{universe}/listen",
         {kUniverse, {"--port", "port", Form::Integer, Place::Member, "this one alone"}}},
    };
}

Verbs snapshot_verbs() {
    return {
        {"snapshot", "list", "List the snapshots", "GET", "/_stator/v1/snapshots"},
        {"snapshot",
         "show",
         "Say what a snapshot holds",
         "GET",
         "/_stator/v1/snapshots/{snapshot}",
         {needed("snapshot", Place::Segment, "its name")}},
        {"snapshot",
         "save",
         "Keep a universe as it is now",
         "POST",
         "/_stator/v1/snapshots",
         {needed("name", Place::Member, "the snapshot's name"),
          kDefaultUniverse,
          {"--overwrite",
           "overwrite",
           Form::Switch,
           Place::Member,
           "on: replace one of that name"}}},
        {"snapshot",
         "restore",
         "Bring a universe back to a snapshot",
         "POST",
         "/_stator/v1/snapshots/{snapshot}/restore",
         {needed("snapshot", Place::Segment, "its name"),
          kDefaultUniverse,
          kRestoredClock,
          kShiftedTimes}},
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
          filter("--region", "region", "in this region"),
          filter("--universe", "universe", "in this universe"),
          filter("--label", "label", "with this label"),
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
          {"--bodies", "bodies", Form::Text, Place::Member, "none, redacted or full"},
          {"--label", "label", Form::Text, Place::Member, "label all requests from now on"}}},
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
         {needed("assertions", Place::Body, kJsonHelp, Form::Json)}},
        {"get",
         "",
         "Send GET to any path",
         "GET",
         "",
         {needed("path", Place::Path, "such as /metrics")}},
    };
}

Verbs laboratory_verbs() {
    constexpr CtlArgument kWhich = filter("--universe", "universe", "this universe alone");
    return {
        {"laboratory",
         "show",
         "Show all controls, and those of every universe",
         "GET",
         "/_stator/v1/laboratory",
         {kWhich}},
        {"laboratory",
         "load",
         "Make the laboratory what a file declares",
         "PUT",
         "/_stator/v1/laboratory",
         {needed("laboratory", Place::Body, kJsonHelp, Form::Json), kWhich}},
    };
}

Verbs joined() {
    Verbs verbs;
    for (const auto make :
         {clock_verbs,
          consistency_verbs,
          fault_verbs,
          data_verbs,
          hostile_verbs,
          throughput_verbs,
          inspection_verbs,
          universe_verbs,
          snapshot_verbs,
          request_verbs,
          laboratory_verbs}) {
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

}  // namespace stator::tools::ctl
