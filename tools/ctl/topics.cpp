// What `stator ctl --help` says of each group of verbs.
#include "tools/ctl/verbs.hpp"

namespace stator::tools::ctl {

std::string_view ctl_topic_help(std::string_view topic) {
    if (topic == "clock") return "The time that the server believes it is";
    if (topic == "consistency") return "How stale eventually consistent reads are";
    if (topic == "credentials") return "Who may send requests";
    if (topic == "iam") return "What requests may do, and why not";
    if (topic == "faults") return "What goes wrong, and when";
    if (topic == "streams") return "How hard streams are to read";
    if (topic == "triggers") return "Functions that are called with what streams record";
    if (topic == "replication") return "How writes travel between the regions of global tables";
    if (topic == "throughput") return "Throttling and heat";
    if (topic == "vectors") return "How much searches of vector indexes find";
    if (topic == "universe") return "Separate sets of tables";
    if (topic == "snapshot") return "Saved states of universes";
    if (topic == "requests") return "The requests that came";
    if (topic == "laboratory") return "All controls at once, universes and fixtures";
    return {};
}

}  // namespace stator::tools::ctl
