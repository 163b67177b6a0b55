"""The data and the checkpoint are checked before a lesson runs, and each wrong part is reported in one sentence."""

import shutil
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

from course import frameworks, sources
from course.ch8 import CHAPTER
from course.environment import without_pipelines
from course.frameworks import choose_framework, versions
from course.i18n import LANGUAGES
from course.lesson import Framework
from course.message import WrongUse
from course.paths import ASSETS
from course.sources import Source, cache_of, check, check_assets, choose_source


@pytest.fixture
def assets(tmp_path: Path) -> Path:
    """A copy of the embedded files that may be spoilt."""
    return Path(shutil.copytree(ASSETS, tmp_path / "assets"))


@pytest.fixture(autouse=True)
def cache(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`datasets` would take one test's data set for another's: see `sources.cache_of`."""
    if request.node.get_closest_marker("tf") is None:
        # `evaluate` imports it otherwise, which takes half a minute
        monkeypatch.setenv("USE_TF", "0")

    import datasets

    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path / "cache"))


def source_of(assets: Path) -> Source:
    return Source("embedded", str(assets / "checkpoint"), str(assets / "glue"), str(assets / "metrics" / "glue"), False)


def complaint(assets: Path) -> WrongUse:
    with pytest.raises(WrongUse) as caught:
        check(source_of(assets), CHAPTER.task)
    for language in LANGUAGES:
        assert "{" not in caught.value.sentence(language)
    return caught.value


def test_the_embedded_parts_are_in_order() -> None:
    with without_pipelines():
        check(choose_source(CHAPTER.task, "embedded"), CHAPTER.task)


def test_damage_on_disk_is_found_and_named(assets: Path) -> None:
    check_assets(assets)
    weights = assets / "checkpoint" / "model.safetensors"
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    with pytest.raises(WrongUse, match="safetensors"):
        check_assets(assets)
    weights.unlink()
    with pytest.raises(WrongUse, match="safetensors"):
        check_assets(assets)


def test_a_data_set_that_is_missing_is_named(assets: Path) -> None:
    shutil.rmtree(assets / "glue")
    assert complaint(assets).message.values["path"] == str(assets / "glue")


def test_a_directory_that_is_no_data_set_is_refused(assets: Path) -> None:
    shutil.rmtree(assets / "glue" / "mnli")
    assert complaint(assets).message.values["path"] == str(assets / "glue")


@pytest.mark.parametrize("column", ["premise", "hypothesis", "label"])
def test_a_column_that_is_missing_is_named(assets: Path, column: str) -> None:
    import datasets

    for path in (assets / "glue" / "mnli").glob("*.parquet"):
        datasets.Dataset.from_parquet(str(path)).remove_columns(column).to_parquet(path)
    assert complaint(assets).message.values["column"] == column


@pytest.mark.parametrize("spoilt", ["names", "rows"])
def test_labels_without_names_and_splits_that_are_too_small_are_refused(assets: Path, spoilt: str) -> None:
    import datasets

    for path in (assets / "glue" / "mnli").glob("*.parquet"):
        rows = datasets.Dataset.from_parquet(str(path))
        rows = rows.select(range(10)) if spoilt == "rows" else rows.cast_column("label", datasets.Value("int64"))
        rows.to_parquet(path)
    assert (
        complaint(assets).message.values["count"]
        == {"rows": sources.ROWS, "names": CHAPTER.task.dataset.labels}[spoilt]
    )


def test_a_split_that_is_missing_is_named(assets: Path) -> None:
    readme = assets / "glue" / "README.md"
    text = readme.read_text(encoding="utf-8")
    readme.write_text(text.replace("validation_matched", "validation_other"), encoding="utf-8")
    for path in (assets / "glue" / "mnli").glob("validation_matched*"):
        path.rename(path.with_name(path.name.replace("validation_matched", "validation_other")))
    assert complaint(assets).message.values["split"] == "validation_matched"


def test_weights_that_were_cut_short_are_refused(assets: Path) -> None:
    weights = assets / "checkpoint" / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:1_000_000])
    assert complaint(assets).message.values["path"] == str(assets / "checkpoint")


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.safetensors"])
def test_a_directory_that_is_no_checkpoint_is_refused(assets: Path, name: str) -> None:
    (assets / "checkpoint" / name).unlink()
    if name == "tokenizer.json":
        (assets / "checkpoint" / "vocab.txt").unlink()
    assert complaint(assets).message.values["path"] == str(assets / "checkpoint")


@pytest.mark.parametrize(("name", "given"), [("framework", "jax"), ("source", "moon")])
def test_unknown_names_are_refused(name: str, given: str) -> None:
    with pytest.raises(WrongUse, match=given):
        choose_framework(given) if name == "framework" else choose_source(CHAPTER.task, given)


def needs(monkeypatch: pytest.MonkeyPatch, framework: Framework, *packages: str) -> None:
    """Let a framework need these packages."""
    record = replace(frameworks.FRAMEWORKS[framework], packages=packages)
    monkeypatch.setitem(frameworks.FRAMEWORKS, framework, record)


def test_a_framework_that_is_not_whole_is_refused_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    needs(monkeypatch, "pt", "torch", "no_such_package")
    with pytest.raises(WrongUse, match=r"\.\[pt\]"):
        choose_framework("pt")


@pytest.mark.tf
def test_a_transformers_that_is_too_new_for_tensorflow_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert choose_framework(None) == "tf"
    monkeypatch.setattr(frameworks, "version", lambda name: "5.23.0" if name == "transformers" else version(name))
    with pytest.raises(WrongUse, match="too new"):
        choose_framework("tf")
    assert choose_framework(None) == "pt"
    needs(monkeypatch, "pt", "no_such_package")
    with pytest.raises(WrongUse, match="too new"):
        choose_framework(None)


@pytest.mark.tf
def test_a_python_that_is_too_new_for_tensorflow_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    needs(monkeypatch, "tf", "no_such_package")
    monkeypatch.setattr(frameworks.sys, "version_info", (3, 14, 0))
    with pytest.raises(WrongUse, match=r"3\.14"):
        choose_framework("tf")


def test_data_sets_of_one_name_do_not_share_a_cache(assets: Path) -> None:
    own = {cache_of(assets / "glue"), cache_of(ASSETS / "glue")}
    (assets / "glue" / "README.md").touch()
    own.add(cache_of(assets / "glue"))
    assert len(own) == 3


def test_the_versions_are_those_installed() -> None:
    assert versions()["datasets"] == version("datasets")
    assert versions()["python"].startswith("3.")
