"""Digits with the Trainer: any nn.Module will do if its forward returns loss and logits."""
import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.metrics import accuracy_score, f1_score
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import Dataset
from transformers import Trainer, TrainingArguments, set_seed


class DigitsDataset(Dataset):
    def __init__(self, images, targets):
        self.images = torch.tensor(images, dtype=torch.float32).unsqueeze(1) / 16.0
        self.targets = torch.tensor(targets, dtype=torch.long)

    def __len__(self):
        return len(self.targets)

    def __getitem__(self, index):
        return {"pixel_values": self.images[index], "labels": self.targets[index]}


class ConvClassifier(nn.Module):
    def __init__(self, num_labels=10):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1),
            nn.BatchNorm2d(16),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1),
            nn.BatchNorm2d(32),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d(2),
            nn.Flatten(),
        )
        self.classifier = nn.Linear(32 * 4, num_labels)

    def forward(self, pixel_values, labels=None):
        logits = self.classifier(self.features(pixel_values))
        output = {"logits": logits}
        if labels is not None:
            output["loss"] = nn.functional.cross_entropy(logits, labels)
        return output


def compute_metrics(eval_pred):
    predictions = np.argmax(eval_pred.predictions, axis=1)
    return {
        "accuracy": accuracy_score(eval_pred.label_ids, predictions),
        "macro_f1": f1_score(eval_pred.label_ids, predictions, average="macro"),
    }


def main():
    set_seed(21)
    digits = load_digits()
    x_rest, x_test, y_rest, y_test = train_test_split(
        digits.images, digits.target, test_size=0.2, stratify=digits.target, random_state=21)
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=21)

    args = TrainingArguments(
        output_dir="out/io11",
        num_train_epochs=6,
        learning_rate=3e-3,
        lr_scheduler_type="cosine",
        per_device_train_batch_size=32,
        per_device_eval_batch_size=128,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="f1",
        greater_is_better=True,
        logging_strategy="epoch",
        report_to="none",
        use_cpu=True,
    )
    trainer = Trainer(
        model=ConvClassifier(),
        args=args,
        train_dataset=DigitsDataset(x_train, y_train),
        eval_dataset=DigitsDataset(x_val, y_val),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate(DigitsDataset(x_test, y_test), metric_key_prefix="test"))


if __name__ == "__main__":
    main()
