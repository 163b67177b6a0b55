"""Returns dictionaries whose items differ from call to call, and whose keys run code when they become text."""

# exercise: know-your-data
# setting: plain
# status: failed, error
# points: 0
import collections.abc
import os


class Key:
    def __str__(self):
        os._exit(0)


class Scores(dict):
    def items(self):
        yield "majority_accuracy", 0.5
        yield "majority_accuracy", 0.9
        yield 0, {Key(): 1}

    def __contains__(self, name):
        return True

    __getitem__ = get = lambda self, *name: 0.5


@collections.abc.Mapping.register
class NoMapping:
    items = property(lambda self: os.abort())


def decode_row(row, tokenizer):
    return {"text": NoMapping}


def label_shares(labels, num_labels):
    return {label: 0.5 for label in range(num_labels)}


def baselines(labels, num_labels):
    return Scores()
