"""Builds the embedded checkpoint: a small DistilBERT that knows the words and the reasoning of the embedded data.

Masked-language modelling comes first, mostly on entailed pairs with much of the hypothesis masked, so that the
hidden words must be found in the premise: from scratch, pairs in which no word gives the label away are not learned
at all. Then comes intermediate-task training (Phang et al. 2018, arXiv:1811.01088): NLI itself, and a little of the
other two tasks, with heads that are thrown away. So the body has met the tasks before a learner fine-tunes it; what
is saved has no classification head, and none of its pairs is a validation pair.
"""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from itertools import chain, islice
from pathlib import Path
from random import Random

import torch
from transformers import (
    DistilBertConfig,
    DistilBertForMaskedLM,
    DistilBertForSequenceClassification,
    DistilBertTokenizerFast,
)

from corpus import mnli, mrpc, sst2, wordpiece
from corpus.domains import SEEN
from corpus.pretraining import Example, Schedule, batches, fit, masked, masked_loss
from corpus.reasons import Label

DIRECTORY = Path(__file__).resolve().parent.parent / "course" / "assets" / "checkpoint"
STATES = Path(tempfile.gettempdir()) / "corpus-checkpoint"

TRIPLES = 16_000
SHORT_TRIPLES = 8_000
# More of the premises to learn from are short: a step costs less, and the longest are seen often enough.
ASIDES = (0.35, 0.5, 0.15)
BATCH = 32
MASKED_STEPS, MASKED_SHORT_STEPS = 1500, 700
TASK_STEPS, TASK_SHORT_STEPS = 3600, 1300


def configuration(vocabulary: int) -> DistilBertConfig:
    """DistilBERT's six layers at a third of its width."""
    return DistilBertConfig(
        vocab_size=vocabulary,
        n_layers=6,
        dim=256,
        hidden_dim=1024,
        n_heads=4,
        max_position_embeddings=wordpiece.MAX_LENGTH,
    )


class Material:
    """The examples to learn from, as ids and labels; of NLI those of the train split and more from its domains."""

    def __init__(self, seed: int) -> None:
        drawn = mnli.pairs(seed)
        paraphrases, opinions = mrpc.splits(seed)["train"], sst2.splits(seed)["train"]
        sentences = [text for pair in drawn["train"] for text in (pair.premise, pair.hypothesis)]
        sentences += [str(row[column]) for row in paraphrases for column in ("sentence1", "sentence2")]
        sentences += [str(row["sentence"]) for row in opinions]
        self.tokenizer = wordpiece.train(sentences)
        rng = Random(f"more pairs {seed}")
        seen = {pair.key for pairs in drawn.values() for pair in pairs}
        self.train = [[example] for example in self._encoded(drawn["train"])]
        self.short = self._triples(islice(mnli.triples(rng, SEEN, seen, asides=(1, 0, 0)), SHORT_TRIPLES))
        self.long = self._triples(islice(mnli.triples(rng, SEEN, seen, ASIDES), TRIPLES))
        self.validation = self._encoded(drawn["validation_matched"])
        self.reasons = [pair.reason for pair in drawn["validation_matched"]]
        self.paraphrases = [
            [(self._ids(str(row["sentence1"]), str(row["sentence2"])), int(row["label"]))] for row in paraphrases
        ]
        self.opinions = [[(self._ids(str(row["sentence"])), int(row["label"]))] for row in opinions]

    def _triples(self, triples: Iterable[tuple[mnli.Pair, ...]]) -> list[list[Example]]:
        encoded = self._encoded([pair for triple in triples for pair in triple])
        return [encoded[at : at + len(Label)] for at in range(0, len(encoded), len(Label))]

    def _ids(self, *sentences: str) -> list[int]:
        ids: list[int] = self.tokenizer(*sentences)["input_ids"]
        return ids

    def _encoded(self, pairs: Sequence[mnli.Pair]) -> list[Example]:
        encoded = self.tokenizer([p.premise for p in pairs], [p.hypothesis for p in pairs])["input_ids"]
        return [(ids, int(pair.label)) for ids, pair in zip(encoded, pairs, strict=True)]


def build(seed: int, directory: Path = DIRECTORY) -> None:
    """Trains from the seed and writes tokenizer and body; what each stage reached is kept in `STATES`."""
    torch.manual_seed(seed)
    STATES.mkdir(parents=True, exist_ok=True)
    material = Material(seed)
    model = DistilBertForMaskedLM(configuration(len(material.tokenizer)))
    print(f"{model.num_parameters():,} parameters, {len(material.tokenizer):,} pieces", flush=True)
    learn_words(model, material, seed)
    torch.save(model.state_dict(), STATES / "words.pt")
    learn_tasks(model, material, seed)
    torch.save(model.state_dict(), STATES / "tasks.pt")
    save(model, material.tokenizer, directory)


