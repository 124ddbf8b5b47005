"""`python -m benches` is `python benches/compare.py`."""

from benches.compare import main

main()
