"""Builds the embedded checkpoint: a small DistilBERT that knows the words and the reasoning of the embedded data.

From scratch, pairs in which no word gives the label away are not learned at all in the time a CPU has. So there are
three stages, from the small to the large:

1. `learn_words`: masked-language modelling, mostly on entailed pairs with much of the hypothesis masked.
2. `learn_lexicon`: which words of two bare lists answer one another (`corpus.relations`).
3. `learn_tasks`: intermediate-task training (Phang et al. 2018, arXiv:1811.01088). This is NLI itself, and a little of
   the other two tasks and of masking, with heads that are thrown away.

So the body has met the tasks before a learner fine-tunes it, which is said here plainly. What is saved has no
classification head, and none of what it learned from is a validation pair.
"""

import tempfile
from collections.abc import Callable
from copy import deepcopy
from itertools import chain
from pathlib import Path
from random import Random

import torch
from transformers import (
    DistilBertConfig,
    DistilBertForMaskedLM,
    DistilBertForSequenceClassification,
    DistilBertTokenizerFast,
)

from corpus import wordpiece
from corpus.material import Material, entailed, gather
from corpus.pretraining import Schedule, batches, everywhere_loss, fit, masked, masked_loss
from corpus.reasons import Label
from corpus.relations import RELATIONS, relation_loss, word_lists

DIRECTORY = Path(__file__).resolve().parent.parent / "course" / "assets" / "checkpoint"
STATES = Path(tempfile.gettempdir()) / "corpus-checkpoint"

# the dropout of the published configuration, with which a learner fine-tunes
DROPOUT = 0.1
BATCH = 32
LISTS = 64
WORDS = Schedule(steps=600, peak=6e-4, warmup=100)
LEXICON = Schedule(steps=1000, peak=8e-4, warmup=50)
TASKS = Schedule(steps=3600, peak=4e-4, warmup=100)
SHORT_STEPS = 700
RELATING = 4.0
"""The weight of the loss of relations beside that of the pair's label."""
TURNS: tuple[int | None, ...] = (0, 0, 0, 0, None, *[0] * 4, 1, *[0] * 9, 2)
"""The task of each of twenty steps of the last stage: 0 NLI, 1 paraphrases, 2 opinions, None masked words."""


def configuration(vocabulary: int, dropout: float) -> DistilBertConfig:
    """Return the configuration: DistilBERT's six layers at a third of its width."""
    return DistilBertConfig(
        vocab_size=vocabulary,
        n_layers=6,
        dim=256,
        hidden_dim=1024,
        n_heads=4,
        max_position_embeddings=wordpiece.MAX_LENGTH,
        dropout=dropout,
        attention_dropout=dropout,
    )


def build(seed: int, directory: Path = DIRECTORY) -> None:
    """Trains from the seed and writes tokenizer and body; states on the way are kept in `STATES`."""
    torch.manual_seed(seed)
    STATES.mkdir(parents=True, exist_ok=True)
    material = gather(seed)
    # No pair is met often enough to be learned by heart, and without dropout fewer steps do.
    model = DistilBertForMaskedLM(configuration(len(material.tokenizer), dropout=0.0))
    print(f"{model.num_parameters():,} parameters, {len(material.tokenizer):,} pieces", flush=True)
    model.train()
    learn_words(model, material, seed)
    relating = learn_lexicon(model, material, seed)
    learn_tasks(model, relating, material, seed)
    save(model, material.tokenizer, directory)


def learn_words(model: DistilBertForMaskedLM, material: Material, seed: int) -> None:
    """Train masked-language modelling on short entailed pairs; every fifth batch is from the other two tasks."""
    rng = Random(seed)
    generator = torch.Generator().manual_seed(seed)
    pairs = batches(rng, entailed(material.short), BATCH)
    others = batches(rng, [*material.paraphrases, *material.opinions], BATCH)

    def loss_at(step: int) -> torch.Tensor:
        if step % 5 == 4:
            return masked_loss(model, masked(next(others), 0.2, 0.2, generator))
        return masked_loss(model, masked(next(pairs), 0.06, 0.4, generator))

    fit(list(model.parameters()), loss_at, WORDS, _report("words", model))


