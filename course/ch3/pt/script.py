"""Fine-tune a model on MRPC with a training loop of one's own: chapter 3's script, working."""

import evaluate
import torch
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from tqdm.auto import tqdm
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_scheduler,
    set_seed,
)


def load_data(dataset):
    return load_dataset(dataset, "mrpc")


def load_tokenizer(checkpoint):
    return AutoTokenizer.from_pretrained(checkpoint)


def tokenize_pairs(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["sentence1"],
            examples["sentence2"],
            truncation=True,
        )

    return raw_datasets.map(tokenize_batch, batched=True)


def prepare_columns(tokenized_datasets):
    prepared = tokenized_datasets.remove_columns(
        ["sentence1", "sentence2", "idx"]
    )
    prepared = prepared.rename_column("label", "labels")
    return prepared.with_format("torch")


def fix_seed(seed):
    set_seed(seed)


def make_loaders(prepared_datasets, tokenizer):
    collator = DataCollatorWithPadding(tokenizer)
    train_dataloader = DataLoader(
        prepared_datasets["train"],
        shuffle=True,
        batch_size=8,
        collate_fn=collator,
    )
    eval_dataloader = DataLoader(
        prepared_datasets["validation"],
        batch_size=32,
        collate_fn=collator,
    )
    return train_dataloader, eval_dataloader


def make_model(checkpoint):
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=2
    )


def choose_device(model):
    name = "cuda" if torch.cuda.is_available() else "cpu"
    device = torch.device(name)
    model.to(device)
    return device


def make_optimizer(model):
    return AdamW(model.parameters(), lr=5e-5)


def make_schedule(optimizer, train_dataloader, num_epochs):
    num_training_steps = num_epochs * len(train_dataloader)
    lr_scheduler = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=0,
        num_training_steps=num_training_steps,
    )
    return lr_scheduler, num_training_steps


def make_metric(metric_name):
    return evaluate.load(metric_name, "mrpc")


def measure_model(model, eval_dataloader, metric, device):
    model.eval()
    total = 0.0
    for batch in eval_dataloader:
        batch = {key: value.to(device) for key, value in batch.items()}
        with torch.no_grad():
            outputs = model(**batch)
        total += outputs.loss.item() * len(batch["labels"])
        metric.add_batch(
            predictions=outputs.logits.argmax(dim=-1),
            references=batch["labels"],
        )
    rows = len(eval_dataloader.dataset)
    return {"validation loss": total / rows, **metric.compute()}


def train_step(model, batch, optimizer, lr_scheduler):
    loss = model(**batch).loss
    loss.backward()
    optimizer.step()
    lr_scheduler.step()
    optimizer.zero_grad()
    return loss.item()


def train(
    model,
    train_dataloader,
    eval_dataloader,
    optimizer,
    lr_scheduler,
    metric,
    device,
    num_epochs,
    num_training_steps,
    callbacks,
):
    progress = tqdm(total=num_training_steps)
    history = []
    for epoch in range(1, num_epochs + 1):
        model.train()
        losses = []
        for batch in train_dataloader:
            batch = {
                key: value.to(device) for key, value in batch.items()
            }
            loss = train_step(model, batch, optimizer, lr_scheduler)
            losses.append(loss)
            progress.update()
            for callback in callbacks:
                callback(loss)
        mean = sum(losses) / len(losses)
        scores = measure_model(model, eval_dataloader, metric, device)
        history.append(
            {"epoch": epoch, "training loss": mean, **scores}
        )
    progress.close()
    return history


def last_scores(history):
    last = history[-1]
    return {"accuracy": last["accuracy"], "f1": last["f1"]}


def main(
    checkpoint,
    dataset,
    metric="glue",
    num_epochs=3,
    seed=0,
    callbacks=(),
):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    tokenized_datasets = tokenize_pairs(raw_datasets, tokenizer)
    prepared_datasets = prepare_columns(tokenized_datasets)
    fix_seed(seed)
    train_dataloader, eval_dataloader = make_loaders(
        prepared_datasets, tokenizer
    )
    model = make_model(checkpoint)
    device = choose_device(model)
    optimizer = make_optimizer(model)
    lr_scheduler, num_training_steps = make_schedule(
        optimizer, train_dataloader, num_epochs
    )
    glue_metric = make_metric(metric)
    untrained = measure_model(
        model, eval_dataloader, glue_metric, device
    )
    history = train(
        model,
        train_dataloader,
        eval_dataloader,
        optimizer,
        lr_scheduler,
        glue_metric,
        device,
        num_epochs,
        num_training_steps,
        callbacks,
    )
    scores = last_scores(history)
