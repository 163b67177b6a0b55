"""A one-layer student learns from a fine-tuned teacher, both through the Trainer."""
import json

import torch
from datasets import Dataset
from torch.nn import functional as F
from transformers import (AutoTokenizer, DataCollatorWithPadding, DistilBertConfig, DistilBertForSequenceClassification,
                          Trainer, TrainingArguments, set_seed)

CKPT = "checkpoints/tickets"
tok = AutoTokenizer.from_pretrained(CKPT)


class Distiller(Trainer):
    def __init__(self, *args, teacher, temperature=2.0, alpha=0.6, **kwargs):
        super().__init__(*args, **kwargs)
        self.teacher = teacher.to(self.args.device).eval().requires_grad_(False)
        self.temperature, self.alpha = temperature, alpha
        # our loss is a mean over the micro batch: the Trainer has to divide it by the accumulation steps
        self.model_accepts_loss_kwargs = False

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        out = model(**inputs)
        if not model.training:              # evaluation reports the plain loss
            return (out.loss, out) if return_outputs else out.loss
        with torch.no_grad():
            guide = self.teacher(input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"]).logits
        t = self.temperature
        soft = F.kl_div(F.log_softmax(out.logits / t, -1), F.softmax(guide / t, -1), reduction="batchmean") * t * t
        loss = self.alpha * soft + (1 - self.alpha) * out.loss
        return (loss, out) if return_outputs else loss


def load():
    data = {}
    for split in ("train", "validation", "test"):
        with open(f"data/tickets/{split}.jsonl") as f:
            data[split] = [json.loads(l) for l in f]
    test = {r["text"] for r in data["test"]}
    data["validation"] = [r for r in data["validation"] if r["text"] not in test]
    held = test.union(r["text"] for r in data["validation"])
    data["train"] = [r for r in data["train"] if r["text"] not in held]
    out = {}
    for split, rows in data.items():
        enc = tok([r["text"] for r in rows], truncation=True, max_length=32)
        out[split] = Dataset.from_dict({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"],
                                        "labels": [r["desk_id"] for r in rows]})
    return out


def arguments(name, **more):
    return TrainingArguments(output_dir=f"out/gh23/{name}", eval_strategy="epoch", save_strategy="no", logging_strategy="epoch",
                             per_device_eval_batch_size=80, report_to="none", use_cpu=True, disable_tqdm=True, **more)


def accuracy(p):
    return {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())}


def main():
    data = load()
    common = dict(train_dataset=data["train"], eval_dataset=data["validation"], compute_metrics=accuracy,
                  data_collator=DataCollatorWithPadding(tok))
    set_seed(1)
    teacher = DistilBertForSequenceClassification.from_pretrained(CKPT, num_labels=4)
    first = Trainer(teacher, arguments("teacher", num_train_epochs=12, learning_rate=8e-4, warmup_ratio=0.1,
                                       per_device_train_batch_size=16, seed=1), **common)
    first.train()
    print("teacher", first.evaluate()["eval_accuracy"])

    set_seed(2)
    config = DistilBertConfig.from_pretrained(CKPT, n_layers=1, num_labels=4, seq_classif_dropout=0.1)
    student = DistilBertForSequenceClassification(config)
    # word and position vectors are the teacher's, the rest starts at random
    student.distilbert.embeddings.load_state_dict(teacher.distilbert.embeddings.state_dict())
    second = Distiller(student, arguments("student", num_train_epochs=30, learning_rate=1e-3, warmup_ratio=0.1,
                                          per_device_train_batch_size=8, gradient_accumulation_steps=2, seed=2,
                                          lr_scheduler_type="cosine"), teacher=teacher, **common)
    second.train()
    print("student", second.evaluate()["eval_accuracy"])
    result = second.predict(data["test"]).metrics
    print("student on test", result["test_accuracy"])


if __name__ == "__main__":
    main()
