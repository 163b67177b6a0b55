import numpy as np
import torch
from datasets import load_dataset
from sklearn.metrics import balanced_accuracy_score, f1_score
from sklearn.utils.class_weight import compute_class_weight
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

set_seed(5)


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = torch.tensor(class_weights, dtype=torch.float32)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs["labels"]
        outputs = model(**{k: v for k, v in inputs.items() if k != "labels"})
        loss = torch.nn.functional.cross_entropy(
            outputs.logits, labels, weight=self.class_weights.to(outputs.logits.device)
        )
        return (loss, outputs) if return_outputs else loss


def thin_out(ds, label, keep, seed):
    """Keep only a share of one class, so that the two are out of balance."""
    rng = np.random.default_rng(seed)
    y = np.array(ds["label"])
    idx = np.where((y != label) | (rng.random(len(y)) < keep))[0]
    return ds.select(idx)


tok = AutoTokenizer.from_pretrained("checkpoints/bert")
raw = load_dataset("data/glue", "sst2")
raw["train"] = thin_out(raw["train"], label=0, keep=0.25, seed=0)


def prep(b):
    return tok(b["sentence"], truncation=True, max_length=64)


data = raw.map(prep, batched=True)
y_train = np.array(data["train"]["label"])
weights = compute_class_weight("balanced", classes=np.array([0, 1]), y=y_train)
print("counts", np.bincount(y_train), "weights", weights.round(3))


def metrics(p):
    pred = np.argmax(p.predictions, axis=1)
    return {"balanced_accuracy": balanced_accuracy_score(p.label_ids, pred),
            "f1_macro": f1_score(p.label_ids, pred, average="macro")}


trainer = WeightedTrainer(
    model=AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2),
    args=TrainingArguments(
        output_dir="out/rf08", learning_rate=5e-4, num_train_epochs=6, per_device_train_batch_size=16,
        per_device_eval_batch_size=64, eval_strategy="epoch", logging_strategy="epoch", save_strategy="no",
        warmup_ratio=0.1, report_to="none", disable_tqdm=True,
    ),
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=metrics,
    class_weights=weights,
)
trainer.train()
print(trainer.evaluate())
