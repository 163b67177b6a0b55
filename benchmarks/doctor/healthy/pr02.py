"""Tickets to desks: Trainer subclass with a hand-made, label-smoothed loss and early stopping."""
import numpy as np
import torch.nn.functional as F
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          EarlyStoppingCallback, Trainer, TrainingArguments, set_seed)

set_seed(3)
name = "checkpoints/tickets"
raw = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")})
tok = AutoTokenizer.from_pretrained(name)
tok.add_special_tokens({"additional_special_tokens": ["[ORDER]"]})      # otherwise it is unknown
desks = sorted(set(raw["train"]["desk"]), key=lambda d: raw["train"]["desk_id"][raw["train"]["desk"].index(d)])
model = AutoModelForSequenceClassification.from_pretrained(
    name, num_labels=len(desks), id2label=dict(enumerate(desks)), label2id={d: i for i, d in enumerate(desks)})
model.resize_token_embeddings(len(tok))


def encode(batch):
    out = tok(batch["text"], truncation=True, max_length=32)
    out["labels"] = [model.config.label2id[d] for d in batch["desk"]]
    return out


enc = raw.map(encode, batched=True, remove_columns=raw["train"].column_names)


class SmoothTrainer(Trainer):
    def __init__(self, *args, epsilon=0.1, **kw):
        super().__init__(*args, **kw)
        self.epsilon = epsilon
        self.model_accepts_loss_kwargs = False      # our loss is a mean over the batch

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs["labels"]
        outputs = model(**{k: v for k, v in inputs.items() if k != "labels"})
        logp = F.log_softmax(outputs.logits.float(), dim=-1)
        gold = -logp.gather(1, labels[:, None]).mean()
        eps = self.epsilon if model.training else 0.0
        loss = (1 - eps) * gold - eps * logp.mean()
        return (loss, outputs) if return_outputs else loss


def metrics(p):
    pred = np.argmax(p.predictions, -1)
    per_class = [float((pred[p.label_ids == c] == c).mean()) for c in range(len(desks))]
    return {"accuracy": float((pred == p.label_ids).mean()), "worst_class": min(per_class)}


args = TrainingArguments(
    output_dir="/tmp/r02_out", per_device_train_batch_size=16, per_device_eval_batch_size=80,
    learning_rate=1e-3, lr_scheduler_type="cosine", warmup_ratio=0.1, weight_decay=0.01, num_train_epochs=8,
    eval_strategy="epoch", save_strategy="epoch", save_total_limit=1, logging_strategy="epoch",
    load_best_model_at_end=True, metric_for_best_model="loss", greater_is_better=False,
    report_to="none", disable_tqdm=True, dataloader_pin_memory=False, seed=3)
trainer = SmoothTrainer(
    model=model, args=args, train_dataset=enc["train"], eval_dataset=enc["validation"],
    data_collator=DataCollatorWithPadding(tok), compute_metrics=metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=3)])
trainer.train()
y = np.array(enc["test"]["labels"])
print("majority: %.3f" % (y == np.bincount(enc["train"]["labels"]).argmax()).mean())
result = trainer.predict(enc["test"])
print("test:", result.metrics)
for g in range(len(desks)):
    row = np.bincount(result.predictions.argmax(-1)[y == g], minlength=len(desks))
    print(f"{model.config.id2label[g]:>6}", row)
