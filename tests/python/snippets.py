"""Code from the pages of the documentation."""

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def run_section(page: Path, heading: str) -> dict[str, Any]:
    """Run the Python snippets below a heading of a page, as one, and return their names."""
    _, _, rest = page.read_text().partition(f"\n## {heading}\n")
    section = rest.partition("\n## ")[0]
    snippets = re.findall(r"^```python\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    assert snippets
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile("\n".join(snippets), f"{page}: {heading}", "exec"), names)
    return names
