"""Extractive question answering: SQuAD-like features (offsets, only_second), exact match on unseen tickets."""
import re

import numpy as np
from datasets import Dataset, load_dataset
from transformers import (AutoModelForQuestionAnswering, AutoTokenizer, Trainer, TrainingArguments,
                          default_data_collator, set_seed)

MAX_LENGTH = 32
PATTERN = re.compile(r"^[\w ]+ \. my (?P<item>\w+) (?P<trouble>[^.]+?) \.")
QUESTIONS = {"item": "what do i call it", "trouble": "what is the trouble with it"}


def make_qa(texts):
    for text in dict.fromkeys(texts):
        match = PATTERN.match(text)
        for kind, question in QUESTIONS.items():
            yield {"question": question, "context": text, "answer": match[kind], "start": match.start(kind)}


def features(examples):
    enc = tokenizer(examples["question"], examples["context"], truncation="only_second", max_length=MAX_LENGTH,
                    padding="max_length", return_offsets_mapping=True)
    starts, ends, context_offsets = [], [], []
    for i, offsets in enumerate(enc["offset_mapping"]):
        first = examples["start"][i]
        last = first + len(examples["answer"][i])
        seq = enc.sequence_ids(i)
        start = [t for t, (a, b) in enumerate(offsets) if seq[t] == 1 and a <= first < b]
        end = [t for t, (a, b) in enumerate(offsets) if seq[t] == 1 and a < last <= b]
        found = start and end
        starts.append(start[0] if found else 0)  # cut away: the answer is [CLS]
        ends.append(end[0] if found else 0)
        context_offsets.append([list(o) if seq[t] == 1 else [-1, -1] for t, o in enumerate(offsets)])
    enc["start_positions"], enc["end_positions"], enc["context_offsets"] = starts, ends, context_offsets
    enc.pop("offset_mapping")
    return enc


def best_span(start_logits, end_logits, offsets, context, max_answer=8):
    inside = np.array([o[0] >= 0 for o in offsets])
    scores = start_logits[:, None] + end_logits[None, :]
    allowed = np.triu(np.ones_like(scores, dtype=bool)) & ~np.triu(np.ones_like(scores, dtype=bool), max_answer)
    scores = np.where(allowed & inside[:, None] & inside[None, :], scores, -np.inf)
    s, e = np.unravel_index(scores.argmax(), scores.shape)
    return context[offsets[s][0]:offsets[e][1]]


set_seed(11)
raw = load_dataset("json", data_files={"train": ["data/tickets/train.jsonl", "data/tickets/validation.jsonl"],
                                       "test": "data/tickets/test.jsonl"})
test_texts = set(raw["test"]["text"])
train_ds = Dataset.from_list(list(make_qa(t for t in raw["train"]["text"] if t not in test_texts)))
test_ds = Dataset.from_list(list(make_qa(raw["test"]["text"])))
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
train_features = train_ds.map(features, batched=True, remove_columns=train_ds.column_names)
test_features = test_ds.map(features, batched=True, remove_columns=test_ds.column_names)

trainer = Trainer(
    model=AutoModelForQuestionAnswering.from_pretrained("checkpoints/tickets"),
    args=TrainingArguments("runs/r20", num_train_epochs=5, per_device_train_batch_size=32, learning_rate=2e-3,
                           warmup_ratio=0.1, weight_decay=0.01, save_strategy="no", logging_steps=50,
                           report_to="none", disable_tqdm=True),
    train_dataset=train_features, data_collator=default_data_collator, processing_class=tokenizer)
trainer.train()
start_logits, end_logits = trainer.predict(test_features.remove_columns("context_offsets")).predictions
answers = [best_span(s, e, f["context_offsets"], ex["context"])
           for s, e, f, ex in zip(start_logits, end_logits, test_features, test_ds)]
for kind, question in QUESTIONS.items():
    pairs = [(a, ex["answer"]) for a, ex in zip(answers, test_ds) if ex["question"] == question]
    print(f"{kind}: exact match {np.mean([a == b for a, b in pairs]):.3f} of {len(pairs)}, for instance {pairs[0]}")
