"""Language model from scratch on a small made-up grammar. Perplexity against a unigram model."""
import math
import random
from collections import Counter
from itertools import chain

import torch
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainingArguments, default_data_collator, set_seed

BLOCK = 32
EOS = "<eos>"


def sentence(r):
    """Number agreement between subject and verb across an optional phrase, and objects that depend on the verb."""
    plural = r.random() < 0.5
    noun = r.choice(["dog", "child", "baker", "pilot", "queen", "farmer"])
    verb, objects = r.choice([("eat", ["bread", "soup", "cheese"]), ("drive", ["trucks", "cars", "tractors"]),
                              ("read", ["letters", "novels", "maps"]), ("grow", ["beans", "roses", "apples"])])
    out = ["the" if r.random() < 0.7 else "those" if plural else "that", noun + ("_s" if plural else "")]
    if r.random() < 0.4:
        out += ["near", "the", r.choice(["river", "tower", "market", "school", "bridge"])]
    out += [verb if plural else verb + "_s"]
    if r.random() < 0.3:
        out.append(r.choice(["old", "small", "cheap", "heavy"]))
    out.append(r.choice(objects))
    if r.random() < 0.3:
        out += ["on", r.choice(["monday", "friday", "sunday"])]
    return tuple(out)


def corpus(n, seed):
    r, found = random.Random(seed), {}
    while len(found) < n:
        found[sentence(r)] = None        # a dict keeps the order and every sentence only once
    found = list(found)
    r.shuffle(found)                     # frequent (short) sentences turn up first; every part gets its share
    return found


sentences = corpus(5000, seed=4)
parts = {"train": sentences[:4000], "valid": sentences[4000:4500], "test": sentences[4500:]}
vocab = {EOS: 0, "<unk>": 1}
for w in chain.from_iterable(parts["train"]):
    vocab.setdefault(w, len(vocab))


def stream(sents):
    return [vocab.get(w, 1) for s in sents for w in (*s, EOS)]


def blocks(sents):
    # each part is packed for itself; blocks do not overlap, the incomplete one at the end is left out
    ids = stream(sents)
    cut = [ids[i:i + BLOCK] for i in range(0, len(ids) - BLOCK + 1, BLOCK)]
    return [{"input_ids": b, "labels": b} for b in cut]      # GPT2LMHeadModel shifts the labels


data = {k: blocks(v) for k, v in parts.items()}
print({k: len(v) for k, v in data.items()}, "words", len(vocab))

set_seed(4)
model = GPT2LMHeadModel(GPT2Config(vocab_size=len(vocab), n_positions=BLOCK, n_embd=64, n_layer=2, n_head=4,
                                   resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0,
                                   bos_token_id=0, eos_token_id=0))
args = TrainingArguments(
    output_dir="out/na12",
    max_steps=400,
    learning_rate=3e-3,
    lr_scheduler_type="cosine",
    warmup_steps=40,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    weight_decay=0.01,
    eval_strategy="steps",
    eval_steps=100,
    logging_steps=100,
    save_strategy="no",
    prediction_loss_only=True,
    report_to="none",
    use_cpu=True,
    seed=4,
)
trainer = Trainer(model=model, args=args, train_dataset=data["train"], eval_dataset=data["valid"],
                  data_collator=default_data_collator)
trainer.train()
# all blocks have the same number of predicted words, so the mean over blocks is the mean over words
test_loss = trainer.evaluate(data["test"], metric_key_prefix="test")["test_loss"]

counts = Counter(stream(parts["train"]))
total = sum(counts.values())
words = [w for b in data["test"] for w in b["input_ids"][1:]]
unigram = -sum(math.log((counts[w] + 1) / (total + len(vocab))) for w in words) / len(words)
print(f"test perplexity {math.exp(test_loss):.2f}   unigram {math.exp(unigram):.2f}")

model.eval()
start = torch.tensor([[0]])
words_of = {i: w for w, i in vocab.items()}
with torch.no_grad():
    out = model.generate(start, attention_mask=torch.ones_like(start), do_sample=True, top_k=0, max_new_tokens=12,
                         num_return_sequences=3, pad_token_id=0)
for row in out.tolist():
    tail = row[1:]
    print(" ".join(words_of[i] for i in (tail[:tail.index(0)] if 0 in tail else tail)))
