#include "tools/transfer/command.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <ostream>

#include "emulator/base/count_text.hpp"
#include "emulator/base/file_text.hpp"
#include "emulator/command_line/unknown_argument.hpp"
#include "protocol/base/result.hpp"
#include "tools/anonymise/anonymiser.hpp"
#include "tools/client/api_settings.hpp"
#include "tools/client/table_definition.hpp"
#include "tools/transfer/dump_folder.hpp"
#include "tools/transfer/fixture.hpp"
#include "tools/transfer/table_moves.hpp"

namespace stator::tools::transfer {
namespace {

constexpr std::string_view kExport = "export";
constexpr std::string_view kImport = "import";

// The environment, clock and streams of a command.
struct Console {
    const client::Surroundings& surroundings;
    const engine::Clock& clock;
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
};

struct Choices {
    client::EndpointChoice endpoint;
    std::string table;
    std::string path = "-";
    std::string format;
    std::vector<std::string> attributes;
    std::string definition;
    std::string delimiter = ",";
    std::string rules;
    std::uint64_t skip = 0;
    bool is_dry = false;
};

void add_endpoint(CLI::App& app, client::EndpointChoice& choice) {
    app.add_option("--endpoint", choice.url, "The server's URL, with /u/NAME for a universe");
    app.add_option("--region", choice.region, "The region of the table");
    app.add_option("--profile", choice.profile, "The profile of ~/.aws with the credentials");
}

// A command's CLI11 parser and the variables that it fills.
struct Parser {
    explicit Parser(bool exports)
        : app(exports ? "Writes the items of a table to a file."
                      : "Puts the items of a file, or of a folder of files, into a table.",
              exports ? "stator export" : "stator import") {
        add_endpoint(app, choices.endpoint);
        app.add_option("--table", choices.table, "Its name")->required();
        app.add_option(
               "--format",
               choices.format,
               "jsonl, ion, csv, json, dynamodump or batch; by the name if left out"
        )
            ->check(CLI::IsMember({"jsonl", "ion", "csv", "json", "dynamodump", "batch"}));
        app.add_option("--anonymise", choices.rules, "A file of rules by which items are changed");
        if (exports) {
            app.add_option(
                   "--to", choices.path, "The file; .gz and .zst pack it; - is standard output"
            )
                ->capture_default_str();
            app.add_option("--attributes", choices.attributes, "The columns of csv")
                ->delimiter(',');
            return;
        }
        app.add_option("--from", choices.path, "The file or folder; - is standard input")
            ->capture_default_str();
        app.add_option(
            "--definition",
            choices.definition,
            "CreateTable's request, for a table that is not there"
        );
        app.add_option("--delimiter", choices.delimiter, "Between the columns of csv")
            ->capture_default_str();
        app.add_option("--skip", choices.skip, "Leave out as many items, which are there already");
        app.add_flag("--dry-run", choices.is_dry, "Read and count the items, and write nothing");
    }

