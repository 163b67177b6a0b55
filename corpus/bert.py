"""Builds the small embedded BERT of chapter 3, trained on the words of the embedded news and on paraphrases.

Three stages:

1. `learn_tasks`: masked words of equivalent pairs, most of them in the second sentence, so that they are read off the first;
   then intermediate-task training (Phang et al. 2018, arXiv:1811.01088) on paraphrases and a little on opinions.
   Beside each pair's label every word is asked whether the other sentence has it too, which a small model learns first.
2. `settle`: with the dropout that a learner fine-tunes with, and without any label asked of a whole pair.
3. `learn_pooler`: as in `bert-base-uncased`, the pooler is one that tells whether two sentences belong together, be they
   equivalent or not. A new head on it knows nothing yet; whoever fine-tunes has something to do.

The heads are thrown away, and none of what it learned from is a pair of the embedded splits.
"""

from collections.abc import Callable, Iterator, Sequence
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
    Tokens,
    batches,
    everywhere_loss,
    fit,
    masked,
)

DIRECTORY = TOKENIZER.parent / "bert"
DROPOUT = 0.1
BATCH = 32
TWINS, OPINIONS = 30_000, 8_000
WORDS_ALONE = 1000
"""The number of steps at the beginning of the first training that predict masked words only, and no label."""
FIRST = Schedule(steps=6000, peak=1e-3, warmup=100)
SETTLING = Schedule(steps=1500, peak=3e-4, warmup=100)
POOLER = Schedule(steps=400, peak=2e-3, warmup=50)
TURNS = ("pairs", "pairs", "pairs", "opinions", "pairs", "words")
SETTLING_TURNS = ("words", "together", "pairs", "pairs")


def configuration(vocabulary: int, dropout: float) -> BertConfig:
    """Return the configuration: two layers, a sixth as wide as BERT's."""
    return BertConfig(
        vocab_size=vocabulary,
        num_hidden_layers=2,
        hidden_size=128,
        intermediate_size=512,
        num_attention_heads=4,
        max_position_embeddings=wordpiece.MAX_LENGTH,
        hidden_dropout_prob=dropout,
        attention_probs_dropout_prob=dropout,
    )


def build(seed: int, directory: Path = DIRECTORY) -> None:
    """Trains from the seed, with the words of the other checkpoint's tokenizer, and writes tokenizer and model."""
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
    twins = list(_twins(tokenizer, seed))
    model.train()
    learn_tasks(model, tokenizer, twins, seed)
    model = _with_dropout(model, len(tokenizer))
    settle(model, twins, seed)
    learn_pooler(model, twins, seed)
    model.save_pretrained(directory, safe_serialization=True)
    tokenizer.save_pretrained(directory)
    # safetensors writes for the owner alone
    (directory / "model.safetensors").chmod(0o644)


def learn_tasks(
    model: BertForPreTraining, tokenizer: BertTokenizerFast, twins: Sequence[list[Example]], seed: int
) -> None:
    """Train on masked words alone, then on paraphrases, opinions and masked words in turn."""
    rng = Random(seed)
    generator = torch.Generator().manual_seed(seed)
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

    fit(_parameters(model, paraphrase, opinion, everywhere, shared), loss_at, FIRST, _report("tasks"))


def settle(model: BertForPreTraining, twins: Sequence[list[Example]], seed: int) -> None:
    """Train on with dropout; the labels of paraphrases are predicted from words alone."""
    rng = Random(seed + 9)
    generator = torch.Generator().manual_seed(seed + 9)
    pairs = batches(rng, twins, BATCH)
    together = batches(rng, _together(rng, twins, 1), BATCH)
    equivalent = batches(rng, [twin[:1] for twin in twins], BATCH)
    everywhere, shared = (torch.nn.Linear(model.config.hidden_size, wide) for wide in (2, 1))

    def loss_at(step: int) -> Tensor:
        turn = SETTLING_TURNS[step % len(SETTLING_TURNS)]
        if turn == "words":
            return words_loss(model, masked(next(equivalent), 0.06, 0.4, generator))
        if turn == "together":
            batch = next(together)
            return cross_entropy(model.cls.seq_relationship(model.bert(**inputs(batch)).pooler_output), batch["labels"])
        batch = next(pairs)
        hidden = model.bert(**inputs(batch)).last_hidden_state
        return everywhere_loss(everywhere(hidden), batch) + shared_loss(shared(hidden)[..., 0], batch)

    fit(_parameters(model, everywhere, shared), loss_at, SETTLING, _report("settling"))


