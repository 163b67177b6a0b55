"""Send each ticket to its desk: fine-tune a small DistilBERT with a training loop in plain PyTorch."""

import torch
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_scheduler,
    set_seed,
)

NUM_EPOCHS = 5


def load_data(dataset):
    return load_dataset(dataset)


def load_tokenizer(checkpoint):
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    tokenizer.add_tokens(["[ORDER]"])
    return tokenizer


def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(examples["text"], truncation=True)

    tokenized_datasets = raw_datasets.map(tokenize_batch, batched=True)
    return tokenized_datasets.remove_columns(["text", "desk"])


def name_labels(tokenized_datasets):
    return tokenized_datasets.rename_column("desk_id", "labels")


def fix_seed(seed):
    set_seed(seed)


def make_train_loader(datasets, tokenizer):
    return DataLoader(
        datasets["train"],
        batch_size=16,
        shuffle=True,
        collate_fn=DataCollatorWithPadding(tokenizer),
    )


def make_eval_loader(datasets, tokenizer):
    return DataLoader(
        datasets["validation"],
        batch_size=64,
        collate_fn=DataCollatorWithPadding(tokenizer),
    )


def make_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    model.resize_token_embeddings(len(tokenizer))
    return model


def make_optimizer(model):
    return AdamW(model.parameters(), lr=1e-3)


def make_scheduler(optimizer, train_loader):
    return get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=15,
        num_training_steps=NUM_EPOCHS * len(train_loader),
    )


def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for batch in train_loader:
            outputs = model(**batch)
            loss = outputs.loss
            loss.backward()
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")


def evaluate(model, eval_loader):
    model.eval()
    correct = 0
    total = 0
    for batch in eval_loader:
        with torch.no_grad():
            outputs = model(**batch)
        predictions = outputs.logits.argmax(dim=-1)
        correct += (predictions == batch["labels"]).sum().item()
        total += len(batch["labels"])
    accuracy = correct / total
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}


def main(checkpoint, dataset, output="tickets", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    tokenized_datasets = tokenize(raw_datasets, tokenizer)
    datasets = name_labels(tokenized_datasets)
    fix_seed(seed)
    train_loader = make_train_loader(datasets, tokenizer)
    eval_loader = make_eval_loader(datasets, tokenizer)
    model = make_model(checkpoint, tokenizer)
    optimizer = make_optimizer(model)
    scheduler = make_scheduler(optimizer, train_loader)
    train(model, train_loader, optimizer, scheduler)
    scores = evaluate(model, eval_loader)
