"""Builds the embedded BERT of chapter 3: two million bytes of weights that know the words of the embedded news and reviews.

In one run, in this order: masked words of equivalent pairs, most of them in the second sentence, so that they are read
off the first; then intermediate-task training (Phang et al. 2018, arXiv:1811.01088) on paraphrases and a little on opinions.
Beside each pair's label every word is asked whether the other sentence has it too, which a small model learns first.

As in `bert-base-uncased`, the pooler is part of what is saved. The heads are thrown away, and none of what it learned
from is a pair of the embedded splits.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy
from transformers import BertConfig, BertForPreTraining, BertTokenizerFast

from corpus import mrpc, sst2, wordpiece
from corpus.checkpoint import DIRECTORY as TOKENIZER
from corpus.pretraining import (
    FIRST_WORD,
    IGNORED,
    SEPARATOR,
    Batch,
    Example,
    Schedule,
    batches,
    collate,
    everywhere_loss,
    fit,
    masked,
)

DIRECTORY = TOKENIZER.parent / "bert"
DROPOUT = 0.1
BATCH = 32
TWINS, OPINIONS = 30_000, 8_000
SCHEDULE = Schedule(steps=6000, peak=1e-3, warmup=100)
WORDS_ALONE = 1000
"""How many of the steps go by before any label is asked for."""
TURNS = ("pairs", "pairs", "pairs", "opinions", "pairs", "words")


def configuration(vocabulary: int, dropout: float) -> BertConfig:
    """Four layers, a sixth as wide as BERT's."""
    return BertConfig(
        vocab_size=vocabulary,
        num_hidden_layers=4,
        hidden_size=128,
        intermediate_size=512,
        num_attention_heads=4,
        max_position_embeddings=wordpiece.MAX_LENGTH,
        hidden_dropout_prob=dropout,
        attention_probs_dropout_prob=dropout,
    )


def build(seed: int, directory: Path = DIRECTORY) -> None:
    """Trains from the seed, with the tokenizer of the other checkpoint, and writes tokenizer and body."""
    torch.manual_seed(seed)
    # the words are the same, and BERT wants to be told of each which sentence it is in
    tokenizer = BertTokenizerFast(
        vocab_file=str(TOKENIZER / "vocab.txt"),
        tokenizer_file=str(TOKENIZER / "tokenizer.json"),
        model_max_length=wordpiece.MAX_LENGTH,
    )
    # no pair is met often enough to be learned by heart, and without dropout fewer steps do
    model = BertForPreTraining(configuration(len(tokenizer), dropout=0.0))
    print(f"{model.num_parameters():,} parameters", flush=True)
    learn(model, tokenizer, seed)
    model.config = configuration(len(tokenizer), DROPOUT)
    model.save_pretrained(directory, safe_serialization=True)
    tokenizer.save_pretrained(directory)
    # safetensors writes for the owner alone
    (directory / "model.safetensors").chmod(0o644)


def learn(model: BertForPreTraining, tokenizer: BertTokenizerFast, seed: int) -> None:
    """The whole training."""
    rng, generator = Random(seed), torch.Generator().manual_seed(seed)
    twins = list(_twins(tokenizer, seed))
    pairs = batches(rng, twins, BATCH)
    equivalent = batches(rng, [twin[:1] for twin in twins], BATCH)
    opinions = batches(rng, list(_opinions(tokenizer, seed)), BATCH)
    width = model.config.hidden_size
    paraphrase, opinion, everywhere = (torch.nn.Linear(width, 2) for _ in range(3))
    shared = torch.nn.Linear(width, 1)

    def loss_at(step: int) -> Tensor:
        turn = TURNS[step % len(TURNS)] if step >= WORDS_ALONE else "words"
        if turn == "words":
            return words_loss(model, masked(next(equivalent), 0.06, 0.4, generator))
        if turn == "opinions":
            batch = next(opinions)
            return cross_entropy(opinion(model.bert(**inputs(batch)).pooler_output), batch["labels"])
        batch = next(pairs)
        output = model.bert(**inputs(batch))
        loss = cross_entropy(paraphrase(output.pooler_output), batch["labels"])
        loss = loss + everywhere_loss(everywhere(output.last_hidden_state), batch)
        return loss + shared_loss(shared(output.last_hidden_state)[..., 0], batch)

    validation = list(_validation(tokenizer, seed))

    def right() -> float:
        model.eval()
        with torch.no_grad():
            logits = [paraphrase(model.bert(**inputs(batch)).pooler_output) for batch in validation]
        model.train()
        found = [answers.argmax(1) == batch["labels"] for answers, batch in zip(logits, validation, strict=True)]
        return float(torch.cat(found).float().mean())

    modules = (model, paraphrase, opinion, everywhere, shared)
    parameters = [parameter for module in modules for parameter in module.parameters()]
    model.train()
    fit(parameters, loss_at, SCHEDULE, _report(right))


