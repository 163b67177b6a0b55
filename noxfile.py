"""What runs in environments of its own: the PyTorch track on the newest libraries, and the matrix of versions."""

import nox

nox.options.default_venv_backend = "venv"
nox.options.reuse_venv = "yes"


@nox.session
def newest(session: nox.Session) -> None:
    """Everything that is marked `pt` or `newest`, on the set in constraints-newest.txt."""
    session.install("--quiet", "--upgrade", "pip>=25.1")
    session.install("--quiet", "--no-compile", "-c", "constraints-newest.txt", "-e", ".[pt]", "--group", "dev")
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
    "tf-2.18": ("3.11", "tf", "tensorflow==2.18.1", "tf-keras==2.18.0", "transformers==4.46.3", "datasets==4.0.0"),
    "tf-2.20": ("3.11", "tf", "tensorflow==2.20.0", "tf-keras==2.20.1", "transformers==4.50.3", "datasets==4.0.0"),
    "tf-2.21": ("3.11", "tf", "tensorflow==2.21.0", "tf-keras==2.21.0", "transformers==4.54.1", "datasets==5.2.0"),
    "tf-2.20-python-3.10": ("3.10", "tf", "tensorflow==2.20.0", "tf-keras==2.20.1", "transformers==4.54.1"),
    "tf-2.20-python-3.12": ("3.12", "tf", "tensorflow==2.20.0", "tf-keras==2.20.1", "transformers==4.54.1"),
    "tf-2.20-python-3.13": ("3.13", "tf", "tensorflow==2.20.0", "tf-keras==2.20.1", "transformers==4.54.1"),
}
"""The sets of versions on which the lessons are tried before a release; what was seen there is in course/recordings/sets."""


@nox.session(default=False)
@nox.parametrize("python,name", [nox.param(python, name, id=name) for name, (python, *_) in MATRIX.items()])
def matrix(session: nox.Session, name: str) -> None:
    """Run the lessons on a set of versions, and keep what each symptom was there."""
    _, extra, *pins = MATRIX[name]
    session.install("--quiet", "--upgrade", "pip>=25.1")
    session.install("--quiet", "--no-compile", "-e", f".[{extra}]", *pins)
    # a symptom that is another one is a finding, and no failure
    session.run("python", "-m", "course", "record", "--set", name, success_codes=[0, 1])
