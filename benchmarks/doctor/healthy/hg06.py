"""Several labels for each ticket: what it is about, which tone it has."""
import json
from dataclasses import dataclass

import torch
from datasets import Dataset
from sklearn.metrics import f1_score, precision_score, recall_score
from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

RULES = {
    "broken": ("does not start", "stopped after", "strange noise"),
    "delivery": ("never left", "came without", "is not the one"),
    "billing": ("charged twice",),
    "kitchen": ("toaster", "kettle", "blender", "scale"),
    "electronics": ("router", "printer", "radio", "camera"),
    "home": ("lamp", "heater", "drill", "tent"),
    "urgent": ("urgent",),
    "friendly": ("thank you", "kind regards", "please help"),
    "question": ("what can i do", "waiting for an answer"),
}
LABELS = list(RULES)


@dataclass
class Config:
    checkpoint: str = "checkpoints/tickets"
    epochs: int = 25
    lr: float = 3e-3
    batch_size: int = 16
    threshold: float = 0.5
    out: str = "out/hg06"
    seed: int = 0


class TicketLabels:
    def __init__(self, cfg):
        self.cfg = cfg
        set_seed(cfg.seed)
        self.tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
        config = AutoConfig.from_pretrained(
            cfg.checkpoint,
            num_labels=len(LABELS),
            problem_type="multi_label_classification",
            id2label=dict(enumerate(LABELS)),
            label2id={l: i for i, l in enumerate(LABELS)},
        )
        self.model = AutoModelForSequenceClassification.from_pretrained(cfg.checkpoint, config=config)

    def dataset(self, split):
        tokenizer = self.tokenizer  # the function of map must not hold self: hashing it would take ages
        rows = [json.loads(line) for line in open(f"data/tickets/{split}.jsonl")]
        texts = [r["text"] for r in rows if len(r["text"].split()) <= 30]  # fits into the model as a whole
        y = [[float(any(w in t for w in RULES[l])) for l in LABELS] for t in texts]
        return Dataset.from_dict({"text": texts, "labels": y}).map(
            lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns=["text"]
        )

    def metrics(self, eval_pred):
        logits, y_true = eval_pred
        probs = torch.sigmoid(torch.from_numpy(logits)).numpy()
        y_pred = (probs > self.cfg.threshold).astype(int)
        y_true = y_true.astype(int)
        return {
            "precision": precision_score(y_true, y_pred, average="micro", zero_division=0),
            "recall": recall_score(y_true, y_pred, average="micro", zero_division=0),
            "f1": f1_score(y_true, y_pred, average="micro", zero_division=0),
            "labels_per_text": y_pred.sum(1).mean(),
            "true_labels_per_text": y_true.sum(1).mean(),
        }

    def fit(self):
        cfg = self.cfg
        args = TrainingArguments(
            cfg.out, num_train_epochs=cfg.epochs, learning_rate=cfg.lr, per_device_train_batch_size=cfg.batch_size,
            logging_strategy="epoch", save_strategy="no", report_to="none", disable_tqdm=True, seed=cfg.seed,
        )
        self.trainer = Trainer(
            model=self.model, args=args, train_dataset=self.dataset("train"),
            processing_class=self.tokenizer, compute_metrics=self.metrics,
        )
        self.trainer.train()
        return self.trainer.evaluate(self.dataset("test"), metric_key_prefix="test")


if __name__ == "__main__":
    for name, value in TicketLabels(Config()).fit().items():
        print(f"{name:28s}{value:.3f}")
