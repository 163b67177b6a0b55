"""Send each ticket to its desk: fine-tune a small DistilBERT with Accelerate, and accumulate gradients."""

import torch
from accelerate import Accelerator
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
NUM_TRAINING_STEPS = 150


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
    tokenized_datasets = tokenized_datasets.remove_columns(
        ["text", "desk"]
    )
    return tokenized_datasets.rename_column("desk_id", "labels")


def make_loaders(datasets, tokenizer):
    collator = DataCollatorWithPadding(tokenizer)
    train_loader = DataLoader(
        datasets["train"],
        batch_size=8,
        shuffle=True,
        collate_fn=collator,
    )
    eval_loader = DataLoader(
        datasets["validation"],
        batch_size=64,
        collate_fn=collator,
    )
    return train_loader, eval_loader


def load_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    model.resize_token_embeddings(len(tokenizer))
    return model


def make_accelerator(seed):
    set_seed(seed)
    return Accelerator(cpu=True, gradient_accumulation_steps=2)


def make_model_and_optimizer(checkpoint, tokenizer):
    model = load_model(checkpoint, tokenizer)
    optimizer = AdamW(model.parameters(), lr=1e-3)
    return model, optimizer


def make_scheduler(optimizer):
    return get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=15,
        num_training_steps=NUM_TRAINING_STEPS,
    )


def prepare(accelerator, model, optimizer, loaders, scheduler):
    train_loader, eval_loader = loaders
    model, optimizer, train_loader, eval_loader, scheduler = (
        accelerator.prepare(
            model, optimizer, train_loader, eval_loader, scheduler
        )
    )
    return model, optimizer, train_loader, eval_loader, scheduler


def train(accelerator, model, optimizer, train_loader, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for batch in train_loader:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        accelerator.print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")


def predict(accelerator, model, eval_loader):
    model.eval()
    predictions = []
    for batch in eval_loader:
        with torch.no_grad():
            logits = model(**batch).logits
        found = accelerator.gather_for_metrics(logits.argmax(dim=-1))
        predictions += found.tolist()
    return predictions


def measure(predictions, datasets):
    labels = datasets["validation"]["labels"]
    pairs = zip(predictions, labels)
    correct = sum(found == label for found, label in pairs)
    accuracy = correct / len(labels)
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}


def main(checkpoint, dataset, output="tickets", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    datasets = tokenize(raw_datasets, tokenizer)
    accelerator = make_accelerator(seed)
    loaders = make_loaders(datasets, tokenizer)
    model, optimizer = make_model_and_optimizer(checkpoint, tokenizer)
    scheduler = make_scheduler(optimizer)
    model, optimizer, train_loader, eval_loader, scheduler = prepare(
        accelerator, model, optimizer, loaders, scheduler
    )
    train(accelerator, model, optimizer, train_loader, scheduler)
    predictions = predict(accelerator, model, eval_loader)
    scores = measure(predictions, datasets)
