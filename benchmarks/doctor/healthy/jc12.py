"""A very small ViT on 8x8 digits, with several evaluation sets at a time.

How much does a picture suffer from noise, or from moving by a pixel? The checkpoint is
chosen by the clean validation pictures alone; the same questions are then put to the test pictures.
"""
import numpy as np
import torch
from scipy.ndimage import shift
from sklearn.datasets import load_digits
from sklearn.metrics import accuracy_score, f1_score
from sklearn.model_selection import train_test_split
from transformers import Trainer, TrainingArguments, ViTConfig, ViTForImageClassification, set_seed


def clean(pictures, rng):
    return pictures


def noisy(pictures, rng):
    return np.clip(pictures + rng.normal(scale=0.15, size=pictures.shape), 0.0, 1.0)


def moved(pictures, rng):
    return np.stack([shift(p, (0, rng.choice([-1, 1])), order=0, cval=0.0) for p in pictures])


CONDITIONS = {f.__name__: f for f in (clean, noisy, moved)}


def pack(pictures, digits):
    pixels = torch.tensor(pictures * 2 - 1, dtype=torch.float32).unsqueeze(1)
    return [{"pixel_values": p, "labels": int(d)} for p, d in zip(pixels, digits)]


def under_all(pictures, digits, seed):
    return {name: pack(f(pictures, np.random.default_rng(seed)), digits) for name, f in CONDITIONS.items()}


def score(eval_pred):
    logits, truth = eval_pred
    guess = logits.argmax(axis=-1)
    return {"acc": accuracy_score(truth, guess), "macro_f1": f1_score(truth, guess, average="macro")}


def tiny_vit():
    return ViTForImageClassification(ViTConfig(
        image_size=8, patch_size=2, num_channels=1, hidden_size=64, num_hidden_layers=3,
        num_attention_heads=4, intermediate_size=128, num_labels=10))


def main():
    set_seed(31)
    bunch = load_digits()
    pictures = bunch.images / 16.0
    rest, test, rest_y, test_y = train_test_split(
        pictures, bunch.target, test_size=300, stratify=bunch.target, random_state=31)
    train, val, train_y, val_y = train_test_split(rest, rest_y, test_size=250, stratify=rest_y, random_state=31)

    args = TrainingArguments(
        output_dir="out/jc12",
        num_train_epochs=20,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=256,
        learning_rate=1e-3,
        warmup_ratio=0.1,
        weight_decay=0.05,
        label_smoothing_factor=0.1,
        lr_scheduler_type="cosine",
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="eval_clean_acc",
        greater_is_better=True,
        disable_tqdm=True,
        report_to="none",
        use_cpu=True,
        seed=31,
    )
    trainer = Trainer(
        model=tiny_vit(),
        args=args,
        train_dataset=pack(train, train_y),
        eval_dataset=under_all(val, val_y, seed=1),
        compute_metrics=score,
    )
    trainer.train()
    print("best checkpoint:", trainer.state.best_model_checkpoint)

    for name, rows in under_all(test, test_y, seed=2).items():
        m = trainer.predict(rows, metric_key_prefix=name).metrics
        print(f"test, {name:6s}: accuracy {m[name + '_acc']:.3f}, macro-F1 {m[name + '_macro_f1']:.3f}")
    print(f"constant answer: {np.bincount(test_y).max() / len(test_y):.3f}")


if __name__ == "__main__":
    main()
