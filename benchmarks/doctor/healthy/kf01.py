"""Which of three noun classes does a proper name belong to?

A field-notes style script: each sentence of the little corpus carries one tag per word
(0 = no name, 1..3 = the noun class of the name). The model sees subwords, the linguist wants words,
so only the first piece of every word is scored; all other pieces get -100.
"""
import json
from collections import Counter
from pathlib import Path

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(11)
OUT = Path("out/kf01")
CHECKPOINT = "checkpoints/tags"
TAGSET = ["O", "CLASS-A", "CLASS-B", "CLASS-C"]


def sentences(split):
    with open(f"data/tags/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def surface(row):
    return " ".join(row["words"])


corpus = DatasetDict({s: Dataset.from_list(sentences(s)) for s in ("train", "validation", "test")})

# The same sentence was elicited more than once, also across the splits. A sentence of the test part
# must be seen nowhere else, one of the validation part not in training.
in_test = {surface(r) for r in corpus["test"]}
in_dev = {surface(r) for r in corpus["validation"]}
corpus["validation"] = corpus["validation"].filter(lambda r: surface(r) not in in_test)
corpus["train"] = corpus["train"].filter(lambda r: surface(r) not in in_test and surface(r) not in in_dev)
print({name: len(part) for name, part in corpus.items()})

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def align(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True)
    enc["labels"] = []
    for i, tags in enumerate(batch["tags"]):
        previous, row = None, []
        for word in enc.word_ids(batch_index=i):
            row.append(-100 if word is None or word == previous else tags[word])
            previous = word
        enc["labels"].append(row)
    return enc


encoded = corpus.map(align, batched=True, remove_columns=["words", "tags"])


def score(prediction):
    """Micro precision, recall and F1 over the names (a name counts only with the right class)."""
    guess = prediction.predictions.argmax(axis=-1)
    gold = prediction.label_ids
    seen = gold != -100
    guess, gold = guess[seen], gold[seen]
    hit = int(np.sum((guess == gold) & (gold > 0)))
    proposed, wanted = int(np.sum(guess > 0)), int(np.sum(gold > 0))
    precision = hit / proposed if proposed else 0.0
    recall = hit / wanted if wanted else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {"precision": precision, "recall": recall, "f1": f1, "word_accuracy": float(np.mean(guess == gold))}


model = AutoModelForTokenClassification.from_pretrained(
    CHECKPOINT,
    num_labels=len(TAGSET),
    id2label=dict(enumerate(TAGSET)),
    label2id={tag: i for i, tag in enumerate(TAGSET)},
)
args = TrainingArguments(
    output_dir=str(OUT / "runs"),
    num_train_epochs=14,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="f1",
    greater_is_better=True,
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
    seed=11,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=score,
)
trainer.train()
final = trainer.evaluate(encoded["test"], metric_key_prefix="test")

# What somebody scores who calls every name by the commonest class, but finds all the names for free.
common = Counter(t for row in corpus["train"]["tags"] for t in row if t > 0).most_common(1)[0][0]
names = [t for row in corpus["test"]["tags"] for t in row if t > 0]
print("names given, commonest class: %.3f" % (sum(t == common for t in names) / len(names)))
print("test: P %.3f  R %.3f  F1 %.3f" % (final["test_precision"], final["test_recall"], final["test_f1"]))
(OUT / "result.json").write_text(json.dumps({k: v for k, v in final.items()}, indent=1))
