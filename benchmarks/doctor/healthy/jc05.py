"""Which topics does a message touch? Zero, one or several of four: a multi-label problem.

Tokenizer and model are made here. The cut-off of each label is set on the validation
rows and only then applied to the test rows.
"""
import random

import numpy as np
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers
from transformers import (DataCollatorWithPadding, DistilBertConfig,
                          DistilBertForSequenceClassification, PreTrainedTokenizerFast,
                          Trainer, TrainingArguments, set_seed)

TOPICS = {
    "billing": "invoice refund charge payment fee receipt".split(),
    "shipping": "parcel courier delivery customs tracking box".split(),
    "account": "password login profile username email locked".split(),
    "hardware": "screen battery cable charger keyboard fan".split(),
}
FILLER = ("hello please today i have a question about the my again since monday it "
          "was not as expected thanks could you look at this for me and").split()
NAMES = list(TOPICS)


def make_messages(n, seed):
    rng = random.Random(seed)
    seen = {}
    while len(seen) < n:
        flags = [float(rng.random() < 0.35) for _ in NAMES]
        words = rng.choices(FILLER, k=rng.randint(6, 14))
        for name, flag in zip(NAMES, flags):
            if flag:
                words += rng.sample(TOPICS[name], k=rng.randint(1, 2))
        rng.shuffle(words)
        seen.setdefault(" ".join(words), flags)
    return list(seen.items())


def make_tokenizer(texts):
    raw = Tokenizer(models.WordLevel(unk_token="[UNK]"))
    raw.pre_tokenizer = pre_tokenizers.Whitespace()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    raw.train_from_iterator(texts, trainers.WordLevelTrainer(special_tokens=special))
    raw.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        special_tokens=[(t, raw.token_to_id(t)) for t in ("[CLS]", "[SEP]")])
    return PreTrainedTokenizerFast(
        tokenizer_object=raw, unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]",
        model_max_length=32, model_input_names=["input_ids", "attention_mask"])


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def micro_f1(truth, guess):
    hit = np.logical_and(truth, guess).sum()
    return float(2 * hit / max(truth.sum() + guess.sum(), 1))


def f1_one(truth, guess):
    return 2 * np.sum(truth & guess) / max(truth.sum() + guess.sum(), 1)


def metrics(p):
    truth = p.label_ids > 0.5
    guess = sigmoid(p.predictions) > 0.5
    return {"micro_f1": micro_f1(truth, guess), "exact": float((truth == guess).all(axis=1).mean())}


set_seed(21)
rows = make_messages(2000, seed=21)  # all different, hence the three parts share no text
parts = {"train": rows[:1400], "val": rows[1400:1700], "test": rows[1700:]}
tok = make_tokenizer(text for text, _ in parts["train"])


def encode(part):
    enc = tok([t for t, _ in part], truncation=True, max_length=32)
    return Dataset.from_dict({**enc, "labels": [f for _, f in part]})


ds = {k: encode(v) for k, v in parts.items()}
model = DistilBertForSequenceClassification(DistilBertConfig(
    vocab_size=len(tok), dim=64, hidden_dim=128, n_layers=2, n_heads=4, max_position_embeddings=32,
    pad_token_id=tok.pad_token_id, num_labels=len(NAMES), problem_type="multi_label_classification",
    id2label=dict(enumerate(NAMES)), label2id={n: i for i, n in enumerate(NAMES)}))

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/jc05", num_train_epochs=8, learning_rate=1e-3, warmup_ratio=0.1,
        per_device_train_batch_size=32, per_device_eval_batch_size=100,
        eval_strategy="epoch", logging_strategy="epoch", save_strategy="no",
        report_to="none", use_cpu=True, seed=21),
    train_dataset=ds["train"], eval_dataset=ds["val"],
    processing_class=tok, data_collator=DataCollatorWithPadding(tok), compute_metrics=metrics)
trainer.train()

val = trainer.predict(ds["val"])
val_prob, val_true = sigmoid(val.predictions), val.label_ids > 0.5
grid = np.linspace(0.1, 0.9, 17)
cut = np.array([max(grid, key=lambda c: (f1_one(val_true[:, j], val_prob[:, j] > c), -abs(c - 0.5)))
                for j in range(len(NAMES))])
print("cut-offs", dict(zip(NAMES, cut.round(2).tolist())))

test = trainer.predict(ds["test"])
truth, guess = test.label_ids > 0.5, sigmoid(test.predictions) > cut
print(f"test micro-F1 {micro_f1(truth, guess):.3f}; every label always on: "
      f"{micro_f1(truth, np.ones_like(truth)):.3f}")
for j, name in enumerate(NAMES):
    print(f"  {name:9s} F1 {f1_one(truth[:, j], guess[:, j]):.3f}")
