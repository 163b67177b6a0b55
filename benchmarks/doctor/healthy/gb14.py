"""Ticket routing with class weights; the metric sees class ids, not logits."""
import json
from collections import Counter
from pathlib import Path

import torch
import torch.nn.functional as F
from datasets import Dataset, DatasetDict
from sklearn.metrics import accuracy_score, f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

DESKS = ("north", "east", "south", "west")
CKPT = "checkpoints/tickets"


class RoutingTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = F.cross_entropy(outputs.logits, labels, weight=self.class_weights.to(outputs.logits.device))
        return (loss, outputs) if return_outputs else loss


def splits(folder=Path("data/tickets")):
    """The three splits; a text stays only in the last one that has it (test, then validation, then train)."""
    parts, taken = {}, set()
    for name in ("test", "validation", "train"):
        rows = [json.loads(line) for line in (folder / f"{name}.jsonl").read_text().splitlines()]
        rows = [r for r in rows if r["text"] not in taken]
        taken |= {r["text"] for r in rows}
        parts[name] = Dataset.from_list(rows).rename_column("desk_id", "labels").remove_columns("desk")
    return DatasetDict(parts)


def preprocess_logits_for_metrics(logits, labels):
    return logits.argmax(dim=-1)


def compute_metrics(p):
    return {
        "accuracy": accuracy_score(p.label_ids, p.predictions),
        "macro_f1": f1_score(p.label_ids, p.predictions, average="macro"),
    }


def main():
    set_seed(2024)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    # the product is named in the first words, so the cut at 32 tokens costs nothing
    data = splits().map(lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns="text")

    counts = Counter(data["train"]["labels"])
    n = len(data["train"])
    weights = torch.tensor([n / (len(DESKS) * counts[i]) for i in range(len(DESKS))], dtype=torch.float32)

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=len(DESKS), id2label=dict(enumerate(DESKS)), label2id={d: i for i, d in enumerate(DESKS)})
    # 32 rows, too little data to move them usefully
    model.distilbert.embeddings.position_embeddings.requires_grad_(False)

    args = TrainingArguments(
        output_dir="out/gb14",
        num_train_epochs=20,
        learning_rate=1e-3,
        lr_scheduler_type="linear",
        warmup_ratio=0.1,
        weight_decay=0.01,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        group_by_length=True,
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="macro_f1",
        greater_is_better=True,
        seed=2024,
        report_to="none",
        use_cpu=True,
    )
    trainer = RoutingTrainer(
        model=model,
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
        preprocess_logits_for_metrics=preprocess_logits_for_metrics,
        class_weights=weights,
    )
    trainer.train()
    print("best", trainer.state.best_metric)
    print(trainer.evaluate(data["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
