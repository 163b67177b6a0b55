"""Recipe tags, several per recipe. Tokenization in the collator, thresholds tuned on validation."""
import random
from collections import Counter

import numpy as np
import torch
from sklearn.metrics import f1_score
from torch import nn
from torch.utils.data import Dataset
from transformers import EarlyStoppingCallback, Trainer, TrainingArguments, set_seed

PAD, UNK = 0, 1
TAGS = {
    "vegan": ["tofu", "lentils", "chickpea", "spinach"],
    "baking": ["flour", "yeast", "oven", "dough"],
    "spicy": ["chilli", "pepper", "curry", "jalapeno"],
    "quick": ["minutes", "microwave", "instant", "leftover"],
    "seafood": ["shrimp", "salmon", "tuna", "mussels"],
}
TAG_NAMES = list(TAGS)
PLAIN = "add stir the and salt water then serve with a little until over heat large bowl".split()


class Recipes(Dataset):
    def __init__(self, n, seed):
        rng = random.Random(seed)
        self.items = []
        for _ in range(n):
            tags = [t for t in TAG_NAMES if rng.random() < 0.25]
            words = [w for t in tags for w in rng.sample(TAGS[t], 2)]
            words += rng.choices(PLAIN, k=rng.randint(6, 14))
            rng.shuffle(words)
            self.items.append({"text": " ".join(words), "tags": tags})

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class Collator:
    def __init__(self, vocab):
        self.vocab = vocab

    def __call__(self, batch):
        ids = [torch.tensor([self.vocab.get(w, UNK) for w in item["text"].split()]) for item in batch]
        targets = torch.zeros(len(batch), len(TAG_NAMES))
        for row, item in enumerate(batch):
            for tag in item["tags"]:
                targets[row, TAG_NAMES.index(tag)] = 1.0
        padded = nn.utils.rnn.pad_sequence(ids, batch_first=True, padding_value=PAD)
        return {"input_ids": padded, "attention_mask": (padded != PAD).long(), "labels": targets}


class MeanPoolTagger(nn.Module):
    def __init__(self, n_words, n_tags, pos_weight, dim=64):
        super().__init__()
        self.embed = nn.Embedding(n_words, dim, padding_idx=PAD)
        self.body = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(), nn.Dropout(0.1), nn.Linear(dim, n_tags))
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input_ids, attention_mask, labels=None):
        mask = attention_mask.unsqueeze(-1).float()
        pooled = (self.embed(input_ids) * mask).sum(1) / mask.sum(1).clamp(min=1.0)
        logits = self.body(pooled)
        if labels is None:
            return {"logits": logits}
        loss = nn.functional.binary_cross_entropy_with_logits(logits, labels, pos_weight=self.pos_weight)
        return {"loss": loss, "logits": logits}


def to_probabilities(logits, labels):
    return torch.sigmoid(logits)


def compute_metrics(p):
    # predictions are probabilities already, see preprocess_logits_for_metrics
    return {"macro_f1": f1_score(p.label_ids, p.predictions > 0.5, average="macro", zero_division=0)}


def best_thresholds(probs, truth):
    grid = np.linspace(0.05, 0.95, 19)
    return np.array([
        grid[np.argmax([f1_score(truth[:, k] > 0.5, probs[:, k] > g, zero_division=0) for g in grid])]
        for k in range(truth.shape[1])
    ])


if __name__ == "__main__":
    set_seed(8)
    train, valid, test = Recipes(2000, 1), Recipes(400, 2), Recipes(400, 3)
    counts = Counter(w for item in train for w in item["text"].split())
    vocab = {w: i for i, w in enumerate(sorted(counts), start=2)}

    positives = Counter(t for item in train for t in item["tags"])
    pos_weight = torch.tensor([(len(train) - positives[t]) / positives[t] for t in TAG_NAMES]).sqrt()

    args = TrainingArguments(
        output_dir="out/ca17", num_train_epochs=20, learning_rate=3e-3, lr_scheduler_type="constant",
        per_device_train_batch_size=32, per_device_eval_batch_size=100, remove_unused_columns=False,
        eval_strategy="epoch", save_strategy="epoch", save_total_limit=2, load_best_model_at_end=True,
        metric_for_best_model="macro_f1", greater_is_better=True, logging_strategy="epoch",
        label_names=["labels"], report_to="none", use_cpu=True)
    trainer = Trainer(
        model=MeanPoolTagger(len(vocab) + 2, len(TAG_NAMES), pos_weight), args=args,
        train_dataset=train, eval_dataset=valid, data_collator=Collator(vocab),
        compute_metrics=compute_metrics, preprocess_logits_for_metrics=to_probabilities,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=4)])
    trainer.train()

    on_valid = trainer.predict(valid)
    cut = best_thresholds(on_valid.predictions, on_valid.label_ids)
    on_test = trainer.predict(test)
    print("thresholds", dict(zip(TAG_NAMES, cut.round(2).tolist())))
    print("test macro f1", f1_score(on_test.label_ids, on_test.predictions > cut, average="macro"))