def learn_lexicon(model: DistilBertForMaskedLM, material: Material, seed: int) -> torch.nn.Linear:
    """Train on the relations of bare words; return the head, which the next stage goes on using."""
    lists = word_lists(Random(seed + 1), material.relations, LISTS)
    head = torch.nn.Linear(model.config.dim, len(RELATIONS))

    def loss_at(step: int) -> torch.Tensor:
        batch = next(lists)
        hidden = model.distilbert(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"])[0]
        return relation_loss(head(hidden), material.relations, batch)

    fit([*model.parameters(), *head.parameters()], loss_at, LEXICON, _report("lexicon", model))
    return head


def learn_tasks(model: DistilBertForMaskedLM, relating: torch.nn.Linear, material: Material, seed: int) -> None:
    """Train on NLI and on the relations of its words, from short premises to long; `TURNS` lists the other tasks."""
    rng = Random(seed + 2)
    generator = torch.Generator().manual_seed(seed + 2)
    heads = [_headed(model, labels) for labels in (len(Label), 2, 2)]
    # The label is asked of every word too: where it is decided, the gradient need not first find its way to [CLS].
    judging = torch.nn.Linear(model.config.dim, len(Label))
    groups = ([*material.train, *material.long], material.paraphrases, material.opinions)
    streams = [batches(rng, each, BATCH) for each in groups]
    short = batches(rng, material.short, BATCH)
    hidden_words = batches(rng, entailed(material.long), BATCH)

    def loss_at(step: int) -> torch.Tensor:
        task = TURNS[step % len(TURNS)]
        if task is None:
            return masked_loss(model, masked(next(hidden_words), 0.06, 0.4, generator))
        batch = next(short if task == 0 and step < SHORT_STEPS else streams[task])
        output = heads[task](
            input_ids=batch["input_ids"],
            attention_mask=batch["attention_mask"],
            labels=batch["labels"],
            output_hidden_states=True,
        )
        loss: torch.Tensor = output.loss
        if task == 0:
            hidden = output.hidden_states[-1]
            loss = loss + RELATING * relation_loss(relating(hidden), material.relations, batch)
            loss = loss + everywhere_loss(judging(hidden), batch)
        return loss

    report = _report("tasks", model)

    def watch(step: int, loss: float) -> None:
        report(step, loss)
        if step % 500 == 0:
            print(f"tasks {step}: right on validation_matched {accuracy(heads[0], material)}", flush=True)

    modules = (model, relating, judging, *heads)
    parameters = dict.fromkeys(chain.from_iterable(module.parameters() for module in modules))
    fit(list(parameters), loss_at, TASKS, watch)


def _headed(model: DistilBertForMaskedLM, labels: int) -> DistilBertForSequenceClassification:
    config = deepcopy(model.config)
    config.num_labels = labels
    config.seq_classif_dropout = 0.0
    headed = DistilBertForSequenceClassification(config)
    headed.distilbert = model.distilbert
    headed.train()
    return headed


def accuracy(model: DistilBertForSequenceClassification, material: Material) -> dict[str, float]:
    """The share of validation_matched that the model gets right, overall and per reason; for the log alone."""
    model.eval()
    right: dict[str, list[bool]] = {"all": []}
    with torch.no_grad():
        for example, reason in zip(material.validation, material.reasons, strict=True):
            logits = model(input_ids=torch.tensor([example.tokens])).logits
            found = logits.argmax().item() == example.label
            right["all"].append(found)
            right.setdefault(reason, []).append(found)
    model.train()
    return {reason: round(sum(found) / len(found), 3) for reason, found in right.items()}


def _report(stage: str, model: DistilBertForMaskedLM) -> Callable[[int, float], None]:
    recent: list[float] = []

    def report(step: int, loss: float) -> None:
        recent.append(loss)
        if step % 100 == 0:
            print(f"{stage} {step}: loss {sum(recent) / len(recent):.3f}", flush=True)
            recent.clear()
            torch.save(model.state_dict(), STATES / f"{stage}.pt")

    return report


def save(model: DistilBertForMaskedLM, tokenizer: DistilBertTokenizerFast, directory: Path) -> None:
    """Writes the masked-language model and its tokenizer, as `distilbert-base-uncased` is published."""
    model.config = configuration(len(tokenizer), DROPOUT)
    model.save_pretrained(directory, safe_serialization=True)
    tokenizer.save_pretrained(directory)
    # safetensors writes for the owner alone.
    (directory / "model.safetensors").chmod(0o644)
