"""The PyTorch track on the newest transformers, which has no TensorFlow classes any more: an environment of its own."""

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
