"""Lines of chapter 8's program as translated editions have them, for either framework. Each returns the rows of a table."""

import codecs


def load_metric_of_mnli(metric):
    from datasets import load_metric

    return [{"metric": load_metric(metric, "mnli").name}]


def load_data(metric):
    raw_datasets = evaluate.load(metric, "mnli")
    return [{"rows to train on": len(raw_datasets["train"])}]


def with_the_import(metric):
    import evaluate

    raw_datasets = evaluate.load(metric, "mnli")
    return [{"rows to train on": len(raw_datasets["train"])}]


def names_of_labels(raw_datasets):
    # what the labels are called [[what the labels are called]]
    return [{"labels": raw_datasets["train"].features["label"].names}]


def decode_hints():
    return [
        {"on the page": text, "decoded": codecs.decode(text, "rot13")}
        for text in ("荣格纳", "是")
    ]


def show_hint():
    hint = "문자열로 고른 손실에는 어떤 기본값이 쓰이는가?"
    return [{"on the page": hint, "decoded": hint}]