    Choices choices;
    CLI::App app;
};

int fail(const Console& console, bool exports, const std::string& sentence, int code = 1) {
    console.err << (exports ? "stator export: " : "stator import: ") << sentence
                << (sentence.ends_with('.') ? "\n" : ".\n");
    return code;
}

// Null if no rules are configured.
emulator::Accepted<std::unique_ptr<anonymise::Anonymiser>> anonymiser_of(const Choices& choices) {
    if (!choices.rules.empty()) return anonymise::Anonymiser::load(choices.rules);
    return emulator::Accepted<std::unique_ptr<anonymise::Anonymiser>>(
        boost::system::in_place_value, nullptr
    );
}

void tell_unused(const std::unique_ptr<anonymise::Anonymiser>& anonymiser, std::ostream& err) {
    if (anonymiser == nullptr) return;
    for (const std::string& sentence : anonymiser->unused_rules()) err << sentence << '\n';
}

FileFormat format_of(const Choices& choices, const std::string& name) {
    return file_format_from(choices.format).value_or(format_of_file(name));
}

// Writes the items into a dump folder or a file. Returns the number of items.
emulator::Accepted<std::uint64_t> export_to(
    const Choices& choices, const Console& console, client::ApiClient& api, const ChangeItem& change
) {
    const FileFormat format = format_of(choices, choices.path);
    if (format == FileFormat::Page) {
        STATOR_TRY(const auto described, client::made_table(api, choices.table));
        DumpWriter dump(choices.path, choices.table, described.root().text());
        const auto add = [&](std::string_view item) { return dump.add(item); };
        STATOR_TRY(const std::uint64_t count, export_items(api, choices.table, {add}, change));
        STATOR_CHECK(dump.close());
        return count;
    }
    ItemFile file(choices.path, format, choices.attributes, console.out);
    ItemTaker take{[&](std::string_view item) { return file.add(item); }};
    if (format == FileFormat::Jsonl) {
        take.lines = [&](std::string_view lines) { return file.add_lines(lines); };
    }
    STATOR_TRY(const std::uint64_t count, export_items(api, choices.table, take, change));
    STATOR_CHECK(file.close());
    return count;
}

// Returns the function that applies the rules to the table's items.
emulator::Accepted<ChangeItem> change_by(
    const anonymise::Anonymiser& anonymiser, client::ApiClient& api, const std::string& table
) {
    STATOR_TRY(const auto described, client::made_table(api, table));
    const auto keys = client::key_attributes(*described.root().find("Table"));
    STATOR_CHECK(anonymiser.check_keys(table, keys));
    return ChangeItem([&](std::string_view item) { return anonymiser.apply(table, item); });
}

int run_export(const Choices& choices, const Console& console) {
    const FileFormat format = format_of(choices, choices.path);
    if (format == FileFormat::Csv && choices.attributes.empty()) {
        return fail(console, true, "csv has columns; name them with --attributes.", 2);
    }
    if (choices.format == "batch" || (format == FileFormat::Page && choices.path == "-")) {
        return fail(console, true, "batch is for imports, and dynamodump needs a folder.", 2);
    }
    auto settings = client::settings_of(choices.endpoint, console.surroundings);
    if (settings.has_error()) return fail(console, true, settings.error().sentence);
    client::ApiClient api(*std::move(settings), console.clock);
    const auto anonymiser = anonymiser_of(choices);
    if (anonymiser.has_error()) return fail(console, true, anonymiser.error().sentence);
    ChangeItem change;
    if (*anonymiser != nullptr) {
        auto by_rules = change_by(**anonymiser, api, choices.table);
        if (by_rules.has_error()) return fail(console, true, by_rules.error().sentence);
        change = *std::move(by_rules);
    }
    const auto count = export_to(choices, console, api, change);
    if (count.has_error()) return fail(console, true, count.error().sentence);
    console.err << emulator::count_text(*count, "item") << " of " << choices.table << " "
                << emulator::were_text(*count) << " written.\n";
    tell_unused(*anonymiser, console.err);
    return 0;
}

// Reads, counts and writes the items of an import.
class Import {
public:
    Import(const Choices& choices, const Console& console, client::ApiSettings settings)
        : choices_(choices),
          console_(console),
          api_(std::move(settings), console.clock),
          writer_(api_, choices.table) {}

    int run() {
        const auto done = read_all();
        const std::uint64_t there = choices_.is_dry ? read_ : choices_.skip + writer_.written();
        std::string progress = emulator::count_text(there, "item").append(" ");
        if (choices_.is_dry) {
            progress.append(emulator::were_text(there)).append(" read");
        } else {
            progress.append(there == 1 ? "is there" : "are there");
        }
        if (done.has_error()) {
            std::string sentence = done.error().sentence;
            while (sentence.ends_with('.')) sentence.pop_back();
            const std::string again =
                choices_.is_dry ? "." : "; go on with --skip " + std::to_string(there) + ".";
            return fail(console_, false, sentence + "; " + progress + again);
        }
        console_.err << progress << (choices_.is_dry ? "" : " in " + choices_.table) << ".\n";
        tell_unused(anonymiser_, console_.err);
        return 0;
    }

private:
    emulator::Accepted<void> read_all() {
        STATOR_TRY(anonymiser_, anonymiser_of(choices_));
        STATOR_TRY(const auto dump, dump_at(choices_.path, choices_.table));
        std::vector<std::string> names;
        std::string definition;
        if (dump) {
            names = dump->pages;
            definition = dump->definition;
        } else {
            STATOR_TRY(names, files_at(choices_.path));
        }
        if (!choices_.definition.empty()) {
            STATOR_TRY(definition, emulator::file_text(choices_.definition, "The definition"));
        }
        if (!choices_.is_dry) STATOR_CHECK(writer_.open(definition));
        if (anonymiser_) STATOR_CHECK(anonymiser_->check_keys(choices_.table, writer_.keys()));
        for (const std::string& name : names) {
            const FileFormat format = dump ? FileFormat::Page : format_of(choices_, name);
            ReadOptions options{format, writer_.definitions()};
            options.delimiter = choices_.delimiter.front();
            STATOR_CHECK(read_items(name, console_.in, options, [&](std::string_view item) {
                return take(item, name);
            }));
        }
        return choices_.is_dry ? emulator::Accepted<void>() : writer_.flush();
    }

