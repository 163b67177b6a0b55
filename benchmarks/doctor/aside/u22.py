import torch
from accelerate import Accelerator
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, get_scheduler
from transformers import set_seed


def get_dataloaders(tokenizer, batch_size=16):
    data = load_dataset("json", data_files={"train": "data/tickets/train.jsonl",
                                            "validation": "data/tickets/validation.jsonl"})
    data = data.map(lambda ex: tokenizer(ex["text"], truncation=True), batched=True)
    data = data.remove_columns(["text", "desk"]).rename_column("desk_id", "labels")
    data.set_format("torch")
    collate = DataCollatorWithPadding(tokenizer)
    return (DataLoader(data["train"], shuffle=True, batch_size=batch_size, collate_fn=collate),
            DataLoader(data["validation"], batch_size=64, collate_fn=collate))


def training_function(config):
    set_seed(config["seed"])
    accelerator = Accelerator(cpu=True)
    tokenizer = AutoTokenizer.from_pretrained(config["ckpt"])
    train_dataloader, eval_dataloader = get_dataloaders(tokenizer, config["batch_size"])
    model = AutoModelForSequenceClassification.from_pretrained(config["ckpt"], num_labels=4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=config["lr"])
    lr_scheduler = get_scheduler("linear", optimizer, num_warmup_steps=10,
                                 num_training_steps=len(train_dataloader) * config["num_epochs"])

    model, train_dataloader, eval_dataloader, optimizer, lr_scheduler = accelerator.prepare(
        model, optimizer, train_dataloader, eval_dataloader, lr_scheduler
    )

    for epoch in range(config["num_epochs"]):
        model.train()
        for step, batch in enumerate(train_dataloader):
            outputs = model(**batch)
            accelerator.backward(outputs.loss)
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()

        model.eval()
        correct = seen = 0
        for batch in eval_dataloader:
            with torch.no_grad():
                predictions = model(**batch).logits.argmax(dim=-1)
            predictions, references = accelerator.gather_for_metrics((predictions, batch["labels"]))
            correct += (predictions == references).sum().item()
            seen += len(references)
        accelerator.print(f"epoch {epoch}: accuracy {correct / seen:.4f}")


if __name__ == "__main__":
    training_function({"lr": 5e-4, "num_epochs": 6, "seed": 42, "batch_size": 16, "ckpt": "checkpoints/tickets"})
