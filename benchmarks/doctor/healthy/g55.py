"""Token classification with the Trainer: class weights in a subclass' loss, scores counted on whole words."""
import os
import tempfile
from collections import Counter

import numpy as np
import torch
from datasets import load_dataset
from torch import nn
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

NAMES = ["O", "PLACE", "PERSON", "FIRM"]


class WeightedTagTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        logits = outputs.logits
        loss = nn.functional.cross_entropy(
            logits.view(-1, logits.size(-1)),
            labels.view(-1),
            weight=self.class_weights.to(logits.device, logits.dtype),
            ignore_index=-100,
        )
        return (loss, outputs) if return_outputs else loss


def scores(prediction):
    guess = prediction.predictions.argmax(-1)
    keep = prediction.label_ids != -100
    guess, gold = guess[keep], prediction.label_ids[keep]
    out = {"accuracy": float((guess == gold).mean())}
    f1s = []
    for tag in range(1, len(NAMES)):
        tp = np.sum((guess == tag) & (gold == tag))
        denominator = np.sum(guess == tag) + np.sum(gold == tag)
        f1s.append(2 * tp / denominator if denominator else 0.0)
        out[f"f1_{NAMES[tag].lower()}"] = float(f1s[-1])
    out["macro_f1"] = float(np.mean(f1s))
    return out


def main():
    set_seed(5)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
    data = load_dataset("json", data_files={s: f"data/tags/{s}.jsonl" for s in ("train", "validation", "test")})

    def encode(batch):
        enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
        labels = []
        for i, tags in enumerate(batch["tags"]):
            previous, row = None, []
            for word in enc.word_ids(i):
                # the first piece of a word carries its tag, the other pieces and [CLS], [SEP] carry none
                row.append(-100 if word is None or word == previous else tags[word])
                previous = word
            labels.append(row)
        enc["labels"] = labels
        return enc

    encoded = data.map(encode, batched=True, remove_columns=data["train"].column_names)

    counts = Counter(tag for row in data["train"]["tags"] for tag in row)
    total = sum(counts.values())
    weights = torch.tensor([(total / (len(NAMES) * counts[i])) ** 0.5 for i in range(len(NAMES))])
    print("class weights", [round(w, 2) for w in weights.tolist()])

    model = AutoModelForTokenClassification.from_pretrained(
        "checkpoints/tags", id2label=dict(enumerate(NAMES)), label2id={n: i for i, n in enumerate(NAMES)}
    )
    output_dir = tempfile.mkdtemp(prefix="tags-")
    trainer = WeightedTagTrainer(
        class_weights=weights,
        model=model,
        args=TrainingArguments(
            output_dir=output_dir,
            num_train_epochs=8,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=64,
            learning_rate=2e-3,
            warmup_steps=24,
            weight_decay=0.01,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=2,
            load_best_model_at_end=True,
            metric_for_best_model="macro_f1",
            logging_strategy="epoch",
            disable_tqdm=True,
            report_to=[],
        ),
        train_dataset=encoded["train"],
        eval_dataset=encoded["validation"],
        data_collator=DataCollatorForTokenClassification(tokenizer),
        processing_class=tokenizer,
        compute_metrics=scores,
    )
    trainer.train()
    report = trainer.evaluate(encoded["test"], metric_key_prefix="test")
    for key, value in report.items():
        if "f1" in key or "accuracy" in key:
            print(f"{key:20} {value:.3f}")
    trainer.save_model(os.path.join(output_dir, "best"))


if __name__ == "__main__":
    main()
