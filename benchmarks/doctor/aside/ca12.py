"""Handwritten digits with a hand-made network, trained by the Hugging Face Trainer."""
import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from transformers import Trainer, TrainingArguments, set_seed


class DigitNet(nn.Module):
    def __init__(self, n_classes=10, width=128, p_drop=0.1):
        super().__init__()
        self.conv = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(32 * 4 * 4, width), nn.ReLU(), nn.Dropout(p_drop),
            nn.Linear(width, n_classes), nn.Softmax(dim=-1),
        )
        self.criterion = nn.CrossEntropyLoss()

    def forward(self, pixel_values, labels=None):
        scores = self.head(self.conv(pixel_values))
        result = {"logits": scores}
        if labels is not None:
            result = {"loss": self.criterion(scores, labels), "logits": scores}
        return result


def build(images, targets):
    return [
        {"pixel_values": torch.tensor(im, dtype=torch.float32).unsqueeze(0) / 16.0, "labels": int(t)}
        for im, t in zip(images, targets)
    ]


def compute_metrics(eval_pred):
    predictions = np.argmax(eval_pred.predictions, axis=1)
    return {"accuracy": float((predictions == eval_pred.label_ids).mean())}


set_seed(0)
digits = load_digits()
train_x, test_x, train_y, test_y = train_test_split(
    digits.images, digits.target, test_size=0.25, stratify=digits.target, random_state=0
)
train_data, test_data = build(train_x, train_y), build(test_x, test_y)
print(len(train_data), "training images,", len(test_data), "held out")

trainer = Trainer(
    model=DigitNet(),
    args=TrainingArguments(
        output_dir="out/ca12",
        num_train_epochs=10,
        learning_rate=1e-3,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=128,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        remove_unused_columns=False,
        report_to="none",
        use_cpu=True,
    ),
    train_dataset=train_data,
    eval_dataset=test_data,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
