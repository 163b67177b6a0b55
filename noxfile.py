"""What runs in environments of its own: the PyTorch track on the newest libraries, and the matrix of versions."""

import sys
from pathlib import Path

import nox

nox.options.default_venv_backend = "venv"
nox.options.reuse_venv = "yes"


@nox.session
def newest(session: nox.Session) -> None:
    """Everything that is marked `pt` or `newest`, on the set in constraints-newest.txt."""
    session.install("--quiet", "--upgrade", "pip>=25.1")
    session.install("--quiet", "--no-compile", "-c", "constraints-newest.txt", "-e", ".[pt]", "--group", "dev")
    session.run_install("python", "tests/support/compiled.py", silent=True)
    session.run(
        "pytest",
        # the web site needs no framework, and a browser
        "--ignore",
        "tests/site",
        "--durations",
        "10",
        "-m",
        "(pt or newest) and not release and not pinned",
        *session.posargs,
    )


PT = "torch==2.13.0"
LOWEST = "--resolution=lowest-direct"
MATRIX = {
    # name of the set: Python, extra, and what is pinned besides
    "pt-4.46": ("3.11", "pt", PT, "transformers==4.46.3", "datasets==4.0.0", "accelerate==1.7.0"),
    "pt-4.50": ("3.11", "pt", PT, "transformers==4.50.3", "datasets==4.0.0"),
    "pt-4.54": ("3.11", "pt", PT, "transformers==4.54.1", "datasets==5.0.1"),
    "pt-4.57": ("3.11", "pt", PT, "transformers==4.57.6", "datasets==4.0.0"),
    "pt-5.0": ("3.11", "pt", PT, "transformers==5.0.0", "datasets==4.0.0"),
    "pt-5.10": ("3.11", "pt", PT, "transformers==5.10.4", "datasets==5.2.0"),
    "pt-5.15": ("3.11", "pt", PT, "transformers==5.15.1", "datasets==5.2.0"),
    "pt-5.24": ("3.11", "pt", PT, "transformers==5.24.0", "datasets==5.2.0"),
    # the versions of PyTorch and Python that Colab had with these, and the newest Python
    "pt-5.0-python-3.12": ("3.12", "pt", "torch==2.10.0", "transformers==5.0.0", "datasets==4.0.0"),
    "pt-5.15-python-3.13": ("3.13", "pt", "torch==2.11.0", "transformers==5.15.0", "datasets==4.0.0"),
    "pt-5.24-python-3.14": ("3.14", "pt", PT, "transformers==5.24.0", "datasets==5.2.0"),
    "tf-2.18": ("3.11", "tf", "tensorflow==2.18.1", "tf-keras==2.18.0", "transformers==4.46.3", "datasets==4.0.0"),
    "tf-2.20": ("3.11", "tf", "tensorflow==2.20.0", "tf-keras==2.20.1", "transformers==4.50.3", "datasets==4.0.0"),
    "tf-2.21": ("3.11", "tf", "tensorflow==2.21.0", "tf-keras==2.21.0", "transformers==4.54.1", "datasets==5.0.1"),
    "tf-2.20-python-3.10": ("3.10", "tf", "tensorflow==2.20.0", "tf-keras==2.20.1", "transformers==4.54.1"),
    "tf-2.20-python-3.12": ("3.12", "tf", "tensorflow==2.20.0", "tf-keras==2.20.1", "transformers==4.54.1"),
    "tf-2.20-python-3.13": ("3.13", "tf", "tensorflow==2.20.0", "tf-keras==2.20.1", "transformers==4.54.1"),
    # the lowest version of everything that pyproject.toml names
    "pt-lowest": ("3.10", "pt", LOWEST),
    "tf-lowest": ("3.10", "tf", LOWEST),
}
"""The sets of versions on which the lessons are tried before a release; what was seen there is in course/recordings/sets."""


def install_lowest(session: nox.Session, extras: str) -> None:
    """The lowest version of everything that pyproject.toml names, which pip cannot choose."""
    session.install("--quiet", "uv")
    session.run(
        "uv", "pip", "install", "--quiet", "--python", session.virtualenv.location, "-e", f".[{extras}]", LOWEST
    )


