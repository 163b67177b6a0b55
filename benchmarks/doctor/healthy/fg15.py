"""Route tickets to desks with the Trainer; the desks are not equally frequent, so the loss is weighted."""
import json
import os
from collections import Counter

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy as np
import torch
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tickets"
SEED = 23


def rows(split, without=frozenset()):
    """the split's rows, each text once, none of the texts in `without`"""
    seen, kept = set(without), []
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
        for line in f:
            r = json.loads(line)
            if r["text"] not in seen:
                seen.add(r["text"])
                kept.append({"text": r["text"], "labels": r["desk_id"], "desk": r["desk"]})
    return kept


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        outputs = model(**inputs)
        loss = torch.nn.functional.cross_entropy(
            outputs.logits, inputs["labels"], weight=self.class_weights.to(outputs.logits.device)
        )
        return (loss, outputs) if return_outputs else loss


def compute_metrics(p):
    pred = p.predictions.argmax(axis=-1)
    recalls = [(pred[p.label_ids == c] == c).mean() for c in np.unique(p.label_ids)]
    return {"accuracy": float((pred == p.label_ids).mean()), "balanced": float(np.mean(recalls))}


def main():
    set_seed(SEED)
    test = rows("test")
    val = rows("validation", without={r["text"] for r in test})
    train = rows("train", without={r["text"] for r in test + val})
    print(len(train), len(val), len(test), "rows")

    id2label = {r["labels"]: r["desk"] for r in train}
    id2label = dict(sorted(id2label.items()))
    counts = Counter(r["labels"] for r in train)
    weights = torch.tensor([len(train) / (len(counts) * counts[c]) for c in id2label])

    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    # 32 positions are all the model has; the appliance is named in the first sentence after the greeting
    encode = lambda b: tokenizer(b["text"], truncation=True, max_length=32)
    data = {
        name: Dataset.from_list(part).map(encode, batched=True, remove_columns=["text", "desk"])
        for name, part in (("train", train), ("val", val), ("test", test))
    }

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT,
        num_labels=len(id2label),
        id2label=id2label,
        label2id={v: k for k, v in id2label.items()},
    )
    args = TrainingArguments(
        output_dir="out/fg15",
        num_train_epochs=20,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=1e-3,  # a tiny model, it takes more than a BERT would
        lr_scheduler_type="cosine",
        warmup_ratio=0.1,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="balanced",
        greater_is_better=True,
        logging_strategy="epoch",
        report_to="none",
        use_cpu=True,
        seed=SEED,
    )
    trainer = WeightedTrainer(
        model=model,
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["val"],
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
        class_weights=weights,
    )
    trainer.train()
    print(trainer.evaluate(data["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
