"""Review sentiment with a hand-written loop: own head on a pretrained encoder, two learning rates."""
import argparse
import copy
from pathlib import Path

import pandas as pd
import torch
import torch.nn.functional as F
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer, get_cosine_schedule_with_warmup


class Reviews(Dataset):
    def __init__(self, frame):
        self.frame = frame.reset_index(drop=True)

    def __len__(self):
        return len(self.frame)

    def __getitem__(self, i):
        row = self.frame.loc[i]
        return row["sentence"], int(row["label"])


class Classifier(nn.Module):
    def __init__(self, checkpoint, classes):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint, add_pooling_layer=False)
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(self.encoder.config.hidden_size, classes))

    def forward(self, enc):
        states = self.encoder(**enc).last_hidden_state
        mask = enc["attention_mask"].unsqueeze(-1).to(states.dtype)
        return self.head((states * mask).sum(1) / mask.sum(1))  # mean over the real tokens


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--checkpoint", default="checkpoints/bert")
    ap.add_argument("--epochs", type=int, default=4)
    ap.add_argument("--batch", type=int, default=32)
    ap.add_argument("--lr-encoder", type=float, default=2e-4)
    ap.add_argument("--lr-head", type=float, default=1e-3)
    ap.add_argument("--out", type=Path, default=Path("out/da18"))
    opt = ap.parse_args(argv)

    torch.manual_seed(43)
    opt.out.mkdir(parents=True, exist_ok=True)
    everything = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
    test_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
    train_df, dev_df = train_test_split(everything, test_size=0.15, stratify=everything.label, random_state=43)

    tok = AutoTokenizer.from_pretrained(opt.checkpoint)

    def collate(items):
        texts, labels = map(list, zip(*items))
        return tok(texts, padding=True, truncation=True, max_length=64, return_tensors="pt"), torch.tensor(labels)

    def loader(df, train=False):
        return DataLoader(Reviews(df), batch_size=opt.batch if train else 128, shuffle=train, collate_fn=collate)

    train_dl, dev_dl, test_dl = loader(train_df, train=True), loader(dev_df), loader(test_df)

    model = Classifier(opt.checkpoint, classes=2)
    optimizer = torch.optim.AdamW(
        [{"params": model.encoder.parameters(), "lr": opt.lr_encoder},
         {"params": model.head.parameters(), "lr": opt.lr_head}],
        weight_decay=0.01,
    )
    steps = opt.epochs * len(train_dl)
    schedule = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=steps // 10, num_training_steps=steps)

    def score(dl):
        model.eval()
        loss, right, n = 0.0, 0, 0
        with torch.inference_mode():
            for enc, y in dl:
                logits = model(enc)
                loss += F.cross_entropy(logits, y, reduction="sum").item()
                right += (logits.argmax(1) == y).sum().item()
                n += y.numel()
        return loss / n, right / n

    best = (float("inf"), None)
    for epoch in range(1, opt.epochs + 1):
        model.train()
        for enc, y in train_dl:
            loss = F.cross_entropy(model(enc), y, label_smoothing=0.05)
            model.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
        dev_loss, dev_acc = score(dev_dl)
        print(f"epoch {epoch}: dev loss {dev_loss:.4f}, accuracy {dev_acc:.3f}")
        if dev_loss < best[0]:
            best = (dev_loss, copy.deepcopy(model.state_dict()))

    model.load_state_dict(best[1])
    print("test loss %.4f, accuracy %.3f" % score(test_dl))
    torch.save(best[1], opt.out / "model.pt")


if __name__ == "__main__":
    main()
