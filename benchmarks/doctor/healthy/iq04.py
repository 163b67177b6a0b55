"""Two trainings in a row: a teacher on the tickets, then a one-layer student that learns from it."""
import json

import numpy as np
import torch
import torch.nn.functional as F
from datasets import Dataset
from transformers import (
    AutoTokenizer,
    DataCollatorWithPadding,
    DistilBertConfig,
    DistilBertForSequenceClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tickets"
TEMPERATURE = 2.0
ALPHA = 0.7


class DistillationTrainer(Trainer):
    def __init__(self, *args, teacher, **kwargs):
        super().__init__(*args, **kwargs)
        self.teacher = teacher.to(self.args.device).eval().requires_grad_(False)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        outputs = model(**inputs)
        with torch.no_grad():
            wanted = self.teacher(input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"]).logits
        soft = F.kl_div(
            F.log_softmax(outputs.logits / TEMPERATURE, dim=-1),
            F.log_softmax(wanted / TEMPERATURE, dim=-1),
            reduction="batchmean",
            log_target=True,
        ) * TEMPERATURE**2
        loss = ALPHA * soft + (1 - ALPHA) * outputs.loss
        return (loss, outputs) if return_outputs else loss


def load_splits(tok):
    seen, splits = set(), {}
    for split in ("train", "validation", "test"):
        texts, labels = [], []
        with open(f"data/tickets/{split}.jsonl") as f:
            for row in map(json.loads, f):
                if row["text"] in seen:       # the export holds repeated tickets
                    continue
                seen.add(row["text"])
                texts.append(row["text"])
                labels.append(row["desk_id"])
        ds = Dataset.from_dict({"text": texts, "labels": labels})
        splits[split] = ds.map(lambda b: tok(b["text"], truncation=True, max_length=32), batched=True, remove_columns="text")
    return splits


def accuracy(pred):
    return {"accuracy": float((np.argmax(pred.predictions, axis=-1) == pred.label_ids).mean())}


def arguments(name, lr, epochs):
    return TrainingArguments(
        output_dir=f"out/iq04/{name}",
        num_train_epochs=epochs,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=lr,
        lr_scheduler_type="linear",
        warmup_ratio=0.1,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        greater_is_better=True,
        logging_steps=50,
        report_to="none",
        use_cpu=True,
        seed=13,
    )


def main():
    set_seed(13)
    torch.set_num_threads(2)
    tok = AutoTokenizer.from_pretrained(CKPT)
    splits = load_splits(tok)
    common = dict(
        train_dataset=splits["train"],
        eval_dataset=splits["validation"],
        data_collator=DataCollatorWithPadding(tok),
        processing_class=tok,
        compute_metrics=accuracy,
    )

    teacher = DistilBertForSequenceClassification.from_pretrained(CKPT, num_labels=4)
    t = Trainer(model=teacher, args=arguments("teacher", 5e-4, 8), **common)
    t.train()
    print("teacher, test:", t.evaluate(splits["test"], metric_key_prefix="test")["test_accuracy"])

    config = DistilBertConfig(
        vocab_size=len(tok), max_position_embeddings=32, n_layers=1, n_heads=2, dim=32, hidden_dim=64,
        pad_token_id=tok.pad_token_id, num_labels=4,
    )
    student = DistilBertForSequenceClassification(config)
    s = DistillationTrainer(model=student, args=arguments("student", 3e-3, 20), teacher=teacher, **common)
    s.train()
    print("student, test:", s.evaluate(splits["test"], metric_key_prefix="test")["test_accuracy"])
    n = [sum(p.numel() for p in m.parameters()) for m in (teacher, student)]
    print(f"{n[0]} -> {n[1]} parameters")


if __name__ == "__main__":
    main()
