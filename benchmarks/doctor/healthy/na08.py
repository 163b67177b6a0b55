"""Find the eights: one class in ten, ViT on 8x8 digits, class-weighted loss, threshold from the validation part."""
import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve
from sklearn.model_selection import train_test_split
from torch.nn import functional as F
from transformers import Trainer, TrainingArguments, ViTConfig, ViTForImageClassification, set_seed

OUT = "out/na08"


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weight, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weight = torch.as_tensor(class_weight, dtype=torch.float32)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs["labels"]
        outputs = model(pixel_values=inputs["pixel_values"])
        loss = F.cross_entropy(outputs.logits, labels, weight=self.class_weight.to(outputs.logits.device))
        return (loss, outputs) if return_outputs else loss


def as_items(images, labels):
    x = torch.tensor(images, dtype=torch.float32).unsqueeze(1) / 16 * 2 - 1      # grey 0..16 -> -1..1
    return [{"pixel_values": a, "labels": int(b)} for a, b in zip(x, labels)]


def collate(items):
    return {"pixel_values": torch.stack([i["pixel_values"] for i in items]),
            "labels": torch.tensor([i["labels"] for i in items])}


def score(logits):
    return torch.softmax(torch.tensor(logits), -1)[:, 1].numpy()


def metrics(p):
    return {"average_precision": float(average_precision_score(p.label_ids, score(p.predictions)))}


def best_threshold(truth, s):
    precision, recall, thresholds = precision_recall_curve(truth, s)
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-12)
    return float(thresholds[int(np.argmax(f1[:-1]))])          # the last point has no threshold


def main():
    set_seed(13)
    digits = load_digits()
    y = (digits.target == 8).astype(int)
    index = np.arange(len(y))
    rest, test = train_test_split(index, test_size=0.2, stratify=y, random_state=13)
    train, valid = train_test_split(rest, test_size=0.25, stratify=y[rest], random_state=13)

    counts = np.bincount(y[train], minlength=2)
    weight = len(train) / (2 * counts)
    print("train counts", counts, "weights", weight.round(2))

    model = ViTForImageClassification(ViTConfig(
        image_size=8, patch_size=2, num_channels=1, hidden_size=48, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=96, num_labels=2, id2label={0: "other", 1: "eight"}, label2id={"other": 0, "eight": 1}))
    data = {k: as_items(digits.images[i], y[i]) for k, i in (("train", train), ("valid", valid), ("test", test))}
    trainer = WeightedTrainer(
        model=model, class_weight=weight, data_collator=collate, compute_metrics=metrics,
        train_dataset=data["train"], eval_dataset=data["valid"],
        args=TrainingArguments(
            output_dir=OUT, num_train_epochs=30, learning_rate=2e-3, weight_decay=0.05, warmup_ratio=0.1,
            lr_scheduler_type="cosine", per_device_train_batch_size=64, per_device_eval_batch_size=256,
            eval_strategy="epoch", save_strategy="epoch", save_total_limit=1, logging_strategy="epoch",
            load_best_model_at_end=True, metric_for_best_model="average_precision", greater_is_better=True,
            report_to="none", use_cpu=True, seed=13))
    trainer.train()

    v = trainer.predict(data["valid"])
    cut = best_threshold(v.label_ids, score(v.predictions))
    t = trainer.predict(data["test"])
    s = score(t.predictions)
    print(f"threshold {cut:.3f} (from validation)")
    print(f"test F1 {f1_score(t.label_ids, s >= cut):.3f}, AP {average_precision_score(t.label_ids, s):.3f}, "
          f"share of eights {t.label_ids.mean():.3f}")


if __name__ == "__main__":
    main()
