# Multi-label: several yes/no questions about one ticket
import numpy as np
import torch
from datasets import load_dataset
from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

ckpt = "checkpoints/tickets"
aspects = ["delivery", "defect", "north_or_west"]
delivery_words = ("never left", "came without", "not the one on the picture")
defect_words = ("strange noise", "stopped after", "does not start", "with a scratch")
tokenizer = AutoTokenizer.from_pretrained(ckpt)
ds = load_dataset("data/tickets")


def encode(batch):
    enc = tokenizer(batch["text"], truncation=True)
    enc["labels"] = [
        [
            float(any(w in text for w in delivery_words)),
            float(any(w in text for w in defect_words)),
            float(desk in ("north", "west")),
        ]
        for text, desk in zip(batch["text"], batch["desk"])
    ]
    return enc


ds = ds.map(encode, batched=True, remove_columns=["text", "desk", "desk_id"])
print("share of yes:", np.mean(ds["train"]["labels"][:], axis=0))
config = AutoConfig.from_pretrained(
    ckpt,
    num_labels=len(aspects),
    problem_type="multi_label_classification",
    id2label=dict(enumerate(aspects)),
    label2id={k: i for i, k in enumerate(aspects)},
)
model = AutoModelForSequenceClassification.from_pretrained(ckpt, config=config)


def compute_metrics(p):
    probs = torch.sigmoid(torch.from_numpy(p.predictions)).numpy()
    guess = probs > 0.5
    true = p.label_ids > 0.5
    tp, fp, fn = (guess & true).sum(), (guess & ~true).sum(), (~guess & true).sum()
    return {
        "micro_f1": 2 * tp / (2 * tp + fp + fn),
        "subset_accuracy": (guess == true).all(axis=1).mean(),
    }


args = TrainingArguments(
    "runs/quartz",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    num_train_epochs=6,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=60,
    report_to="none",
)
trainer = Trainer(
    model=model, args=args, train_dataset=ds["train"], eval_dataset=ds["validation"],
    processing_class=tokenizer, compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate(ds["test"], metric_key_prefix="test"))
