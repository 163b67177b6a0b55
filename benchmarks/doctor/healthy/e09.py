"""Train a name tagger (token classification) and use it on plain lists of words."""
from collections import Counter

import numpy as np
import torch
from datasets import load_dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

LABELS = ["O", "RIVER", "TOWN", "HILL"]


class NameTagger:
    def __init__(self, checkpoint):
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.model = AutoModelForTokenClassification.from_pretrained(
            checkpoint, id2label=dict(enumerate(LABELS)), label2id={l: i for i, l in enumerate(LABELS)}
        )

    def encode(self, batch):
        enc = self.tokenizer(batch["words"], is_split_into_words=True, truncation=True)
        enc["labels"] = []
        for i, tags in enumerate(batch["tags"]):
            previous, row = None, []
            for w in enc.word_ids(i):
                row.append(-100 if w is None or w == previous else tags[w])
                previous = w
            enc["labels"].append(row)
        return enc

    def fit(self, data):
        encoded = data.map(self.encode, batched=True, remove_columns=["words", "tags"])
        args = TrainingArguments(
            output_dir="out_e09",
            num_train_epochs=10,
            per_device_train_batch_size=16,
            learning_rate=2e-3,
            lr_scheduler_type="constant_with_warmup",
            warmup_steps=20,
            eval_strategy="epoch",
            save_strategy="no",
            logging_strategy="epoch",
            report_to="none",
            disable_tqdm=True,
        )
        trainer = Trainer(
            model=self.model,
            args=args,
            train_dataset=encoded["train"],
            eval_dataset=encoded["validation"],
            data_collator=DataCollatorForTokenClassification(self.tokenizer),
            processing_class=self.tokenizer,
            compute_metrics=self.metrics,
        )
        trainer.train()
        return self

    @staticmethod
    def metrics(p):
        keep = p.label_ids != -100
        return {"token_accuracy": float((p.predictions.argmax(-1) == p.label_ids)[keep].mean())}

    @torch.no_grad()
    def tag(self, words):
        """The label of each word of one sentence."""
        self.model.eval()
        enc = self.tokenizer(words, is_split_into_words=True, return_tensors="pt", truncation=True)
        ids = self.model(**enc).logits[0].argmax(-1).tolist()
        labels = ["O"] * len(words)
        seen = set()
        for position, word in enumerate(enc.word_ids(0)):
            if word is not None and word not in seen:
                seen.add(word)
                labels[word] = LABELS[ids[position]]
        return labels


def name_f1(truth, guess):
    c = Counter()
    for t_row, g_row in zip(truth, guess):
        for t, g in zip(t_row, g_row):
            c["hit"] += t != "O" and t == g
            c["true"] += t != "O"
            c["found"] += g != "O"
    return 2 * c["hit"] / max(1, c["true"] + c["found"])


if __name__ == "__main__":
    set_seed(21)
    data = load_dataset(
        "json", data_files={s: f"data/tags/{s}.jsonl" for s in ("train", "validation", "test")}
    )
    tagger = NameTagger("checkpoints/tags").fit(data)
    truth = [[LABELS[t] for t in row] for row in data["test"]["tags"]]
    guess = [tagger.tag(words) for words in data["test"]["words"]]
    for words, labels in list(zip(data["test"]["words"], guess))[:3]:
        print([(w, l) for w, l in zip(words, labels) if l != "O"])
    print(f"F1 of names on the test sentences: {name_f1(truth, guess):.3f}")
