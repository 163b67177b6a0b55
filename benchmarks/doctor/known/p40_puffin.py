import argparse

import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, default_data_collator


def get_dataloaders(accelerator, tokenizer, batch_size):
    ds = load_dataset("data/prices")

    def tok(ex):
        enc = tokenizer(ex["text"], truncation=True, padding="max_length", max_length=20)
        enc["labels"] = ex["price"] / 1000
        return enc

    with accelerator.main_process_first():
        ds = ds.map(tok, remove_columns=["text", "price"])
    train = DataLoader(ds["train"], shuffle=True, batch_size=batch_size, collate_fn=default_data_collator)
    valid = DataLoader(ds["validation"], batch_size=64, collate_fn=default_data_collator)
    return train, valid


def training_function(config, args):
    accelerator = Accelerator(cpu=args.cpu, mixed_precision=args.mixed_precision)
    torch.manual_seed(config["seed"])
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")
    train_loader, eval_loader = get_dataloaders(accelerator, tokenizer, config["batch_size"])
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=config["lr"])

    model, optimizer, train_loader, eval_loader = accelerator.prepare(model, optimizer, train_loader)

    for epoch in range(config["num_epochs"]):
        model.train()
        for batch in train_loader:
            loss = model(**batch).loss
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()

        model.eval()
        errors = []
        for batch in eval_loader:
            with torch.no_grad():
                out = model(**batch).logits.squeeze(-1)
            guess, gold = accelerator.gather_for_metrics((out, batch["labels"]))
            errors.append((guess - gold).abs())
        accelerator.print(f"epoch {epoch}: mean error {1000 * torch.cat(errors).mean().item():.0f}")


def main():
    parser = argparse.ArgumentParser(description="Simple example of a training script.")
    parser.add_argument("--mixed_precision", type=str, default="no", choices=["no", "fp16", "bf16"])
    parser.add_argument("--cpu", action="store_true")
    args = parser.parse_args()
    config = {"lr": 1e-3, "num_epochs": 8, "seed": 42, "batch_size": 16}
    training_function(config, args)


if __name__ == "__main__":
    main()
