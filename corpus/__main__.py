"""``python -m corpus data``, ``python -m corpus checkpoint``, ``python -m corpus bert`` and ``python -m corpus cases``."""

import argparse
from pathlib import Path

from corpus import mnli, mrpc, sst2, writer
from corpus.checksums import write_checksums

ASSETS = Path(__file__).resolve().parent.parent / "course" / "assets"
SEED = 0


def main() -> None:
    """Writes the data sets or builds a checkpoint, as the command line asks."""
    parser = argparse.ArgumentParser(prog="python -m corpus", description=__doc__)
    parser.add_argument("what", choices=("data", "checkpoint", "bert", "cases"))
    what = parser.parse_args().what
    if what == "data":
        for module in (mnli, mrpc, sst2):
            name = module.__name__.rpartition(".")[-1]
            writer.write(name, module.splits(SEED), module.features())
    else:
        # Only now: it takes seconds to import.
        from corpus import bert, cases, checkpoint

        {"checkpoint": checkpoint, "bert": bert, "cases": cases}[what].build(SEED)
    write_checksums(ASSETS)


if __name__ == "__main__":
    main()