def learn_words(model: DistilBertForMaskedLM, material: Material, seed: int) -> None:
    """Masked-language modelling: short pairs first, then all, and every tenth batch from the other two tasks."""
    rng, generator = Random(seed), torch.Generator().manual_seed(seed)
    short = batches(rng, _entailed(material.short), BATCH)
    pairs = batches(rng, _entailed([*material.train, *material.long]), BATCH)
    others = batches(rng, [*material.paraphrases, *material.opinions], BATCH)
    model.train()

    def loss_at(step: int) -> torch.Tensor:
        if step % 10 == 9:
            batch = masked(next(others), 0.2, 0.2, generator)
        else:
            batch = masked(next(short if step < MASKED_SHORT_STEPS else pairs), 0.06, 0.4, generator)
        return masked_loss(model, batch)

    report = _report("words")

    def watch(step: int, loss: float) -> None:
        report(step, loss)
        if step % 500 == 0:
            torch.save(model.state_dict(), STATES / "words.pt")

    fit(list(model.parameters()), loss_at, Schedule(MASKED_STEPS, 6e-4, 100), watch)


def _entailed(groups: Sequence[Sequence[Example]]) -> list[list[Example]]:
    return [[example] for group in groups for example in group if example[1] == Label.ENTAILMENT]


def learn_tasks(model: DistilBertForMaskedLM, material: Material, seed: int) -> None:
    """NLI with a head of its own; one batch in ten masked, one in twenty from each of the other tasks."""
    rng, generator = Random(seed + 1), torch.Generator().manual_seed(seed + 1)
    heads = [_headed(model, labels) for labels in (3, 2, 2)]
    short = batches(rng, material.short, BATCH)
    streams = [batches(rng, examples, BATCH) for examples in (material.pairs, material.paraphrases, material.opinions)]
    entailed = batches(rng, _entailed(material.long), BATCH)
    parameters = list(dict.fromkeys(chain(model.parameters(), *(head.parameters() for head in heads))))
    turns: list[int | None] = [0] * 20
    turns[4] = turns[14] = None
    turns[9], turns[19] = 1, 2

    def loss_at(step: int) -> torch.Tensor:
        task = turns[step % len(turns)]
        if task is None:
            return masked_loss(model, masked(next(entailed), 0.06, 0.4, generator))
        stream = short if task == 0 and step < TASK_SHORT_STEPS else streams[task]
        loss: torch.Tensor = heads[task](**next(stream)).loss
        return loss

    def watch(step: int, loss: float) -> None:
        report(step, loss)
        if step % 500 == 0:
            print(f"tasks {step}: right on validation_matched {accuracy(heads[0], material)}", flush=True)
            torch.save(model.state_dict(), STATES / "tasks.pt")

    report = _report("tasks")
    model.train()
    fit(parameters, loss_at, Schedule(TASK_STEPS, 4e-4, 200), watch)


def _headed(model: DistilBertForMaskedLM, labels: int) -> DistilBertForSequenceClassification:
    config = deepcopy(model.config)
    config.num_labels, config.seq_classif_dropout = labels, 0.1
    headed = DistilBertForSequenceClassification(config)
    headed.distilbert = model.distilbert
    return headed.train()


def accuracy(model: DistilBertForSequenceClassification, material: Material) -> dict[str, float]:
    """The share of validation_matched that the model gets right, per reason and overall; for the log alone."""
    model.eval()
    right: dict[str, list[bool]] = {}
    with torch.no_grad():
        for (tokens, label), reason in zip(material.validation, material.reasons, strict=True):
            found = model(input_ids=torch.tensor([tokens])).logits.argmax().item() == label
            right.setdefault(reason, []).append(found)
            right.setdefault("all", []).append(found)
    model.train()
    return {reason: round(sum(found) / len(found), 3) for reason, found in right.items()}


def _report(stage: str) -> Callable[[int, float], None]:
    recent: list[float] = []

    def report(step: int, loss: float) -> None:
        recent.append(loss)
        if step % 100 == 0:
            print(f"{stage} {step}: loss {sum(recent) / len(recent):.3f}", flush=True)
            recent.clear()

    return report


def save(model: DistilBertForMaskedLM, tokenizer: DistilBertTokenizerFast, directory: Path) -> None:
    """Writes the masked-language model and its tokenizer, as `distilbert-base-uncased` is published."""
    model.save_pretrained(directory, safe_serialization=True)
    tokenizer.save_pretrained(directory)
