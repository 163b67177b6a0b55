"""Small BERT from scratch on a noisy "which half of the alphabet wins" task."""
import numpy as np
import torch
from torch.utils.data import Dataset
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(13)
VOCAB, LENGTH = 43, 12
PAD, CLS, SEP = 0, 1, 2


class LetterVotes(Dataset):
    """Twelve letters; label 1 when more of them come from the upper half."""

    def __init__(self, n, seed, noise):
        rng = np.random.default_rng(seed)
        letters = rng.integers(3, VOCAB, size=(n, LENGTH - 1))
        votes = (letters >= 23).sum(axis=1)
        labels = (votes * 2 > LENGTH - 1).astype(int)
        flip = rng.random(n) < noise
        labels[flip] = 1 - labels[flip]
        cls = np.full((n, 1), CLS)
        sep = np.full((n, 1), SEP)
        self.ids = torch.tensor(np.concatenate([cls, letters, sep], axis=1))
        self.labels = torch.tensor(labels)

    def __len__(self):
        return len(self.ids)

    def __getitem__(self, i):
        return {
            "input_ids": self.ids[i],
            "attention_mask": torch.ones_like(self.ids[i]),
            "labels": self.labels[i],
        }


def compute_metrics(pred):
    guess = pred.predictions.argmax(axis=-1)
    return {"accuracy": float((guess == pred.label_ids).mean())}


train_ds = LetterVotes(400, seed=1, noise=0.15)
dev_ds = LetterVotes(300, seed=2, noise=0.15)
test_ds = LetterVotes(600, seed=3, noise=0.15)

config = BertConfig(
    vocab_size=VOCAB,
    hidden_size=48,
    num_hidden_layers=2,
    num_attention_heads=4,
    intermediate_size=96,
    max_position_embeddings=16,
    pad_token_id=PAD,
    num_labels=2,
)
model = BertForSequenceClassification(config)

args = TrainingArguments(
    output_dir="out/ch01",
    num_train_epochs=10,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    warmup_steps=25,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    load_best_model_at_end=True,
    metric_for_best_model="eval_loss",
    greater_is_better=True,
    save_total_limit=2,
    report_to="none",
    use_cpu=True,
    seed=13,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=dev_ds,
    compute_metrics=compute_metrics,
)
trainer.train()
print("kept checkpoint:", trainer.state.best_model_checkpoint)
print("test:", trainer.evaluate(test_ds, metric_key_prefix="test"))
