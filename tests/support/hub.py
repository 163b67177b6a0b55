"""A stand-in for the Hugging Face Hub: it answers, from local directories, the requests that the libraries make to load something.

It knows what `huggingface_hub`, `datasets`, `evaluate` and `transformers` ask for: what is in a repository, and its files, at a
revision. Like the hub it moves a name without a namespace to its new place, and says in a header what is missing.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

COMMIT = "5" * 40
"""The one commit of every repository; the branch `main` stands at it."""
MAIN = ("main", COMMIT, "refs/convert/parquet")
API = re.compile(
    r"/api/(models|datasets|spaces)/([^/]+(?:/[^/]+)??)(?:/(tree|paths-info|revision)/([^/]+)(?:/(.*))?)?$"
)
FILE = re.compile(r"/(?:(datasets|spaces)/)?([^/]+(?:/[^/]+)??)/resolve/([^/]+)/(.+)$")


@dataclass
class Hub:
    """The repositories, by kind and name, and what goes wrong.

    Attributes:
        repositories: the directory of each, such as ("datasets", "nyu-mll/glue").
        moved: new names of repositories, by their old ones.
        gated: the repositories that only users with access get.
        cut: how many bytes of a file come before the connection ends, by the end of its path.
        fetched: the paths of the files that were fetched.
        address: filled in by `serve`.
    """

    repositories: dict[tuple[str, str], Path]
    moved: dict[tuple[str, str], str] = field(default_factory=dict)
    gated: set[tuple[str, str]] = field(default_factory=set)
    cut: dict[str, int] = field(default_factory=dict)
    fetched: list[str] = field(default_factory=list)
    address: str = ""

    @contextmanager
    def serve(self) -> Iterator[Hub]:
        """Answer requests meanwhile."""
        hub = self

        class Answers(_Answers):
            pass

        Answers.hub = hub
        with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
            self.address = f"http://127.0.0.1:{server.server_port}"
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield self
            server.shutdown()


def entries(directory: Path, below: str = "", recursive: bool = True) -> list[dict[str, Any]]:
    """The files and directories of a repository, as the hub lists them."""
    found: list[dict[str, Any]] = []
    for path in sorted((directory / below).rglob("*") if recursive else (directory / below).glob("*")):
        name = path.relative_to(directory).as_posix()
        if path.is_dir():
            found.append({"type": "directory", "oid": COMMIT, "size": 0, "path": name})
        elif path.is_file():
            found.append({"type": "file", "oid": digest(path), "size": path.stat().st_size, "path": name})
    return found


def digest(path: Path) -> str:
    return hashlib.sha1(path.read_bytes()).hexdigest()


class _Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    hub: Hub

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        found = API.match(urlsplit(self.path).path)
        directory = self._repository(found[1], found[2]) if found else None
        if directory is None:
            return
        try:
            wanted = json.loads(content)["paths"]
        except ValueError:
            wanted = parse_qs(content.decode())["paths"]
        self._json([each for each in entries(directory) if each["path"] in wanted])

    def _answer(self, body: bool) -> None:
        address = urlsplit(self.path)
        path = unquote(address.path)
        if found := API.match(path):
            directory = self._repository(found[1], found[2])
            if directory is not None:
                self._told(directory, found, parse_qs(address.query))
        elif found := FILE.match(path):
            directory = self._repository(found[1] or "models", found[2])
            if directory is not None:
                self._file(directory, found[4], found[3], body)
        else:
            self._missing(404, "Not found", "")

    def _repository(self, kind: str, name: str) -> Path | None:
        """The directory of a repository; where there is none, that is answered."""
        new = self.hub.moved.get((kind, name))
        if new is not None:
            self.send_response(307)
            self.send_header("Location", self.path.replace(name, new, 1))
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        directory = self.hub.repositories.get((kind, name))
        if directory is None:
            # who is not logged in is not told whether it exists
            self._missing(401, "Invalid username or password.", "RepoNotFound")
        return directory

    def _told(self, directory: Path, found: re.Match[str], query: dict[str, list[str]]) -> None:
        _, name, what, revision, below = found.groups()
        if revision is not None and unquote(revision) not in MAIN:
            self._missing(404, "Invalid rev id", "RevisionNotFound")
        elif what == "tree":
            self._json(entries(directory, below or "", query.get("recursive", [""])[0].lower() in ("true", "1")))
        else:
            siblings = [{"rfilename": each["path"]} for each in entries(directory) if each["type"] == "file"]
            known = {"_id": COMMIT[:24], "id": name, "sha": COMMIT, "siblings": siblings, "tags": []}
            self._json({**known, "private": False, "gated": False, "disabled": False, "downloads": 0, "likes": 0})

    def _file(self, directory: Path, name: str, revision: str, body: bool) -> None:
        path = directory / name
        if any(self.hub.repositories[each] == directory for each in self.hub.gated):
            self._missing(401, "Access to this repository is restricted. You must be authenticated.", "GatedRepo")
            return
        if revision not in MAIN:
            self._missing(404, "Invalid rev id", "RevisionNotFound")
            return
        if not path.is_file():
            self._missing(404, "Entry not found", "EntryNotFound")
            return
        content = path.read_bytes()
        first = 0
        if asked := re.match(r"bytes=(\d+)-", self.headers.get("Range", "")):
            first = int(asked[1])
        self.send_response(206 if first else 200)
        self.send_header("Content-Length", str(len(content) - first))
        if first:
            self.send_header("Content-Range", f"bytes {first}-{len(content) - 1}/{len(content)}")
        self.send_header("ETag", f'"{digest(path)}"')
        self.send_header("X-Repo-Commit", COMMIT)
        self.send_header("Accept-Ranges", "bytes")
        self.end_headers()
        if body:
            self.hub.fetched.append(path.name)
            # who has read enough goes away
            with suppress(ConnectionError):
                self._send(path, content[first:])

    def _send(self, path: Path, content: bytes) -> None:
        """Write the content of a file, or its beginning where the connection is to break off."""
        cut = next((size for end, size in self.hub.cut.items() if path.as_posix().endswith(end)), None)
        self.wfile.write(content if cut is None else content[:cut])
        if cut is not None:
            self.close_connection = True

    def _json(self, value: object) -> None:
        content = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("X-Repo-Commit", COMMIT)
        self.end_headers()
        self.wfile.write(content if self.command != "HEAD" else b"")

    def _missing(self, status: int, message: str, code: str) -> None:
        content = json.dumps({"error": message}).encode()
        self.send_response(status)
        self.send_header("X-Error-Message", message)
        if code:
            self.send_header("X-Error-Code", code)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content if self.command != "HEAD" else b"")
