# NER with a custom training loop + Accelerate
import torch
from accelerate import Accelerator
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from tqdm.auto import tqdm
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    get_scheduler,
    set_seed,
)

set_seed(0)
checkpoint = "checkpoints/tags"
label_names = ["O", "A", "B", "C"]

raw = load_dataset(
    "json",
    data_files={"train": "data/tags/train.jsonl", "validation": "data/tags/validation.jsonl"},
)
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize_and_align_labels(examples):
    tokenized = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous = None
        labels = []
        for word_id in tokenized.word_ids(batch_index=i):
            if word_id is None or word_id == previous:
                labels.append(-100)
            else:
                labels.append(tags[word_id])
            previous = word_id
        all_labels.append(labels)
    tokenized["labels"] = all_labels
    return tokenized


tokenized = raw.map(tokenize_and_align_labels, batched=True, remove_columns=raw["train"].column_names)

data_collator = DataCollatorForTokenClassification(tokenizer=tokenizer)
train_dataloader = DataLoader(tokenized["train"], shuffle=True, collate_fn=data_collator, batch_size=16)
eval_dataloader = DataLoader(tokenized["validation"], collate_fn=data_collator, batch_size=16)

model = AutoModelForTokenClassification.from_pretrained(
    checkpoint,
    id2label=dict(enumerate(label_names)),
    label2id={name: i for i, name in enumerate(label_names)},
)
optimizer = AdamW(model.parameters(), lr=1e-3)

accelerator = Accelerator()
model, optimizer, train_dataloader, eval_dataloader = accelerator.prepare(
    model, optimizer, train_dataloader, eval_dataloader
)

num_epochs = 8
num_training_steps = num_epochs * len(train_dataloader)
lr_scheduler = get_scheduler("linear", optimizer=optimizer, num_warmup_steps=0, num_training_steps=num_training_steps)

progress_bar = tqdm(range(num_training_steps))
for epoch in range(num_epochs):
    model.train()
    for batch in train_dataloader:
        outputs = model(**batch)
        accelerator.backward(outputs.loss)
        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()
        progress_bar.update(1)

    model.eval()
    right = names = names_right = total = 0
    for batch in eval_dataloader:
        with torch.no_grad():
            predictions = model(**batch).logits.argmax(dim=-1)
        labels = batch["labels"]
        predictions = accelerator.pad_across_processes(predictions, dim=1, pad_index=-100)
        labels = accelerator.pad_across_processes(labels, dim=1, pad_index=-100)
        predictions, labels = accelerator.gather_for_metrics((predictions, labels))
        mask = labels != -100
        hit = (predictions == labels) & mask
        right += hit.sum().item()
        total += mask.sum().item()
        names += (labels > 0).sum().item()
        names_right += (hit & (labels > 0)).sum().item()
    print(f"epoch {epoch}: accuracy {right / total:.3f}, on names {names_right / names:.3f}")
