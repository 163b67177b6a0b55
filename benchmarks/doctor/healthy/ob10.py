import torch
import evaluate
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import (
    AutoTokenizer,
    DataCollatorWithPadding,
    DistilBertForSequenceClassification,
    get_scheduler,
)

CHECKPOINT = "checkpoints/prices"
EXPENSIVE = 1200


def main():
    set_seed(42)
    accelerator = Accelerator()

    raw_datasets = load_dataset(
        "json",
        data_files={"train": "data/prices/train.jsonl", "validation": "data/prices/validation.jsonl"},
    )
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = DistilBertForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=2)

    def encode(examples):
        features = tokenizer(
            examples["text"],
            add_special_tokens=True,
            max_length=32,
            truncation=True,
            return_attention_mask=True,
        )
        features["labels"] = [int(price >= EXPENSIVE) for price in examples["price"]]
        return features

    tokenized = raw_datasets.map(encode, batched=True, remove_columns=["text", "price"])
    data_collator = DataCollatorWithPadding(tokenizer=tokenizer)
    train_dataloader = DataLoader(tokenized["train"], shuffle=True, batch_size=16, collate_fn=data_collator)
    eval_dataloader = DataLoader(tokenized["validation"], batch_size=32, collate_fn=data_collator)

    optimizer = AdamW(model.parameters(), lr=1e-3)
    train_dataloader, eval_dataloader, model, optimizer = accelerator.prepare(
        train_dataloader, eval_dataloader, model, optimizer
    )

    num_epochs = 6
    num_training_steps = num_epochs * len(train_dataloader)
    lr_scheduler = get_scheduler(
        "linear", optimizer=optimizer, num_warmup_steps=10, num_training_steps=num_training_steps
    )
    metric = evaluate.load("data/metrics/glue", "mrpc")  # accuracy and F1

    for epoch in range(num_epochs):
        model.train()
        for step, batch in enumerate(train_dataloader):
            outputs = model(**batch)
            loss = outputs.loss
            accelerator.backward(loss)
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()
            if step % 10 == 0:
                accelerator.print(f"epoch {epoch} step {step}: loss {loss.item():.4f}")

        model.eval()
        for batch in eval_dataloader:
            with torch.no_grad():
                outputs = model(**batch)
            predictions = outputs.logits.argmax(dim=-1)
            predictions, references = accelerator.gather_for_metrics((predictions, batch["labels"]))
            metric.add_batch(predictions=predictions, references=references)
        accelerator.print(f"epoch {epoch}:", metric.compute())


if __name__ == "__main__":
    main()
