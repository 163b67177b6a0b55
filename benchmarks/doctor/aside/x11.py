# MRPC with a class-weighted loss (the labels are unbalanced: about 68 % paraphrases)
from collections import Counter

import numpy as np
import torch
from datasets import load_dataset
from sklearn.metrics import accuracy_score, f1_score
from torch import nn
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
)

MODEL = "checkpoints/bert"

tokenizer = AutoTokenizer.from_pretrained(MODEL)
dataset = load_dataset("data/glue", "mrpc")
dataset = dataset.map(
    lambda x: tokenizer(x["sentence1"], x["sentence2"], truncation=True, max_length=96), batched=True
)

counts = Counter(dataset["train"]["label"])
n = sum(counts.values())
class_weights = torch.tensor([n / (2 * counts[i]) for i in range(2)], dtype=torch.float)
print("class weights:", class_weights.tolist())


class WeightedLossTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        logits = outputs.logits
        loss_fct = nn.CrossEntropyLoss(weight=class_weights.to(logits.device))
        loss = loss_fct(logits.view(-1, self.model.config.num_labels), labels.view(-1))
        return (loss, outputs) if return_outputs else loss


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=1)
    return {
        "accuracy": accuracy_score(p.label_ids, preds),
        "f1": f1_score(p.label_ids, preds),
        "macro_f1": f1_score(p.label_ids, preds, average="macro"),
    }


model = AutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=2)

training_args = TrainingArguments(
    output_dir="out/mrpc-weighted",
    num_train_epochs=2,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    learning_rate=5e-4,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=20,
    report_to="none",
)

trainer = WeightedLossTrainer(
    model=model,
    args=training_args,
    train_dataset=dataset["train"],
    eval_dataset=dataset["validation"],
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)

trainer.train()
metrics = trainer.evaluate(dataset["test"], metric_key_prefix="test")
print(f"test accuracy {metrics['test_accuracy']:.4f}  f1 {metrics['test_f1']:.4f}  macro f1 {metrics['test_macro_f1']:.4f}")
