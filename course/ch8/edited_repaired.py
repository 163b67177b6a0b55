"""The same lines as in edited.py, repaired."""

import codecs

import evaluate
from datasets import load_dataset

from course.spoiler import turn


def load_metric_of_mnli(metric):
    return [{"metric": evaluate.load(metric, "mnli").name}]


def load_data(dataset):
    raw_datasets = load_dataset(dataset, "mnli")
    return [{"rows to train on": len(raw_datasets["train"])}]


def names_of_labels(raw_datasets):
    # what the labels are called
    return [{"labels": raw_datasets["train"].features["label"].names}]


def decode_hints():
    return [
        {"on the page": text, "decoded": codecs.decode(text, "rot13")}
        for text in ("Jung ner", "be")
    ]


def show_hint():
    hint = "문자열로 고른 손실에는 어떤 기본값이 쓰이는가?"
    return [{"on the page": turn(hint), "decoded": turn(turn(hint))}]
