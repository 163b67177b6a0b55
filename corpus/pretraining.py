"""Batches, masking and the training loop that build the checkpoint's body."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import torch
from torch import Tensor
from transformers import DistilBertForMaskedLM

Tokens = Sequence[int]
Batch = dict[str, Tensor]
IGNORED = -100
FIRST_WORD = 5  # Ids below are [PAD], [UNK], [CLS], [SEP], [MASK].
CLASSIFIER, SEPARATOR, MASK = 2, 3, 4


@dataclass(frozen=True)
class Example:
    """The ids of one or two sentences, with their label; ``deciding`` are the positions that decide it, if known."""

    tokens: Tokens
    label: int = 0
    deciding: range | None = None


def batches(rng: Random, groups: Sequence[Sequence[Example]], size: int) -> Iterator[Batch]:
    """Endless batches of about ``size`` examples (ids and label), groups kept whole.

    Groups of like length come together, so that little of a batch is padding.
    """
    several = max(1, size // max(len(group) for group in groups))
    while True:
        order = rng.sample(range(len(groups)), len(groups))
        for start in range(0, len(order), several * 32):
            stretch = sorted(
                order[start : start + several * 32],
                key=lambda at: max(len(example.tokens) for example in groups[at]),
            )
            chosen = [stretch[at : at + several] for at in range(0, len(stretch), several)]
            rng.shuffle(chosen)
            for together in chosen:
                yield collate([example for at in together for example in groups[at]])


def collate(examples: Sequence[Example]) -> Batch:
    """``input_ids`` and ``attention_mask`` (examples x longest, int64) and ``labels`` (examples, int64).

    ``deciding`` (examples x longest, bool) marks the deciding words of the first sentence, or all of it where they
    are not known, and the second sentence.
    """
    ids = torch.zeros(len(examples), max(len(example.tokens) for example in examples), dtype=torch.long)
    deciding = torch.ones(ids.shape, dtype=torch.bool)
    for row, example in enumerate(examples):
        ids[row, : len(example.tokens)] = torch.tensor(example.tokens)
        if example.deciding is not None:
            deciding[row, : list(example.tokens).index(SEPARATOR)] = False
            deciding[row, example.deciding.start : example.deciding.stop] = True
    return {
        "input_ids": ids,
        "attention_mask": (ids != 0).long(),
        "labels": torch.tensor([example.label for example in examples]),
        "deciding": deciding,
    }


def masked(batch: Batch, first: float, second: float, generator: torch.Generator) -> Batch:
    """The batch with words of its first and second sentences masked with these probabilities.

    ``labels`` become the ids that were masked, and -100 elsewhere (examples x longest, int64).
    """
    ids = batch["input_ids"]
    separators = (ids == SEPARATOR).long()
    in_second = (separators.cumsum(1) - separators) > 0
    chance = torch.where(in_second, second, first) * (ids >= FIRST_WORD)
    chosen = torch.rand(ids.shape, generator=generator) < chance
    return {
        "input_ids": ids.masked_fill(chosen, MASK),
        "attention_mask": batch["attention_mask"],
        "labels": ids.masked_fill(~chosen, IGNORED),
    }


def masked_loss(model: DistilBertForMaskedLM, batch: Batch) -> Tensor:
    """The model's own masked-language loss, with words predicted only where one was masked (it saves an eighth)."""
    chosen = batch["labels"] != IGNORED
    hidden = model.distilbert(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"])[0][chosen]
    hidden = model.vocab_layer_norm(model.activation(model.vocab_transform(hidden)))
    return torch.nn.functional.cross_entropy(model.vocab_projector(hidden), batch["labels"][chosen])


def everywhere_loss(logits: Tensor, batch: Batch) -> Tensor:
    """Cross-entropy of the example's label, asked of each of its words (logits: examples x longest x labels)."""
    words = batch["input_ids"] >= FIRST_WORD
    labels = batch["labels"][:, None].expand(words.shape)
    return torch.nn.functional.cross_entropy(logits[words], labels[words])


@dataclass(frozen=True)
class Schedule:
    """A number of steps, and their learning rate: it rises for ``warmup`` of them to ``peak``, then falls linearly."""

    steps: int
    peak: float
    warmup: int

    def share(self, step: int) -> float:
        """The share of the peak that step ``step`` (from 0) gets; never less than a twentieth once warm."""
        return min(1.0, (step + 1) / self.warmup) * max(0.05, 1 - step / self.steps)


def fit(
    parameters: Sequence[torch.nn.Parameter],
    loss_at: Callable[[int], Tensor],
    schedule: Schedule,
    watch: Callable[[int, float], None],
) -> None:
    """AdamW, gradients clipped at norm 1; ``watch`` is called after each step with its number and its loss."""
    optimizer = torch.optim.AdamW(parameters, lr=schedule.peak, betas=(0.9, 0.98), weight_decay=0.01)
    rates = torch.optim.lr_scheduler.LambdaLR(optimizer, schedule.share)
    for step in range(schedule.steps):
        loss = loss_at(step)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        rates.step()
        watch(step + 1, loss.item())
