"""MRPC is skewed towards paraphrases (68/32), so the loss gets class weights."""
import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    set_seed,
)

CHECKPOINT = "checkpoints/bert"
OUT = "out/dg01"

set_seed(7)
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def read(split):
    frame = pd.read_parquet(f"data/glue/mrpc/{split}-00000-of-00001.parquet")
    return Dataset.from_pandas(frame[["sentence1", "sentence2", "label"]], preserve_index=False)


def encode(batch):
    return tokenizer(batch["sentence1"], batch["sentence2"], truncation=True, max_length=128)


train = read("train").map(encode, batched=True)
validation = read("validation").map(encode, batched=True)

counts = np.bincount(np.array(train["label"][:]), minlength=2)
weights = torch.tensor(counts.sum() / (2 * counts), dtype=torch.float32)


class WeightedTrainer(Trainer):
    """A Trainer whose cross-entropy is weighted by class."""

    def __init__(self, *args, class_weights=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights.to(self.args.device)

    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = torch.nn.functional.cross_entropy(
            outputs.logits, labels, weight=self.class_weights
        )
        return (loss, outputs) if return_outputs else loss


def compute_metrics(prediction):
    guess = prediction.predictions.argmax(axis=-1)
    truth = prediction.label_ids
    recall = [float((guess[truth == c] == c).mean()) for c in (0, 1)]
    return {"accuracy": float((guess == truth).mean()), "balanced_accuracy": sum(recall) / 2}


model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=2)
trainer = WeightedTrainer(
    model=model,
    args=TrainingArguments(
        output_dir=OUT,
        num_train_epochs=3,
        learning_rate=3e-4,
        warmup_ratio=0.1,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=20,
        report_to="none",
        seed=7,
    ),
    train_dataset=train,
    eval_dataset=validation,
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
    class_weights=weights,
)
trainer.train()
print(trainer.evaluate())
