"""The Trainer with a model of one's own: no PreTrainedModel, no tokenizer, 8x8 images."""
import numpy as np
import torch
from datasets import Dataset
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from transformers import Trainer, TrainingArguments, set_seed


class TinyConvNet(nn.Module):
    """Returns a dict, as the Trainer expects from a model: the loss first when labels are given."""

    def __init__(self, n_classes=10):
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Conv2d(1, 24, 3, padding=1, bias=False), nn.BatchNorm2d(24), nn.ReLU(),
            nn.Conv2d(24, 48, 3, padding=1, bias=False), nn.BatchNorm2d(48), nn.ReLU(),
            nn.AdaptiveAvgPool2d(2), nn.Flatten(),
        )
        self.dropout = nn.Dropout(0.2)
        self.classifier = nn.Linear(48 * 4, n_classes)
        self.loss_fn = nn.CrossEntropyLoss(label_smoothing=0.05)

    def forward(self, pixels, labels=None):
        logits = self.classifier(self.dropout(self.trunk(pixels.unsqueeze(1))))
        if labels is None:
            return {"logits": logits}
        return {"loss": self.loss_fn(logits, labels), "logits": logits}


def collate(rows):
    return {
        "pixels": torch.tensor(np.array([r["pixels"] for r in rows]), dtype=torch.float32),
        "labels": torch.tensor([r["labels"] for r in rows], dtype=torch.long),
    }


def as_dataset(images, targets):
    return Dataset.from_dict({"pixels": (images / 16.0).tolist(), "labels": targets.tolist()})


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    recall = [float((preds[labels == c] == c).mean()) for c in np.unique(labels)]
    return {"accuracy": float((preds == labels).mean()), "balanced_accuracy": float(np.mean(recall))}


def main():
    set_seed(17)
    digits = load_digits()
    x_rest, x_test, y_rest, y_test = train_test_split(
        digits.images, digits.target, test_size=0.2, random_state=17, stratify=digits.target
    )
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, random_state=17, stratify=y_rest
    )

    args = TrainingArguments(
        output_dir="out/vb14",
        num_train_epochs=10,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=256,
        learning_rate=4e-3,
        weight_decay=0.01,
        lr_scheduler_type="cosine",
        warmup_ratio=0.1,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        greater_is_better=True,
        logging_strategy="epoch",
        report_to="none",
        disable_tqdm=True,
        use_cpu=True,
        seed=17,
    )
    trainer = Trainer(
        model=TinyConvNet(),
        args=args,
        data_collator=collate,
        train_dataset=as_dataset(x_train, y_train),
        eval_dataset=as_dataset(x_val, y_val),
        compute_metrics=compute_metrics,
    )
    trainer.train()

    # the test rows are looked at once, with the checkpoint that was best on the validation rows
    result = trainer.predict(as_dataset(x_test, y_test), metric_key_prefix="test")
    print({k: round(v, 4) for k, v in result.metrics.items() if "accuracy" in k or k == "test_loss"})


if __name__ == "__main__":
    main()
