"""R-Drop (two passes with different dropout masks, KL between them) on the ticket desks."""
import json

import numpy as np
import torch.nn.functional as F
from datasets import Dataset, DatasetDict
from sklearn.metrics import accuracy_score, f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

checkpoint = "checkpoints/tickets"
alpha = 0.5


class RDropTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        labels = inputs.pop("labels")
        logits = model(**inputs).logits
        loss = F.cross_entropy(logits, labels)
        if model.training:
            second = model(**inputs).logits
            loss = 0.5 * (loss + F.cross_entropy(second, labels))
            p, q = F.log_softmax(logits, dim=-1), F.log_softmax(second, dim=-1)
            kl = F.kl_div(p, q, reduction="batchmean", log_target=True)
            kl = kl + F.kl_div(q, p, reduction="batchmean", log_target=True)
            loss = loss + alpha * 0.5 * kl
        return (loss, logits) if return_outputs else loss


def read_jsonl(path):
    with open(path, encoding="utf-8") as handle:
        return Dataset.from_list([json.loads(line) for line in handle])


def score(eval_pred):
    logits, labels = eval_pred
    guess = np.argmax(logits, axis=-1)
    return {
        "accuracy": accuracy_score(labels, guess),
        "macro_f1": f1_score(labels, guess, average="macro"),
    }


def main():
    set_seed(17)
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    raw = DatasetDict({s: read_jsonl(f"data/tickets/{s}.jsonl") for s in ("train", "validation", "test")})

    seen = {row["text"] for row in raw["train"]}
    for name in ("validation", "test"):
        raw[name] = raw[name].filter(lambda row: row["text"] not in seen)

    tokenized = raw.map(lambda b: tokenizer(b["text"], truncation=True), batched=True)
    tokenized = tokenized.remove_columns(["text", "desk"]).rename_column("desk_id", "labels")

    model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=4)
    args = TrainingArguments(
        output_dir="out/ca13",
        num_train_epochs=10,
        learning_rate=5e-4,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        use_cpu=True,
    )
    trainer = RDropTrainer(
        model=model,
        args=args,
        train_dataset=tokenized["train"],
        eval_dataset=tokenized["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=score,
    )
    trainer.train()
    print(trainer.evaluate(tokenized["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
