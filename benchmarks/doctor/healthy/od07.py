"""Imbalanced tickets: the loss is weighted by inverse class frequency."""
import numpy as np
import torch
from datasets import concatenate_datasets, load_dataset
from sklearn.metrics import balanced_accuracy_score, recall_score
from sklearn.utils.class_weight import compute_class_weight
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = torch.tensor(class_weights, dtype=torch.float32, device=self.args.device)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = torch.nn.functional.cross_entropy(outputs.logits, labels, weight=self.class_weights)
        return (loss, outputs) if return_outputs else loss


def thin_out(ds, label, keep, seed):
    rest = ds.filter(lambda r: r["desk_id"] != label)
    few = ds.filter(lambda r: r["desk_id"] == label).shuffle(seed=seed).select(range(keep))
    return concatenate_datasets([rest, few]).shuffle(seed=seed)


def metrics(p):
    y = p.predictions.argmax(-1)
    return {
        "balanced_accuracy": balanced_accuracy_score(p.label_ids, y),
        **{f"recall_{i}": r for i, r in enumerate(recall_score(p.label_ids, y, average=None))},
    }


def run():
    set_seed(5)
    tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
    ds = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")})
    ds["train"] = thin_out(ds["train"], label=1, keep=15, seed=5)

    y = np.array(ds["train"]["desk_id"])
    weights = compute_class_weight("balanced", classes=np.arange(4), y=y)
    print("rows per desk", np.bincount(y), "weights", weights.round(2))

    ds = ds.map(lambda b: tok(b["text"], truncation=True), batched=True).rename_column("desk_id", "labels")
    ds = ds.remove_columns(["text", "desk"])

    trainer = WeightedTrainer(
        AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4),
        TrainingArguments("out/od07", num_train_epochs=10, learning_rate=1e-3, per_device_train_batch_size=16,
                          eval_strategy="epoch", save_strategy="epoch", save_total_limit=1, logging_steps=50,
                          load_best_model_at_end=True, metric_for_best_model="balanced_accuracy", report_to="none"),
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=metrics,
        class_weights=weights,
    )
    trainer.train()
    print(trainer.evaluate(ds["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    run()
