# small CNN on handwritten digits, trained with the Trainer although it is no transformers model
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import Dataset
from transformers import EarlyStoppingCallback, Trainer, TrainingArguments, set_seed

set_seed(0)


class Digits(Dataset):
    def __init__(self, images, labels, augment=False):
        self.x = torch.tensor(images / 16.0, dtype=torch.float32).unsqueeze(1)
        self.y = torch.tensor(labels, dtype=torch.long)
        self.augment = augment

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        x = self.x[i]
        if self.augment:
            dy, dx = torch.randint(-1, 2, (2,)).tolist()
            x = torch.nn.functional.pad(x, (1, 1, 1, 1))[:, 1 + dy:9 + dy, 1 + dx:9 + dx]
            x = x + 0.05 * torch.randn_like(x)
        return {"pixel_values": x, "labels": self.y[i]}


class Net(nn.Module):
    def __init__(self, n_classes=10):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(),
            nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(), nn.Dropout(0.3), nn.Linear(32 * 16, 64), nn.ReLU(), nn.Linear(64, n_classes))
        self.loss = nn.CrossEntropyLoss(label_smoothing=0.05)

    def forward(self, pixel_values, labels=None):
        logits = self.body(pixel_values)
        if labels is None:
            return {"logits": logits}
        return {"loss": self.loss(logits, labels), "logits": logits}


d = load_digits()
x_rest, x_test, y_rest, y_test = train_test_split(d.images, d.target, test_size=0.2, stratify=d.target, random_state=0)
x_tr, x_va, y_tr, y_va = train_test_split(x_rest, y_rest, test_size=0.15, stratify=y_rest, random_state=0)

args = TrainingArguments("out/od16", num_train_epochs=15, per_device_train_batch_size=32,
                         per_device_eval_batch_size=256, learning_rate=2e-3, lr_scheduler_type="cosine",
                         warmup_ratio=0.1, eval_strategy="epoch", save_strategy="epoch", save_total_limit=1,
                         load_best_model_at_end=True, metric_for_best_model="accuracy", logging_strategy="epoch",
                         report_to="none")
trainer = Trainer(Net(), args, train_dataset=Digits(x_tr, y_tr, augment=True), eval_dataset=Digits(x_va, y_va),
                  compute_metrics=lambda p: {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())},
                  callbacks=[EarlyStoppingCallback(5)])
trainer.train()
print(trainer.predict(Digits(x_test, y_test)).metrics)
