"""Advert prices with the Trainer and a Huber loss; the best epoch by validation MAE is kept."""
import numpy as np
import pandas as pd
import torch.nn.functional as F
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT, OUT = "checkpoints/prices", "out/da16"


class HuberTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        features = {k: v for k, v in inputs.items() if k != "labels"}
        outputs = model(**features)
        loss = F.huber_loss(outputs.logits.squeeze(-1), inputs["labels"])
        # evaluation takes everything after the loss as predictions
        return (loss, {"loss": loss, "logits": outputs.logits}) if return_outputs else loss


def load():
    frames = {s: pd.read_json(f"data/prices/{s}.jsonl", lines=True).drop_duplicates("text")
              for s in ("train", "validation", "test")}
    # adverts are repeated between the files: each text stays in one of them only
    seen = set(frames["train"].text)
    for s in ("validation", "test"):
        frames[s] = frames[s][~frames[s].text.isin(seen)]
        seen |= set(frames[s].text)
    return frames


def main():
    set_seed(41)
    frames = load()
    center, scale = frames["train"].price.mean(), frames["train"].price.std()
    tokenizer = AutoTokenizer.from_pretrained(CKPT)

    def to_dataset(df):
        enc = tokenizer(df.text.tolist(), truncation=True)
        return Dataset.from_dict({
            "input_ids": enc["input_ids"],
            "attention_mask": enc["attention_mask"],
            "labels": ((df.price - center) / scale).tolist(),
        })

    parts = {s: to_dataset(df) for s, df in frames.items()}

    def metrics(p):
        err = (p.predictions.squeeze(-1) - p.label_ids) * scale
        return {"mae": float(np.abs(err).mean())}

    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1)
    trainer = HuberTrainer(
        model=model,
        args=TrainingArguments(
            output_dir=OUT,
            learning_rate=5e-4,
            num_train_epochs=15,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=64,
            warmup_ratio=0.1,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=1,
            load_best_model_at_end=True,
            metric_for_best_model="mae",
            greater_is_better=False,
            logging_strategy="epoch",
            report_to="none",
            seed=41,
        ),
        train_dataset=parts["train"],
        eval_dataset=parts["validation"],
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=4)],
    )
    trainer.train()

    result = trainer.evaluate(parts["test"], metric_key_prefix="test")
    guess = (frames["test"].price - frames["train"].price.median()).abs().mean()
    print(f"test MAE {result['test_mae']:.0f} EUR (always the median: {guess:.0f} EUR)")
    trainer.save_model(f"{OUT}/final")


if __name__ == "__main__":
    main()