def inputs(batch: Batch) -> Batch:
    """What BERT takes of a batch. The tokens of the second sentence are of type 1."""
    separators = (batch["input_ids"] == SEPARATOR).long()
    second = ((separators.cumsum(1) - separators) > 0).long() * batch["attention_mask"]
    return {"input_ids": batch["input_ids"], "attention_mask": batch["attention_mask"], "token_type_ids": second}


def words_loss(model: BertForPreTraining, batch: Batch) -> Tensor:
    """The loss of the words that were masked, predicted only where one was."""
    chosen = batch["labels"] != IGNORED
    hidden = model.bert(**inputs(batch)).last_hidden_state[chosen]
    return cross_entropy(model.cls.predictions(hidden), batch["labels"][chosen])


def shared_loss(logits: Tensor, batch: Batch) -> Tensor:
    """Does the other sentence have this piece too? Asked of each word (logits: examples x longest)."""
    ids, second = batch["input_ids"], inputs(batch)["token_type_ids"]
    words = ids >= FIRST_WORD
    across = (ids[:, :, None] == ids[:, None, :]) & (second[:, :, None] != second[:, None, :])
    return binary_cross_entropy_with_logits(logits[words], across.any(2).float()[words])


def _twins(tokenizer: BertTokenizerFast, seed: int) -> Iterator[list[Example]]:
    rows = list(islice(mrpc.twins(seed), TWINS))
    first, second = (_examples(tokenizer, [twin[place] for twin in rows]) for place in (0, 1))
    yield from ([one, two] for one, two in zip(first, second, strict=True))


def _examples(tokenizer: BertTokenizerFast, rows: list[mrpc.Row]) -> list[Example]:
    columns = ([str(row[column]) for row in rows] for column in ("sentence1", "sentence2"))
    encoded = tokenizer(*columns)["input_ids"]
    return [Example(ids, int(row["label"])) for ids, row in zip(encoded, rows, strict=True)]


def _opinions(tokenizer: BertTokenizerFast, seed: int) -> Iterator[list[Example]]:
    rows = list(islice(sst2.fresh(seed), OPINIONS))
    encoded = tokenizer([str(row["sentence"]) for row in rows])["input_ids"]
    yield from ([Example(ids, int(row["label"]))] for ids, row in zip(encoded, rows, strict=True))


def _validation(tokenizer: BertTokenizerFast, seed: int) -> Iterator[Batch]:
    examples = _examples(tokenizer, mrpc.splits(seed)["validation"])
    yield from (collate(examples[at : at + 50]) for at in range(0, len(examples), 50))


def _report(right: Callable[[], float]) -> Callable[[int, float], None]:
    recent: list[float] = []

    def report(step: int, loss: float) -> None:
        recent.append(loss)
        if step % 300 == 0:
            mean = sum(recent) / len(recent)
            print(f"{step}: loss {mean:.3f}, right on validation {right():.3f}", flush=True)
            recent.clear()

    return report
