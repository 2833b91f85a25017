#!/usr/bin/python3
"""Plants one breach of each rule into a small tree that keeps them all, and expects it to be found.

usage: tidy_test.py
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TIDY = Path(__file__).with_name("tidy.py")
CIRCLES = Path(__file__).with_name("circles.py")

CLEAN = {
    "protocol/CMakeLists.txt": "values/name.cpp wire/text.cpp errors/items.cpp",
    "protocol/values/name.hpp": "#pragma once\n\nnamespace stator::protocol::values {\n\nstruct Name {\n};\n\n}  // namespace stator::protocol::values\n",
    "protocol/values/name.cpp": '#include "protocol/values/name.hpp"\n',
    "protocol/wire/text.hpp": '#pragma once\n\n#include "protocol/values/name.hpp"\n\n// AWS: [case PutItem/order]\nnamespace stator::protocol::wire {\n\nstruct Text {\n};\n\n}  // namespace stator::protocol::wire\n',
    "protocol/wire/text.cpp": '// See protocol/values/name.hpp.\n#include "protocol/wire/text.hpp"\n',
    "protocol/errors/items.cpp": 'const char* text = "The item is far too large for that";\n',
    "conformance/cases/operations/PutItem/order.json": '{"message": "The item is far too large for that"}\n',
    "engine/CMakeLists.txt": "base/clock.cpp",
    "engine/base/clock.cpp": "namespace stator::engine {\n\n}  // namespace stator::engine\n",
}


def many(folder, count):
    return {f"{folder}/file_{number}.hpp": "#pragma once\n" for number in range(count)}


def readme(folder):
    return {f"{folder}/README.md": "# What lives here\n"}


def tree_with(files):
    return {**CLEAN, **files}


class TidyTest(unittest.TestCase):
    def run_on(self, files, program=TIDY):
        with tempfile.TemporaryDirectory() as root:
            subprocess.run(["git", "init", "-q", root], check=True)
            for name, text in files.items():
                path = Path(root) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            done = subprocess.run(
                [sys.executable, program, root], capture_output=True, text=True, check=False
            )
            self.assertEqual(done.stderr, "")
            return done.returncode, done.stdout

    def expect_breach(self, files, *words):
        code, said = self.run_on(tree_with(files))
        self.assertEqual(code, 1, said)
        self.assertIn(" 1 breaches", said)
        for word in words:
            self.assertIn(word, said)

    def test_a_tree_that_keeps_the_rules_has_no_breach(self):
        code, said = self.run_on(CLEAN)
        self.assertEqual((code, said), (0, "6 files, 0 breaches\n"))

    def test_a_room_below(self):
        planted = '#include "engine/base/clock.hpp"\n'
        self.expect_breach({"protocol/wire/text.cpp": planted}, "protocol may not include engine/")

    def test_a_client_that_knows_what_is_judged(self):
        self.expect_breach(
            {
                "transport/CMakeLists.txt": "client.cpp",
                "transport/client.cpp": '#include "protocol/values/name.hpp"\n',
            },
            "transport may not include protocol/",
        )

    def test_a_tool_that_knows_the_server(self):
        tool = {"tools/CMakeLists.txt": "ctl/run.cpp", "tools/ctl/run.cpp": '#include "emulator/server/server.hpp"\n'}
        self.expect_breach(tool, "tools may not include emulator/server/server.hpp")
        tool["tools/ctl/run.cpp"] = '#include "emulator/base/log.hpp"\n#include "engine/data_check.hpp"\n'
        code, said = self.run_on(tree_with(tool))
        self.assertEqual(code, 0, said)

    def test_a_folder_below(self):
        planted = '#include "protocol/wire/text.hpp"\n'
        self.expect_breach(
            {"protocol/values/name.cpp": planted}, "values may not include protocol/wire/text.hpp"
        )

    def test_a_declaration_of_a_type_below(self):
        planted = CLEAN["protocol/values/name.hpp"].replace(
            "namespace stator::protocol::values {\n\n",
            "namespace stator::protocol::wire {\nstruct Text;\n}\n\nnamespace stator::protocol::values {\n\n",
        )
        self.expect_breach(
            {"protocol/values/name.hpp": planted}, "Text is declared here", "values may not include protocol/wire/text.hpp"
        )

    def test_a_class_of_too_many_functions(self):
        functions = "".join(f"    void do_{number}();\n" for number in range(41))
        planted = CLEAN["protocol/values/name.hpp"].replace("struct Name {\n", "struct Name {\n" + functions)
        self.expect_breach({"protocol/values/name.hpp": planted}, "Name has 41 public functions; 40 is the most")
        hidden = planted.replace("    void do_0();\n", "private:\n    void do_0();\n")
        code, said = self.run_on(tree_with({"protocol/values/name.hpp": hidden}))
        self.assertEqual(code, 0, said)

    def test_a_folder_that_the_list_does_not_have(self):
        planted = {"protocol/odds/end.hpp": "#pragma once\n"}
        code, said = self.run_on(tree_with({**planted, "protocol/odds/end.hpp": '#pragma once\n#include <map>\n'}))
        self.assertEqual(code, 1, said)
        self.assertIn("has no odds", said)

    def test_a_library_out_of_its_place(self):
        self.expect_breach(
            {"protocol/values/name.cpp": "#include <rapidjson/document.h>\n"}, "belongs in protocol/wire/"
        )

    def test_a_namespace_of_another_folder(self):
        planted = "#pragma once\n\nnamespace stator::protocol::values {\n\nint length();\n\n}  // namespace stator::protocol::values\n"
        self.expect_breach({"protocol/wire/text.hpp": planted}, "where stator::protocol::wire lives")

    def test_a_test_in_a_namespace_of_another_folder(self):
        planted = "namespace stator::testing {\n\nint length() { return 1; }\n\n}  // namespace stator::testing\n"
        self.expect_breach(
            {
                "tests/protocol/CMakeLists.txt": "wire/text_test.cpp",
                "tests/protocol/wire/text_test.cpp": planted,
            },
            "where stator::protocol::wire lives",
        )

    def test_a_namespace_that_repeats_one_further_out(self):
        planted = "#pragma once\n\nnamespace stator::protocol::values::protocol {\n\nint length();\n\n}  // namespace stator::protocol::values::protocol\n"
        self.expect_breach({"protocol/values/other.hpp": planted}, "repeats one further out")

    def test_a_page_out_of_its_order(self):
        planted = {"emulator/console/page/parts/grid.tsx": "import { rows } from '../views/items';\n"}
        self.expect_breach(planted, "parts may not import ../views/items: views comes after it")
        right = {"emulator/console/page/views/items/rows.tsx": "import { Grid } from '../../parts/grid';\n"}
        code, said = self.run_on(tree_with(right))
        self.assertEqual(code, 0, said)

    def test_a_page_too_long(self):
        place = "emulator/console/page/base/format.ts"
        self.expect_breach({place: "\n" * 501}, "501 lines; 500 is the most")
        planted = "export function count(): number {\n" + "  ;\n" * 69 + "}\n"
        self.expect_breach({place: planted}, "a function of 71 lines")

    def test_types_of_the_admin_api_that_are_out_of_date(self):
        described = {
            "Mode": {"type": "string", "enum": ["slow", "fast"]},
            "Item": {"type": "object"},
            "Settings": {"type": "object", "properties": {"mode": {"$ref": "#/components/schemas/Mode"}}},
            "State": {
                "allOf": [
                    {"$ref": "#/components/schemas/Settings"},
                    {
                        "required": ["mode", "due"],
                        "properties": {
                            "due": {"type": "integer", "nullable": True},
                            "found": {"type": "array", "items": {"oneOf": [{"type": "number"}, {"type": "string"}]}},
                            "pair": {"type": "array", "items": {"type": "boolean"}, "minItems": 2, "maxItems": 2},
                            "key": {"allOf": [{"$ref": "#/components/schemas/Item"}]},
                            "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
                        },
                    },
                ]
            },
        }
        openapi = {"emulator/admin/openapi.json": json.dumps({"components": {"schemas": described}})}
        page = "emulator/console/page/api/shapes.ts"
        self.expect_breach({**openapi, page: ""}, "not what emulator/admin/openapi.json describes")
        right = (
            "// The admin API's replies and requests. Written by ./dev shapes from emulator/admin/openapi.json. Edits are lost.\n"
            "import type { Value as AttributeValue, Item } from './types';\n\n"
            "export type Mode = 'slow' | 'fast';\n"
            "export interface Settings { mode?: Mode }\n"
            "export interface State extends Settings {\n"
            "  mode: Mode; due: number | null; found?: (number | string)[]; pair?: [boolean, boolean]; key?: Item; counts?: Record<string, number>;\n"
            "}\n"
        )
        code, said = self.run_on(tree_with({**openapi, page: right}))
        self.assertEqual(code, 0, said)

    def test_a_name_declared_twice(self):
        planted = CLEAN["protocol/values/name.hpp"]
        self.expect_breach(
            {"protocol/values/other.hpp": planted}, "stator::protocol::values::Name is declared in"
        )

    def test_a_result_that_may_be_ignored(self):
        planted = "#pragma once\n\nnamespace stator::protocol::values {\n\nusing Read = boost::system::result<int, char>;\n\n}  // namespace stator::protocol::values\n"
        self.expect_breach({"protocol/values/name.hpp": planted}, "may be ignored")
        planted = planted.replace(
            "using Read = boost::system::result<int, char>;",
            "class Read : public boost::system::result<int, char> {\n};",
        )
        self.expect_breach({"protocol/values/name.hpp": planted}, "not [[nodiscard]]")

    def test_a_crowded_folder(self):
        planted = {**many("protocol/model", 31), **readme("protocol/model")}
        self.expect_breach(planted, "protocol/model: 31 files; 30 is the most")

    def test_the_catalogue_may_be_crowded(self):
        planted = {**many("protocol/errors", 31), **readme("protocol/errors")}
        code, said = self.run_on(tree_with(planted))
        self.assertEqual(code, 0, said)

    def test_a_folder_without_readme(self):
        self.expect_breach(many("protocol/model", 7), "protocol/model: 7 files and no README.md")
        code, said = self.run_on(tree_with(many("protocol/model", 6)))
        self.assertEqual(code, 0, said)

    def test_a_mark_that_points_at_nothing(self):
        text = CLEAN["protocol/wire/text.hpp"].replace("PutItem/order", "PutItem/disorder")
        self.expect_breach({"protocol/wire/text.hpp": text}, "no conformance case is called PutItem/disorder")

    def test_a_mark_in_two_lines(self):
        text = CLEAN["protocol/wire/text.hpp"].replace("[case PutItem/order]", "[case\n// PutItem/order]")
        self.expect_breach({"protocol/wire/text.hpp": text}, "ends on another line")

    def test_a_file_that_a_comment_names_and_nobody_has(self):
        text = CLEAN["protocol/wire/text.cpp"].replace("values/name.hpp.", "values/nobody.hpp.")
        self.expect_breach({"protocol/wire/text.cpp": text}, "there is no file protocol/values/nobody.hpp")

    def test_a_file_that_a_readme_names_and_nobody_has(self):
        planted = {"protocol/wire/README.md": "# Wire\n\n- `text.hpp`: a text\n- `wire/nothing.cpp`: gone\n"}
        self.expect_breach(planted, "README.md:4: there is no file wire/nothing.cpp")

    def test_a_message_of_dynamodb_outside_the_errors(self):
        planted = 'const char* text = "The item is far too large";\n'
        self.expect_breach({"protocol/values/name.cpp": planted}, "outside protocol/errors")

    def test_a_case_file_too_long(self):
        planted = "{\n" + "\n" * 400 + "}\n"
        self.expect_breach(
            {"conformance/cases/topics/wire/long.json": planted}, "402 lines; 400 is the most"
        )

    def test_a_source_too_long_too_wide_or_unfinished(self):
        self.expect_breach({"protocol/values/name.cpp": "\n" * 501}, "501 lines; 500 is the most")
        self.expect_breach({"protocol/values/name.cpp": "x" * 101 + "\n"}, "101 columns")
        self.expect_breach({"protocol/values/name.cpp": "// " + "TO" + "DO\n"}, "a mark left behind")

    def test_a_function_too_long(self):
        planted = "int answer() {\n" + "    ;\n" * 69 + "}\n"
        self.expect_breach({"protocol/values/name.cpp": planted}, "a function of 71 lines")

    def test_a_call_out_of_its_place(self):
        self.expect_breach({"protocol/values/name.cpp": "auto now = system_clock::now();\n"}, "take a Clock&")

    def test_a_state_of_the_thread_in_a_pure_room(self):
        self.expect_breach({"protocol/values/name.cpp": "thread_local int count;\n"}, "take a parameter")
        code, said = self.run_on(tree_with({"engine/base/clock.cpp": "thread_local int count;\n"}))
        self.assertEqual(code, 0, said)

    def test_a_source_that_nobody_builds(self):
        self.expect_breach({"protocol/values/lost.cpp": "\n"}, "no CMakeLists.txt names it")

    def test_circles_are_counted(self):
        code, said = self.run_on(CLEAN, CIRCLES)
        self.assertEqual(code, 0, said)
        self.assertIn("protocol: 3 folders, 0 circles of folders", said)
        planted = {"protocol/values/name.cpp": '#include "protocol/wire/text.hpp"\n'}
        code, said = self.run_on(tree_with(planted), CIRCLES)
        self.assertEqual(code, 1, said)
        self.assertIn("1 circles of folders\n  values, wire", said)

    def test_circles_of_files_are_counted(self):
        declaring = CLEAN["protocol/values/name.hpp"].replace("struct Name {", "struct Other;\n\nstruct Name {")
        other = (
            '#pragma once\n\n#include "protocol/values/name.hpp"\n\nnamespace stator::protocol::values {\n\n'
            "struct Other {\n};\n\n}  // namespace stator::protocol::values\n"
        )
        planted = {"protocol/values/name.hpp": declaring, "protocol/values/other.hpp": other}
        code, said = self.run_on(tree_with(planted), CIRCLES)
        self.assertEqual(code, 1, said)
        self.assertIn("1 circles of files\n  protocol/values/name.hpp, protocol/values/other.hpp", said)

    def test_circles_of_top_names_are_counted(self):
        planted = {
            "protocol/expression/tree.cpp": '#include "protocol/partiql/lexer.hpp"\n',
            "protocol/partiql/lexer.hpp": "#pragma once\n",
            "protocol/partiql/parser.cpp": '#include "protocol/expression/legacy/old.hpp"\n',
            "protocol/expression/legacy/old.hpp": "#pragma once\n",
        }
        code, said = self.run_on(tree_with(planted), CIRCLES)
        self.assertEqual(code, 1, said)
        self.assertIn("1 circles of top names\n  expression, partiql", said)


if __name__ == "__main__":
    unittest.main()
