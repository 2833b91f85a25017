// The commands of `stator ctl` as data: the arguments of each, and where in a request they go.
#pragma once

#include <string_view>
#include <vector>

namespace stator::tools::ctl {

// Where an argument's value goes.
enum class CtlPlace : unsigned char {
    Segment,    // replaces {name} in the path
    Parameter,  // ?name=
    Member,     // a member of the JSON body
    Match,      // a member of the object "match" in the JSON body
    Body,       // the whole body
    Path,       // the whole path, query included
};

// How the value is written on the command line, and thus how it becomes JSON.
enum class CtlForm : unsigned char {
    Text,
    Integer,
    Number,
    Switch,        // on, off
    Time,          // milliseconds since 1970, or a text
    Duration,      // 48h, 90s, 1500ms: a number that says its unit
    Distribution,  // 50, uniform:0:500, exponential:200
    Json,          // JSON, a file's name, or "-" for standard input
    Fault,         // the same, or a fault's short form, which becomes the member "fault"
};

struct CtlArgument {
    std::string_view option;  // "--at", or a plain word for a positional argument
    std::string_view name;    // of the member, parameter or placeholder
    CtlForm form = CtlForm::Text;
    CtlPlace place = CtlPlace::Member;
    std::string_view help = {};
    bool is_required = false;
    std::string_view fallback = {};  // the value when it is not given; "" for none
};

// One command. A PUT without any arguments, which would change nothing, is sent as a GET.
struct CtlVerb {
    std::string_view topic;  // "clock"
    std::string_view verb;   // "freeze"; "" when the topic alone is the command
    std::string_view help;
    std::string_view method;
    std::string_view path;  // with {placeholders}
    std::vector<CtlArgument> arguments = {};
    std::string_view wrapper = {};  // the members go into an object of this name
    // As of diff(1): exit code 1 says that something differs, 2 that nothing could be compared.
    bool compares = false;
};

// All commands; those of one topic stand together.
const std::vector<CtlVerb>& ctl_verbs();

// The help text of a topic; "" for one that is not a group of verbs.
std::string_view ctl_topic_help(std::string_view topic);

}  // namespace stator::tools::ctl
