# Multi-label: which topics does a (made-up) hotel review mention?  0..3 of 5 topics per review.
# Model from scratch, own word vocabulary, one threshold per topic chosen on the validation reviews.
import numpy as np
import torch
from torch.utils.data import Dataset
from transformers import DistilBertConfig, DistilBertForSequenceClassification, Trainer, TrainingArguments, set_seed

set_seed(0)
rng = np.random.default_rng(0)

TOPICS = {
    "food": "breakfast dinner coffee soup cook buffet".split(),
    "room": "bed carpet window shower balcony wardrobe".split(),
    "staff": "porter waiter manager receptionist maid concierge".split(),
    "price": "bill deposit discount fee tariff surcharge".split(),
    "place": "beach station view street garden harbour".split(),
}
NAMES = list(TOPICS)
FILLER = ("we stayed here twice last year and in general it was fine but then again who knows what "
          "happens when you travel so much with small children").split()
P_TOPIC = np.array([0.5, 0.4, 0.3, 0.15, 0.25])


def review():
    y = (rng.random(len(NAMES)) < P_TOPIC).astype(np.float32)
    words = list(rng.choice(FILLER, size=rng.integers(5, 14)))
    for j in np.flatnonzero(y):
        words.insert(int(rng.integers(len(words) + 1)), str(rng.choice(TOPICS[NAMES[j]])))
    return [str(w) for w in words], y


unique = {}
while len(unique) < 2000:
    w, y = review()
    unique[tuple(w)] = y
items = list(unique.items())
train, valid, test = items[:1400], items[1400:1700], items[1700:]

vocab = {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2}
for words, _ in train:
    for w in words:
        vocab.setdefault(w, len(vocab))


class Reviews(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        words, y = self.rows[i]
        return {"ids": [2] + [vocab.get(w, 1) for w in words], "y": y}


def collate(batch):
    n = max(len(b["ids"]) for b in batch)
    ids = torch.tensor([b["ids"] + [0] * (n - len(b["ids"])) for b in batch])
    return {"input_ids": ids, "attention_mask": (ids != 0).long(),
            "labels": torch.tensor(np.stack([b["y"] for b in batch]))}


def micro_macro_f1(pred, true):
    tp, fp, fn = (pred & true).sum(0), (pred & ~true).sum(0), (~pred & true).sum(0)
    per_label = 2 * tp / np.maximum(2 * tp + fp + fn, 1)
    return float(2 * tp.sum() / max(2 * tp.sum() + fp.sum() + fn.sum(), 1)), float(per_label.mean())


def metrics(p):
    micro, macro = micro_macro_f1(p.predictions > 0, p.label_ids > 0.5)   # logit 0 = probability 0.5
    return {"micro_f1": micro, "macro_f1": macro}


config = DistilBertConfig(vocab_size=len(vocab), dim=64, n_layers=2, n_heads=4, hidden_dim=128,
                          max_position_embeddings=32, pad_token_id=0, num_labels=len(NAMES),
                          id2label=dict(enumerate(NAMES)), label2id={n: i for i, n in enumerate(NAMES)},
                          problem_type="multi_label_classification")
args = TrainingArguments(
    output_dir="out/na07", num_train_epochs=12, learning_rate=1e-3, per_device_train_batch_size=32,
    per_device_eval_batch_size=100, warmup_ratio=0.1, eval_strategy="epoch", save_strategy="no",
    logging_strategy="epoch", remove_unused_columns=False,   # the collator renames the columns itself
    report_to="none", use_cpu=True, seed=0)
trainer = Trainer(model=DistilBertForSequenceClassification(config), args=args, train_dataset=Reviews(train),
                  eval_dataset=Reviews(valid), data_collator=collate, compute_metrics=metrics)
trainer.train()

out = trainer.predict(Reviews(valid))
p_val, y_val = 1 / (1 + np.exp(-out.predictions)), out.label_ids > 0.5
grid = np.linspace(0.1, 0.9, 17)


def f1_one(pred, true):
    return 2 * (pred & true).sum() / max(pred.sum() + true.sum(), 1)


cut = np.array([max(grid, key=lambda t: (f1_one(p_val[:, j] > t, y_val[:, j]), -abs(t - 0.5)))
                for j in range(len(NAMES))])
out = trainer.predict(Reviews(test))
y_test = out.label_ids > 0.5
micro, macro = micro_macro_f1(1 / (1 + np.exp(-out.predictions)) > cut, y_test)
everything, _ = micro_macro_f1(np.ones_like(y_test), y_test)
print("thresholds", dict(zip(NAMES, cut.round(2).tolist())))
print(f"test micro F1 {micro:.3f}, macro F1 {macro:.3f} (all topics always: {everything:.3f})")
