"""The notebooks run from their first cell to their last, and draw what they promise."""

import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    pictures = [output for output in outputs if "image/png" in output.get("data", {})]
    assert len(pictures) >= 3
    assert not [output for output in outputs if output.output_type == "stream" and output.name == "stderr"]
    # WPGA_NOTEBOOKS=1 keeps what was run: so the notebooks in the repository come by their pictures.
    if os.environ.get("WPGA_NOTEBOOKS"):
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)
        notebook.metadata.pop("language_info", None)
        nbformat.write(notebook, path)


def test_there_are_five():
    assert {path.stem for path in EXAMPLES.glob("*.ipynb")} == {"digits", "palettes", "ages", "cells", "shapes"}
