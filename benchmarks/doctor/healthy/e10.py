# Tell apart stripe patterns with a small ResNet; augmentation is done on the fly
import numpy as np
import torch
from datasets import Dataset
from transformers import ResNetConfig, ResNetForImageClassification, Trainer, TrainingArguments

np.random.seed(0)
torch.manual_seed(0)

CLASSES = ["horizontal", "vertical", "diagonal", "checker"]
SIZE = 24


def draw(kind):
    y, x = np.mgrid[0:SIZE, 0:SIZE]
    width = np.random.randint(2, 5)
    shift = np.random.randint(0, 8)
    if kind == 0:
        img = ((y + shift) // width) % 2
    elif kind == 1:
        img = ((x + shift) // width) % 2
    elif kind == 2:
        img = ((x + y + shift) // width) % 2
    else:
        img = (((x + shift) // width) + (y // width)) % 2
    img = img * 120 + 60 + np.random.normal(0, 40, img.shape)
    return np.clip(img, 0, 255).astype(np.uint8)


def make(n):
    labels = np.random.randint(0, 4, n)
    return Dataset.from_dict({"image": [draw(k) for k in labels], "label": labels.tolist()})


def train_transform(batch):
    out = []
    for img in batch["image"]:
        img = np.array(img, dtype=np.float32) / 255.0
        if np.random.rand() < 0.5:
            img = img + np.random.uniform(-0.1, 0.1)
        out.append(torch.tensor((img - 0.47) / 0.28).float().unsqueeze(0))
    return {"pixel_values": out, "label": batch["label"]}


def eval_transform(batch):
    pixels = [torch.tensor((np.array(i, dtype=np.float32) / 255.0 - 0.47) / 0.28).unsqueeze(0) for i in batch["image"]]
    return {"pixel_values": pixels, "label": batch["label"]}


def collate(rows):
    return {
        "pixel_values": torch.stack([r["pixel_values"] for r in rows]),
        "labels": torch.tensor([r["label"] for r in rows]),
    }


train_ds, test_ds = make(600), make(200)
train_ds.set_transform(train_transform)
test_ds.set_transform(eval_transform)

config = ResNetConfig(
    num_channels=1,
    embedding_size=16,
    hidden_sizes=[16, 32],
    depths=[1, 1],
    layer_type="basic",
    num_labels=4,
    id2label=dict(enumerate(CLASSES)),
    label2id={c: i for i, c in enumerate(CLASSES)},
)
model = ResNetForImageClassification(config)

args = TrainingArguments(
    output_dir="out_e10",
    num_train_epochs=5,
    per_device_train_batch_size=20,
    per_device_eval_batch_size=50,
    learning_rate=3e-3,
    optim="adamw_torch",
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    remove_unused_columns=False,
    report_to="none",
)


def compute_metrics(p):
    return {"accuracy": float(np.mean(p.predictions.argmax(1) == p.label_ids))}


trainer = Trainer(
    model=model,
    args=args,
    data_collator=collate,
    train_dataset=train_ds,
    eval_dataset=test_ds,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
