import torch
from torch import nn
from datasets import load_dataset
from transformers import (AutoTokenizer, AutoModelForSequenceClassification,
                          DataCollatorWithPadding, Trainer, TrainingArguments)


class WeightedTrainer(Trainer):
    """Cross entropy with class weights."""

    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        weight = torch.tensor([1.0, 1.2, 1.0, 1.2], device=outputs.logits.device)
        loss = nn.CrossEntropyLoss(weight=weight)(outputs.logits, labels)
        return (loss, outputs) if return_outputs else loss


def load(tok):
    ds = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation")})
    ds = ds.map(lambda b: tok(b["text"], truncation=True, max_length=32), batched=True)
    return ds.rename_column("desk_id", "labels")


tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
ds = load(tok)
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
trainer = WeightedTrainer(
    model=model,
    args=TrainingArguments("out/sf06", learning_rate=5e-4, num_train_epochs=6, save_strategy="no",
                           per_device_train_batch_size=16, eval_strategy="epoch", report_to="none"),
    train_dataset=ds["train"], eval_dataset=ds["validation"],
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=lambda p: {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())},
)
trainer.train()
print(trainer.evaluate())
