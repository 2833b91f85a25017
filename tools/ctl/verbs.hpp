// The commands of `stator ctl` as data: their arguments, and the place of each in a request.
//
// They are read from the OpenAPI file of the admin API (emulator/admin/openapi.json). An operation
// that is a command has a member "x-ctl", an object or a list of objects:
//
//     "x-ctl": {"topic": "clock", "verb": "freeze", "arguments": [
//       {"name": "--at", "form": "time", "help": "at this time instead of now"}
//     ]}
//
// A command without "verb" consists of its topic. "help" defaults to the operation's summary,
// "form" to text, "member" to the argument's name in camel case, and "required" to true for a
// positional argument and to false for an option. "in" defaults to the path if the path contains
// the {placeholder}, otherwise to the query of a GET and to the body of other methods.
// "x-ctl-topics" lists the topics in the order in which the help prints them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stator::tools::ctl {

// The place of an argument's value in the request: "in".
enum class CtlPlace : unsigned char {
    Segment,    // replaces {name} in the path
    Parameter,  // ?name=
    Member,     // a member of the JSON body
    Match,      // a member of the object "match" in the JSON body
    Body,       // the whole body
    Path,       // the whole path, including the query
};

// The syntax of a value on the command line, which determines its JSON: "form".
enum class CtlForm : unsigned char {
    Text,
    Integer,
    Number,
    Switch,        // on, off
    Time,          // milliseconds since 1970, or a string
    Duration,      // 48h, 90s, 1500ms: a number with its unit
    Distribution,  // 50, uniform:0:500, exponential:200
    Json,          // JSON, a file name, or "-" for standard input
    Fault,         // like Json, or a fault's short form, which becomes the member "fault"
};

struct CtlArgument {
    std::string option;  // "--at", or a plain word for a positional argument
    std::string name;    // of the member, parameter or placeholder
    CtlForm form = CtlForm::Text;
    CtlPlace place = CtlPlace::Member;
    std::string help = {};
    bool is_required = false;
    std::string fallback = {};  // the value if the user sets none ("default"); "" for none
};

// One command. A PUT without any arguments, which would change nothing, is sent as a GET.
struct CtlVerb {
    std::string topic;      // "clock"
    std::string verb = {};  // "freeze"; "" for a command that consists of its topic
    std::string help = {};
    std::string method = {};
    std::string path = {};  // with {placeholders}
    std::vector<CtlArgument> arguments = {};
    std::string wrapper = {};  // name of an object that contains the members; "" for none
    // Like diff(1): exit status 1 means that something differs, 2 that the comparison failed.
    bool compares = false;
};

// A group of verbs, or one command.
struct CtlTopic {
    std::string name;
    std::string help;  // "" for one command, which has its own help
    std::vector<CtlVerb> verbs = {};
};

// Returns all commands, which are read once.
const std::vector<CtlTopic>& ctl_topics();

}  // namespace stator::tools::ctl
