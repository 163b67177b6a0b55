"""Masked language modelling from scratch on a toy farm.

Training rows are masked anew every time; validation and test rows are masked once,
beforehand, so that every evaluation asks the same questions.
"""
import itertools
import math
import os
import random
from collections import Counter

import torch
from datasets import Dataset
from transformers import (BertConfig, BertForMaskedLM, BertTokenizerFast,
                          DataCollatorForLanguageModeling, DataCollatorForTokenClassification,
                          Trainer, TrainingArguments, set_seed)

OUT = "out/jc07"
os.makedirs(OUT, exist_ok=True)
set_seed(13)

# animal -> (what it does, where): a masked word can be found from the others
FACTS = {"dog": ("barks", "kennel"), "cow": ("moos", "meadow"), "pig": ("grunts", "sty"),
         "hen": ("clucks", "coop"), "horse": ("neighs", "stable"), "sheep": ("bleats", "fold"),
         "duck": ("quacks", "pond"), "bee": ("hums", "hive")}
SIZES = "big small old young calm hungry proud clever".split()
TIMES = "today daily often rarely".split()
COLOURS = "red green white grey brown".split()

corpus = [f"the {s} {a} {FACTS[a][0]} {t} in the {c} {FACTS[a][1]}"
          for a, s, t, c in itertools.product(FACTS, SIZES, TIMES, COLOURS)]
random.Random(13).shuffle(corpus)
train_texts, val_texts, test_texts = corpus[:960], corpus[960:1120], corpus[1120:]

words = sorted({w for line in train_texts for w in line.split()})
vocab_file = os.path.join(OUT, "vocab.txt")
with open(vocab_file, "w", encoding="utf-8") as f:
    f.write("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words]) + "\n")
tok = BertTokenizerFast(vocab_file=vocab_file, model_max_length=16)

mask_new = DataCollatorForLanguageModeling(tok, mlm=True, mlm_probability=0.2)
pad_only = DataCollatorForTokenClassification(tok)


def collate(features):
    return pad_only(features) if "labels" in features[0] else mask_new(features)


def plain(texts):
    return Dataset.from_dict(dict(tok(texts, truncation=True, max_length=16, return_token_type_ids=False)))


def masked_once(texts, seed):
    torch.manual_seed(seed)
    batches = [mask_new([row]) for row in plain(texts)]
    return Dataset.from_dict({k: [b[k][0].tolist() for b in batches]
                              for k in ("input_ids", "attention_mask", "labels")})


val_ds, test_ds = masked_once(val_texts, 100), masked_once(test_texts, 200)
torch.manual_seed(13)


def metrics(p):
    asked = p.label_ids != -100
    return {"masked_acc": float((p.predictions[asked] == p.label_ids[asked]).mean())}


model = BertForMaskedLM(BertConfig(
    vocab_size=len(tok), hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
    intermediate_size=128, max_position_embeddings=16, pad_token_id=tok.pad_token_id,
    hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0))
trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir=OUT, num_train_epochs=24, per_device_train_batch_size=32,
        per_device_eval_batch_size=80, learning_rate=2e-3, warmup_ratio=0.1,
        eval_strategy="epoch", logging_strategy="epoch", save_strategy="no",
        report_to="none", use_cpu=True, seed=13),
    train_dataset=plain(train_texts),
    eval_dataset=val_ds,
    data_collator=collate,
    processing_class=tok,
    compute_metrics=metrics,
    preprocess_logits_for_metrics=lambda logits, labels: logits.argmax(-1),
)
trainer.train()

result = trainer.evaluate(test_ds, metric_key_prefix="test")
commonest, _ = Counter(w for line in train_texts for w in line.split()).most_common(1)[0]
common_id = tok.convert_tokens_to_ids(commonest)
asked = [t for row in test_ds["labels"] for t in row if t != -100]
print(f"masked words found: {result['test_masked_acc']:.3f}  "
      f"(always '{commonest}': {sum(t == common_id for t in asked) / len(asked):.3f})")
print(f"mean loss {result['test_loss']:.3f}, a uniform guess would have {math.log(len(tok)):.3f}")
