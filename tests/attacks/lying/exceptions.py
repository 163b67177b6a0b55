"""Raises exceptions that lie about their name, text, line and place, or raise others when asked."""

# exercise: know-your-data
# setting: plain
# status: failed, error, memory
# points: 0
import itertools


class Lines(str):
    def splitlines(self, keepends=False):
        return itertools.repeat("line", 5_000_000)

    strip = lambda self, *arguments: self


class Named(type):
    @property
    def __name__(cls):
        raise SystemExit(0)


class Wrong(SyntaxError, metaclass=Named):
    filename = __file__
    lineno = property(lambda self: {"line": -1})
    msg = property(lambda self: self)
    text = property(lambda self: 1 / 0)
    __traceback__ = None

    def __str__(self):
        return Lines("text")


def decode_row(row, tokenizer):
    raise Wrong


def label_shares(labels, num_labels):
    class Silent(NotImplementedError):
        def __str__(self):
            raise KeyboardInterrupt

    raise Silent


def baselines(labels, num_labels):
    error = ValueError("around")
    error.__cause__ = error.__context__ = error
    raise error
