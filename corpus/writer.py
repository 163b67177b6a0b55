"""Puts data sets on disk as `datasets.load_dataset` reads them: a folder of parquet files per configuration."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import datasets
from pyarrow import parquet

Row = Mapping[str, str | int]

DIRECTORY = Path(__file__).resolve().parent.parent / "course" / "assets" / "glue"


def write(
    name: str,
    splits: Mapping[str, Sequence[Row]],
    features: datasets.Features,
    directory: Path = DIRECTORY,
) -> None:
    """Writes ``<directory>/<name>/<split>-00000-of-00001.parquet`` for each split, and the card.

    The features (``ClassLabel`` names among them) travel in the schema. The same rows give the same bytes.
    """
    folder = directory / name
    folder.mkdir(parents=True, exist_ok=True)
    for stale in folder.glob("*.parquet"):
        stale.unlink()
    for split, rows in splits.items():
        columns = {column: [row[column] for row in rows] for column in features}
        table = datasets.Dataset.from_dict(columns, features=features).data.table
        # The fingerprint that `datasets` may keep in the schema depends on the run; the features do not.
        schema = features.arrow_schema
        table = table.replace_schema_metadata(schema.metadata)
        parquet.write_table(table, folder / f"{split}-00000-of-00001.parquet", compression="zstd")
    write_card(directory)


def write_card(directory: Path = DIRECTORY) -> None:
    """Writes the ``README.md`` whose ``configs`` tell `load_dataset` which files belong to which configuration."""
    lines = ["---", "language: en", "license: apache-2.0", "configs:"]
    for folder in sorted(path for path in directory.iterdir() if path.is_dir()):
        lines += [f"- config_name: {folder.name}", "  data_files:"]
        for file in sorted(folder.glob("*.parquet")):
            split = file.name.removesuffix("-00000-of-00001.parquet")
            lines += [f"  - split: {split}", f"    path: {folder.name}/{file.name}"]
    lines += [
        "---",
        "",
        "Made sentences in GLUE's columns and splits, for a course that runs without a network.",
        "`python -m corpus data` writes every file here again, byte for byte.",
    ]
    (directory / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
