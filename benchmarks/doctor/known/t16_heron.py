import numpy as np
import torch
import torch.nn.functional as F
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments)


class FocalLossTrainer(Trainer):
    def __init__(self, *args, gamma=2.0, **kwargs):
        super().__init__(*args, **kwargs)
        self.gamma = gamma

    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        log_p = F.log_softmax(outputs.logits, dim=-1).gather(1, labels.unsqueeze(1)).squeeze(1)
        loss = (-((1 - log_p.exp()) ** self.gamma) * log_p).mean()
        return (loss, outputs) if return_outputs else loss


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    f1s = []
    for c in range(logits.shape[-1]):
        tp = ((preds == c) & (labels == c)).sum()
        f1s.append(2 * tp / max((preds == c).sum() + (labels == c).sum(), 1))
    return {"accuracy": (preds == labels).mean(), "macro_f1": float(np.mean(f1s))}


def main():
    ds = load_dataset("data/tickets").rename_column("desk_id", "labels").remove_columns("desk")
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
    ds = ds.map(lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns="text")

    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
    args = TrainingArguments(
        output_dir="/tmp/focal",
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        num_train_epochs=6,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=30,
        report_to="none",
        use_cpu=True,
        seed=13,
    )
    trainer = FocalLossTrainer(
        model=model,
        args=args,
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
        gamma=1.5,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
