"""Sphinx's configuration of the site; site.py lays out what it reads."""

project = "Stator"
author = "the Stator maintainers"
extensions = ["myst_parser", "sphinx_copybutton"]
root_doc = "README"
source_suffix = {".md": "markdown"}

myst_enable_extensions = ["linkify"]
# As many levels as GitHub makes anchors for.
myst_heading_anchors = 4
myst_linkify_fuzzy_links = False
suppress_warnings = [
    # A page begins where its title is; what a README shows below a picture may skip a level.
    "myst.header",
    # JSON in the pages has "…" where it is of no interest.
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