    std::optional<std::string> take(std::string_view item, const std::string& name) {
        ++read_;
        const auto added = add(item);
        if (added.has_value()) return std::nullopt;
        return "up to item " + std::to_string(read_) + ", in '" + name +
               "': " + added.error().sentence;
    }

    // A dry run also applies the rules, to find rules that match nothing.
    emulator::Accepted<void> add(std::string_view item) {
        std::string changed;
        if (anonymiser_) {
            STATOR_TRY(changed, anonymiser_->apply(choices_.table, item));
            item = changed;
        }
        if (choices_.is_dry || read_ <= choices_.skip) return {};
        return writer_.add(item);
    }

    const Choices& choices_;
    const Console& console_;
    client::ApiClient api_;
    std::unique_ptr<anonymise::Anonymiser> anonymiser_;
    TableWriter writer_;
    std::uint64_t read_ = 0;
};

int run_import(const Choices& choices, const Console& console) {
    auto settings = client::settings_of(choices.endpoint, console.surroundings);
    if (settings.has_error()) return fail(console, false, settings.error().sentence);
    return Import(choices, console, *std::move(settings)).run();
}

// Whether the command is `stator ctl fixture save DIR`.
bool is_fixture(const std::vector<std::string>& arguments) {
    return arguments.size() > 1 && arguments[0] == "ctl" && arguments[1] == "fixture";
}

int run_fixture(const std::vector<std::string>& arguments, const Console& console) {
    Choices choices;
    std::string folder;
    CLI::App app("Keeps the tables of a server as a folder for --seed-from.", "stator ctl fixture");
    CLI::App* const save = app.add_subcommand("save", "Write the tables into a folder");
    save->add_option("DIR", folder, "The folder")->required();
    add_endpoint(*save, choices.endpoint);
    app.require_subcommand(1);
    if (const auto code =
            emulator::command_line::parse(app, arguments, 2, console.out, console.err))
        return *code;
    const auto refuse = [&](std::string sentence) {
        while (sentence.ends_with('.')) sentence.pop_back();
        console.err << "stator ctl fixture: " << sentence << ".\n";
        return 1;
    };
    auto settings = client::settings_of(choices.endpoint, console.surroundings);
    if (settings.has_error()) return refuse(settings.error().sentence);
    client::ApiClient api(*std::move(settings), console.clock);
    const auto saved = save_fixture(api, folder);
    if (saved.has_error()) return refuse(saved.error().sentence);
    console.err << emulator::count_text(*saved, "table") << " " << emulator::were_text(*saved)
                << " saved in " << folder << ".\n";
    return 0;
}

}  // namespace

bool is_command(const std::vector<std::string>& arguments) {
    if (is_fixture(arguments)) return true;
    return !arguments.empty() && (arguments.front() == kExport || arguments.front() == kImport);
}

int run_command(
    const std::vector<std::string>& arguments,
    const client::Surroundings& surroundings,
    const engine::Clock& clock,
    std::istream& in,
    std::ostream& out,
    std::ostream& err
) {
    const Console console{surroundings, clock, in, out, err};
    if (is_fixture(arguments)) return run_fixture(arguments, console);
    const bool exports = arguments.front() == kExport;
    Parser parser(exports);
    if (const auto ended = emulator::command_line::parse(parser.app, arguments, 1, out, err))
        return *ended;
    if (parser.choices.delimiter.size() != 1) {
        return fail(console, exports, "a delimiter is one character; give one such as ';'.", 2);
    }
    return exports ? run_export(parser.choices, console) : run_import(parser.choices, console);
}

emulator::command_line::Command command_tree(const std::string& command) {
    const Parser parser(command == kExport);
    return emulator::command_line::command_tree(parser.app);
}

}  // namespace stator::tools::transfer
