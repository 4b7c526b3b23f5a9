# The site, from the pages that tools/build_site.py gathers.  Sphinx with furo and myst: its search index is a script, so that search works
# from a file; mkdocs-material fetches its index, which browsers refuse there.
import os

project = "wpga"
author = "The wpga authors"
copyright = "The wpga authors, BSD-3-Clause"
version = release = os.environ.get("WPGA_VERSION", "")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
try:
    import sphinx_copybutton  # noqa: F401

    extensions.append("sphinx_copybutton")
except ImportError:
    pass
html_theme = "furo"
html_title = f"wpga {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "deflist"]
# Names of our own blocks, and lines that are no language.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
highlight_language = "none"
smartquotes = False  # --flags keep their hyphens
autodoc_member_order = "bysource"
napoleon_use_rtype = False
napoleon_use_ivar = True
# Furo's system fonts: nothing comes from the network.
html_theme_options = {"navigation_with_keys": True}
