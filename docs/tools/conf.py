"""Sphinx's configuration of the site; site.py prepares the files that Sphinx reads."""

project = "Stator"
author = "the Stator maintainers"
extensions = ["myst_parser", "sphinx_copybutton"]
root_doc = "README"
source_suffix = {".md": "markdown"}

myst_enable_extensions = ["linkify"]
# The number of heading levels for which GitHub creates anchors.
myst_heading_anchors = 4
myst_linkify_fuzzy_links = False
suppress_warnings = [
    # A page starts at its title; the headings below a README's picture may skip a level.
    "myst.header",
    # JSON in the pages contains "…" for omitted parts.
    "misc.highlighting_failure",
]

html_theme = "furo"
html_title = "Stator"
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"top_of_page_button": None}
pygments_style = "friendly"
pygments_dark_style = "monokai"
