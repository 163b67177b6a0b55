# Distillation: a fine-tuned 2-layer teacher hands its knowledge to a 1-layer student.
import numpy as np
import torch
import torch.nn.functional as F
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DistilBertConfig,
                          DistilBertForSequenceClassification, Trainer, TrainingArguments, set_seed)

set_seed(11)
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
ds = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")})
ds = ds.map(lambda b: tok(b["text"], truncation=True), batched=True, remove_columns=["text", "desk"])
ds = ds.rename_column("desk_id", "labels")


def accuracy(p):
    return {"accuracy": float((np.argmax(p.predictions, -1) == p.label_ids).mean())}


def arguments(name, epochs, lr):
    return TrainingArguments(f"out/od08/{name}", num_train_epochs=epochs, learning_rate=lr, report_to="none",
                             per_device_train_batch_size=16, per_device_eval_batch_size=80, save_strategy="no",
                             logging_steps=100, warmup_ratio=0.1)


teacher = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
t = Trainer(teacher, arguments("teacher", 8, 1e-3), train_dataset=ds["train"], processing_class=tok,
            compute_metrics=accuracy)
t.train()
print("teacher", t.evaluate(ds["test"])["eval_accuracy"])
teacher.requires_grad_(False)


class DistilTrainer(Trainer):
    def __init__(self, *a, teacher, temperature=2.0, alpha=0.5, **kw):
        super().__init__(*a, **kw)
        self.teacher = teacher.to(self.args.device).eval()
        self.T, self.alpha = temperature, alpha

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        out = model(**inputs)
        if not model.training:
            return (out.loss, out) if return_outputs else out.loss
        with torch.no_grad():
            soft = self.teacher(input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"]).logits
        kd = F.kl_div(F.log_softmax(out.logits / self.T, -1), F.softmax(soft / self.T, -1),
                      reduction="batchmean") * self.T ** 2
        loss = self.alpha * out.loss + (1 - self.alpha) * kd
        return (loss, out) if return_outputs else loss


student = DistilBertForSequenceClassification(DistilBertConfig(
    vocab_size=len(tok), dim=48, hidden_dim=96, n_heads=4, n_layers=1, max_position_embeddings=32,
    pad_token_id=tok.pad_token_id, num_labels=4, seq_classif_dropout=0.1))
s = DistilTrainer(student, arguments("student", 15, 2e-3), train_dataset=ds["train"], processing_class=tok,
                  compute_metrics=accuracy, teacher=teacher)
s.train()
print("student", s.evaluate(ds["test"])["eval_accuracy"],
      "size", student.num_parameters() / teacher.num_parameters())