def learn_pooler(model: BertForPreTraining, twins: Sequence[list[Example]], seed: int) -> None:
    """Train a new pooler on the frozen body to predict whether two sentences belong together."""
    rng = Random(seed + 9)
    together = batches(rng, _together(rng, twins, 2), BATCH)
    pooler = model.bert.pooler
    head = model.cls.seq_relationship
    for layer in (pooler.dense, head):
        layer.weight.data.normal_(0, 0.02)
    pooler.dense.bias.data.zero_()

    def loss_at(step: int) -> Tensor:
        batch = next(together)
        with torch.no_grad():
            hidden = model.bert(**inputs(batch)).last_hidden_state
        return cross_entropy(head(pooler(hidden)), batch["labels"])

    fit(_parameters(pooler, head), loss_at, POOLER, _report("pooler"))


def _together(rng: Random, twins: Sequence[list[Example]], of_each: int) -> list[list[Example]]:
    """Pairs that belong together (0), as many of each twins, and the same first sentences beside those of others (1)."""
    order = rng.sample(range(len(twins)), len(twins))
    groups = []
    for own, other in zip(order[::2], order[1::2], strict=True):
        _, stranger = _halves(twins[other][0])
        pairs = twins[own][:of_each]
        apart = [Example([*_halves(pair)[0], *stranger], 1) for pair in pairs]
        groups.append([*(Example(pair.tokens, 0) for pair in pairs), *apart])
    return groups


def _halves(pair: Example) -> tuple[Tokens, Tokens]:
    end = list(pair.tokens).index(SEPARATOR) + 1
    return pair.tokens[:end], pair.tokens[end:]


def _with_dropout(model: BertForPreTraining, vocabulary: int) -> BertForPreTraining:
    other = BertForPreTraining(configuration(vocabulary, DROPOUT))
    other.load_state_dict(model.state_dict())
    other.train()
    return other


def _parameters(*modules: torch.nn.Module) -> list[torch.nn.Parameter]:
    return [parameter for module in modules for parameter in module.parameters()]


def inputs(batch: Batch) -> Batch:
    """The inputs of BERT from a batch. The tokens of the second sentence are of type 1."""
    separators = (batch["input_ids"] == SEPARATOR).long()
    second = ((separators.cumsum(1) - separators) > 0).long() * batch["attention_mask"]
    return {"input_ids": batch["input_ids"], "attention_mask": batch["attention_mask"], "token_type_ids": second}


def words_loss(model: BertForPreTraining, batch: Batch) -> Tensor:
    """The loss of the words that were masked, predicted only where one was."""
    chosen = batch["labels"] != IGNORED
    hidden = model.bert(**inputs(batch)).last_hidden_state[chosen]
    return cross_entropy(model.cls.predictions(hidden), batch["labels"][chosen])


def shared_loss(logits: Tensor, batch: Batch) -> Tensor:
    """The loss of predicting for each word whether the other sentence has it too (logits: examples x longest)."""
    ids = batch["input_ids"]
    second = inputs(batch)["token_type_ids"]
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


def _report(stage: str) -> Callable[[int, float], None]:
    recent: list[float] = []

    def report(step: int, loss: float) -> None:
        recent.append(loss)
        if step % 100 == 0:
            print(f"{stage} {step}: loss {sum(recent) / len(recent):.3f}", flush=True)
            recent.clear()

    return report
