import argparse
import copy

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, get_scheduler


class EMA:
    def __init__(self, model, decay):
        self.decay = decay
        self.shadow = copy.deepcopy(model).eval()
        for p in self.shadow.parameters():
            p.requires_grad_(False)

    @torch.no_grad()
    def update(self, model):
        for slow, fast in zip(self.shadow.parameters(), model.parameters()):
            slow.lerp_(fast.detach(), 1 - self.decay)
        for slow, fast in zip(self.shadow.buffers(), model.buffers()):
            slow.copy_(fast)


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--batch", type=int, default=8)
    p.add_argument("--accumulate", type=int, default=2)
    p.add_argument("--decay", type=float, default=0.95)
    return p.parse_args()


def main():
    args = parse()
    set_seed(0)
    accelerator = Accelerator(gradient_accumulation_steps=args.accumulate, cpu=True)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
    with accelerator.main_process_first():
        data = load_dataset("data/tickets").map(lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns=["text", "desk"])
    data = data.rename_column("desk_id", "labels")
    collate = DataCollatorWithPadding(tokenizer)
    train = DataLoader(data["train"], shuffle=True, batch_size=args.batch, collate_fn=collate)
    valid = DataLoader(data["validation"], batch_size=40, collate_fn=collate)
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    model, optimizer, train, valid = accelerator.prepare(model, optimizer, train, valid)
    updates = args.epochs * -(-len(train) // args.accumulate)
    scheduler = get_scheduler("cosine", optimizer, num_warmup_steps=updates // 10, num_training_steps=updates)
    ema = EMA(accelerator.unwrap_model(model), args.decay)

    for epoch in range(args.epochs):
        model.train()
        for batch in train:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                optimizer.zero_grad()
                if accelerator.sync_gradients:
                    scheduler.step()
                    ema.update(accelerator.unwrap_model(model))
        guesses, golds = [], []
        for batch in valid:
            with torch.no_grad():
                logits = ema.shadow(**batch).logits
            g, y = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
            guesses.append(g)
            golds.append(y)
        accelerator.print(epoch, "EMA accuracy", (torch.cat(guesses) == torch.cat(golds)).float().mean().item())


if __name__ == "__main__":
    main()
