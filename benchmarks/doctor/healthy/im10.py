"""Extractive question answering on made-up sentences: who / where / when, the answer is a span of the context.

Everything is built here: the sentences, a word-level tokenizer and a small BERT from a config.
"""
import random

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from torch.utils.data import DataLoader
from transformers import (BertConfig, BertForQuestionAnswering, PreTrainedTokenizerFast, get_linear_schedule_with_warmup,
                          set_seed)

set_seed(99)
rng = random.Random(99)

FIRST = ["anna", "boris", "clara", "david", "erik", "fatima", "greta", "hugo"]
LAST = ["adams", "brook", "curie", "dorn", "evans"]
PLACE = ["london", "new york", "san jose", "oslo", "rio de janeiro", "cairo", "lima", "cape town"]
DAY = ["monday", "tuesday", "wednesday", "friday", "sunday"]
PART = ["morning", "evening", "at noon", "after lunch"]
VERB = ["danced", "worked", "slept", "sang", "waited"]
EXTRA = ["as far as we know", "it is said that", "yesterday we read that", "people tell that", "in fact"]


def make_example():
    who = rng.choice(FIRST) + (" " + rng.choice(LAST) if rng.random() < 0.5 else "")
    where, when = rng.choice(PLACE), rng.choice(DAY) + " " + rng.choice(PART)
    pre = rng.choice(EXTRA) + " " if rng.random() < 0.6 else ""
    body = [f"{who} {rng.choice(VERB)} in {where} on {when}", f"on {when} {who} {rng.choice(VERB)} in {where}",
            f"in {where} {who} {rng.choice(VERB)} on {when}"]
    context = pre + rng.choice(body)
    question, answer = rng.choice([("who was it ?", who), ("where was it ?", where), ("when was it ?", when)])
    start = context.index(answer)
    return {"context": context, "question": question, "answer": answer, "start": start, "end": start + len(answer)}


unique = {}
while len(unique) < 1800:
    ex = make_example()
    unique[ex["context"], ex["question"]] = ex
examples = list(unique.values())
# a context goes to one side only, whichever question is asked about it
contexts = sorted({e["context"] for e in examples})
rng.shuffle(contexts)
held_out = set(contexts[: len(contexts) // 6])
train = [e for e in examples if e["context"] not in held_out]
test = [e for e in examples if e["context"] in held_out]

words = sorted({w for e in train for w in (e["context"] + " " + e["question"]).split()})
vocab = {w: i for i, w in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]"] + words)}
core = Tokenizer(models.WordLevel(vocab, unk_token="[UNK]"))
core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
core.post_processor = processors.TemplateProcessing(
    single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1",
    special_tokens=[("[CLS]", vocab["[CLS]"]), ("[SEP]", vocab["[SEP]"])])
tokenizer = PreTrainedTokenizerFast(
    tokenizer_object=core, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]",
    model_max_length=48, model_input_names=["input_ids", "token_type_ids", "attention_mask"])


def collate(batch):
    enc = tokenizer([e["question"] for e in batch], [e["context"] for e in batch], padding=True,
                    truncation="only_second", return_offsets_mapping=True, return_tensors="pt")
    offsets = enc.pop("offset_mapping").tolist()
    starts, ends = [], []
    for i, e in enumerate(batch):
        inside = [t for t, s in enumerate(enc.sequence_ids(i))
                  if s == 1 and offsets[i][t][0] >= e["start"] and offsets[i][t][1] <= e["end"]]
        starts.append(inside[0])
        ends.append(inside[-1])
    model_inputs = dict(enc)
    model_inputs["start_positions"] = torch.tensor(starts)
    model_inputs["end_positions"] = torch.tensor(ends)
    return model_inputs


train_loader = DataLoader(train, batch_size=32, shuffle=True, collate_fn=collate)
test_loader = DataLoader(test, batch_size=100, collate_fn=collate)

model = BertForQuestionAnswering(BertConfig(
    vocab_size=len(vocab), hidden_size=64, num_hidden_layers=2, num_attention_heads=4, intermediate_size=128,
    max_position_embeddings=48, pad_token_id=vocab["[PAD]"], hidden_dropout_prob=0.05,
    attention_probs_dropout_prob=0.05))

EPOCHS = 20
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
steps = EPOCHS * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, int(0.1 * steps), steps)


def best_span(start_logits, end_logits, allowed):
    """highest start + end with start <= end, context tokens only"""
    start = start_logits.masked_fill(~allowed, -1e4)
    end = end_logits.masked_fill(~allowed, -1e4)
    score = start[:, :, None] + end[:, None, :]
    n = score.shape[1]
    score = score.masked_fill(~torch.ones(n, n, dtype=torch.bool).triu(), float("-inf"))
    flat = score.flatten(1).argmax(1)
    return flat // n, flat % n


def evaluate():
    model.eval()
    exact = total = 0
    with torch.inference_mode():
        for batch in test_loader:
            out = model(**batch)
            allowed = (batch["token_type_ids"] == 1) & (batch["input_ids"] != vocab["[SEP]"])
            allowed &= batch["attention_mask"].bool()
            s, e = best_span(out.start_logits, out.end_logits, allowed)
            exact += ((s == batch["start_positions"]) & (e == batch["end_positions"])).sum().item()
            total += len(s)
    return exact / total


print(len(train), "train,", len(test), "unseen")
for epoch in range(EPOCHS):
    model.train()
    losses = []
    for batch in train_loader:
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())
    print(f"epoch {epoch + 1}: loss {sum(losses) / len(losses):.4f}, exact match on unseen contexts {evaluate():.4f}")
