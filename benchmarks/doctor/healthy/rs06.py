"""Sentiment with Accelerate: small batches accumulated to large ones, metric gathered over processes."""
import pandas as pd
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_scheduler

EPOCHS, MICRO, ACCUM, LR = 2, 16, 4, 8e-4


def build_loader(tok, frame, shuffle):
    def collate(rows):
        text, label = zip(*rows)
        enc = tok(list(text), padding=True, truncation=True, max_length=48, return_tensors="pt")
        return {**enc, "labels": torch.tensor(label)}

    return DataLoader(list(zip(frame["sentence"], frame["label"])), batch_size=MICRO if shuffle else 120, shuffle=shuffle, collate_fn=collate)


def main():
    acc = Accelerator(gradient_accumulation_steps=ACCUM, cpu=True)
    set_seed(1)
    tok = AutoTokenizer.from_pretrained("checkpoints/bert")
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)

    everything = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
    test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
    everything = everything[~everything.sentence.isin(test.sentence)].drop_duplicates("sentence")
    everything = everything.sample(frac=1.0, random_state=1)
    dev, train = everything.iloc[:200], everything.iloc[200:]

    opt = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    train_dl, dev_dl, test_dl = (build_loader(tok, f, s) for f, s in ((train, True), (dev, False), (test, False)))
    model, opt, train_dl, dev_dl, test_dl = acc.prepare(model, opt, train_dl, dev_dl, test_dl)
    # One step of the schedule for each step of the optimizer; it isn't prepared, so it is stepped by hand below.
    updates = EPOCHS * -(-len(train_dl) // ACCUM)
    schedule = get_scheduler("cosine", opt, num_warmup_steps=updates // 10, num_training_steps=updates)

    def evaluate(dl):
        model.eval()
        hits = []
        for batch in dl:
            with torch.no_grad():
                guess = model(**batch).logits.argmax(-1)
            guess, gold = acc.gather_for_metrics((guess, batch["labels"]))
            hits.append((guess == gold).float())
        return torch.cat(hits).mean().item()

    for epoch in range(EPOCHS):
        model.train()
        seen, total = 0, 0.0
        for batch in train_dl:
            with acc.accumulate(model):
                loss = model(**batch).loss
                acc.backward(loss)
                if acc.sync_gradients:
                    acc.clip_grad_norm_(model.parameters(), 1.0)
                opt.step()
                if acc.sync_gradients:
                    schedule.step()
                opt.zero_grad()
            total += loss.item()
            seen += 1
        acc.print(f"[{epoch}] loss={total / seen:.4f} dev={evaluate(dev_dl):.3f} lr={schedule.get_last_lr()[0]:.1e}")
    acc.print(f"test accuracy {evaluate(test_dl):.3f}")


if __name__ == "__main__":
    main()
