"""MNLI with Accelerate: a subset for training, accuracy for each class at the end."""
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, get_scheduler

CKPT = "checkpoints/distilbert"
TRAIN_ROWS, VALID_ROWS, BATCH, LR = 960, 150, 16, 1e-4


def main():
    set_seed(6)
    accelerator = Accelerator()
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    raw = load_dataset("data/glue", "mnli")
    names = raw["train"].features["label"].names

    def encode(batch):
        return tokenizer(batch["premise"], batch["hypothesis"], truncation=True, max_length=128)

    def prepare(split, n):
        part = raw[split].shuffle(seed=6).select(range(n))
        return part.map(encode, batched=True, remove_columns=["premise", "hypothesis", "idx"])

    collate = DataCollatorWithPadding(tokenizer)
    train_dl = DataLoader(prepare("train", TRAIN_ROWS), batch_size=BATCH, shuffle=True, collate_fn=collate)
    valid_dl = DataLoader(prepare("validation_matched", VALID_ROWS), batch_size=50, collate_fn=collate)

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=3, id2label=dict(enumerate(names)), label2id={n: i for i, n in enumerate(names)})
    optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    model, optimizer, train_dl, valid_dl = accelerator.prepare(model, optimizer, train_dl, valid_dl)
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=6, num_training_steps=len(train_dl))

    model.train()
    for step, batch in enumerate(train_dl, start=1):
        loss = model(**batch).loss
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        if step % 10 == 0:
            accelerator.print(f"step {step:3d}  loss {loss.item():.3f}")

    model.eval()
    guesses, golds = [], []
    for batch in valid_dl:
        with torch.no_grad():
            logits = model(**batch).logits
        guess, gold = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
        guesses.append(guess)
        golds.append(gold)
    guess, gold = torch.cat(guesses), torch.cat(golds)
    accelerator.print(f"accuracy {(guess == gold).float().mean().item():.3f}")
    for i, name in enumerate(names):
        accelerator.print(f"  {name}: {(guess[gold == i] == i).float().mean().item():.3f}")


if __name__ == "__main__":
    main()