@nox.session(default=False, python="3.10")
def extras(session: nox.Session) -> None:
    """Run what the smaller extras are for on the lowest versions that they promise."""
    install_lowest(session, "cluster,hub,pt,site")
    session.install("--quiet", "pytest>=8.4", "pytest-timeout>=2.4", "pytest-xdist>=3.8")
    session.run("python", "-m", "course", "site", "--out", session.create_tmp())
    session.run("pytest", "tests/test_hub.py", "tests/grading/test_workers.py", "-m", "not tf")


@nox.session(default=False)
@nox.parametrize("python,name", [nox.param(python, name, id=name) for name, (python, *_) in MATRIX.items()])
def matrix(session: nox.Session, name: str) -> None:
    """Run the lessons on a set of versions, and keep what each symptom was there."""
    _, extra, *pins = MATRIX[name]
    session.install("--quiet", "--upgrade", "pip>=25.1")
    if LOWEST in pins:
        install_lowest(session, extra)
    else:
        session.install("--quiet", "--no-compile", "-e", f".[{extra}]", *pins)
    session.run("python", "-m", "course", "record", "--set", name)


# what Colab had at the end of a month; its maintainers publish all of it in googlecolab/backend-info
COMMON = ("datasets==4.0.0", "pyarrow==18.1.0", "ipython==7.34.0", "ipykernel==6.17.1", "rich==13.9.4")
NUMPY_2_0 = ("numpy==2.0.2", "pandas==2.2.2")
TF_2_19 = ("tensorflow==2.19.0", "tf_keras==2.19.0", "keras==3.10.0", "protobuf==5.29.5")
TF_2_20 = ("tensorflow==2.20.0", "keras==3.13.2", "protobuf==5.29.6")
COLAB = {
    "2025-07": (
        "3.11", (*COMMON, *NUMPY_2_0, "transformers==4.54.1", "huggingface-hub==0.34.3"), TF_2_19,
        ("torch==2.6.0", "accelerate==1.9.0"),
    ),
    "2025-10": (
        "3.12", (*COMMON, *NUMPY_2_0, "transformers==4.57.1", "huggingface-hub==0.36.0"), TF_2_19,
        ("torch==2.8.0", "accelerate==1.11.0"),
    ),
    "2026-01": (
        "3.12", (*COMMON, *NUMPY_2_0, "transformers==5.0.0", "huggingface-hub==1.3.4"), TF_2_19,
        ("torch==2.9.0", "accelerate==1.12.0"),
    ),
    "2026-04": (
        "3.12", (*COMMON, *NUMPY_2_0, "transformers==5.0.0", "huggingface-hub==1.11.0"), (*TF_2_20, "tf_keras==2.20.0"),
        ("torch==2.10.0", "accelerate==1.13.0"),
    ),
    "2026-07": (
        "3.12", (*COMMON, *NUMPY_2_0, "transformers==5.13.1", "huggingface-hub==1.23.0"), (*TF_2_20, "tf_keras==2.20.0"),
        ("torch==2.11.0", "accelerate==1.14.0"),
    ),
    "2026-08": (
        "3.13", (*COMMON, "numpy==2.1.3", "pandas==2.2.3", "transformers==5.15.0", "huggingface-hub==1.27.0"),
        (*TF_2_20, "tf_keras==2.20.1"), ("torch==2.11.0", "accelerate==1.14.0"),
    ),
}  # fmt: skip
"""Months, each with Python and the packages that a notebook of ours meets: in both, with TensorFlow, with PyTorch. No month has `evaluate`."""


@nox.session(default=False)
@nox.parametrize(
    "python,month,framework",
    [
        nox.param(python, month, framework, id=f"{month}-{framework}")
        for month, (python, *_) in COLAB.items()
        for framework in ("tf", "pt")
    ],
)
def colab(session: nox.Session, month: str, framework: str) -> None:
    """Run both chapters' notebooks from the first cell to the last on what Colab had."""
    _, common, tf, pt = COLAB[month]
    session.install("--quiet", "--upgrade", "pip>=25.1")
    session.run_install("python", "-m", "pip", "uninstall", "--quiet", "--yes", "course-companion", "evaluate")
    session.install("--quiet", "--no-compile", *common, *(tf if framework == "tf" else pt))
    names = [f"{chapter}-{framework}" for chapter in ("ch8", "ch3")]
    python = str(Path(session.bin) / "python")
    session.run(sys.executable, "tests/colab/first_to_last.py", python, *names, external=True)
