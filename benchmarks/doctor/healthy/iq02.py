"""Which desk gets the ticket? Frozen encoder as a feature extractor, scikit-learn on top."""
import json
from pathlib import Path

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import classification_report
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from transformers import AutoModel, AutoTokenizer

CKPT = "checkpoints/tickets"


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])


def drop_seen(texts, labels, seen):
    """keep each text once, and never one that is in `seen`"""
    keep, mine = [], set(seen)
    for i, t in enumerate(texts):
        if t not in mine:
            mine.add(t)
            keep.append(i)
    return [texts[i] for i in keep], labels[keep]


class Features:
    def __init__(self, path, batch_size=64):
        self.tok = AutoTokenizer.from_pretrained(path)
        self.enc = AutoModel.from_pretrained(path).eval().requires_grad_(False)
        self.batch_size = batch_size

    @torch.inference_mode()
    def __call__(self, texts):
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))    # less padding
        out = np.empty((len(texts), 2 * self.enc.config.hidden_size), dtype=np.float32)
        for s in range(0, len(order), self.batch_size):
            ids = order[s:s + self.batch_size]
            batch = self.tok([texts[i] for i in ids], padding=True, truncation=True,
                             max_length=self.tok.model_max_length, return_tensors="pt")
            h = self.enc(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).last_hidden_state
            mask = batch["attention_mask"].unsqueeze(-1).bool()
            mean = h.masked_fill(~mask, 0.0).sum(1) / mask.sum(1)
            top = h.masked_fill(~mask, float("-inf")).amax(1)
            out[ids] = torch.cat([mean, top], dim=1).numpy()
        return out


def main():
    torch.set_num_threads(2)
    x_train, y_train = drop_seen(*read("train"), seen=())
    x_val, y_val = drop_seen(*read("validation"), seen=x_train)
    x_test, y_test = drop_seen(*read("test"), seen=[*x_train, *x_val])
    print(len(x_train), "train", len(x_val), "validation", len(x_test), "test")

    featurize = Features(CKPT)
    f_train, f_val, f_test = (featurize(t) for t in (x_train, x_val, x_test))

    search = GridSearchCV(
        make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000)),
        {"logisticregression__C": [0.01, 0.1, 1.0, 10.0]},
        cv=StratifiedKFold(5, shuffle=True, random_state=0),
        scoring="accuracy",
    )
    search.fit(f_train, y_train)
    print("best", search.best_params_, f"cv {search.best_score_:.3f}")
    print(f"validation {search.score(f_val, y_val):.3f}")
    print(classification_report(y_test, search.predict(f_test), digits=3))

    out = Path("out/iq02")
    out.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(out / "test_features.npz", x=f_test, y=y_test)


if __name__ == "__main__":
    main()
