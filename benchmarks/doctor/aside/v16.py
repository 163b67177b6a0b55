import numpy as np
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, EvalPrediction, Trainer, TrainingArguments


def get_data(tokenizer):
    raw = load_dataset("json", data_files={"train": "data/prices/train.jsonl", "validation": "data/prices/validation.jsonl", "test": "data/prices/test.jsonl"})

    def prepare(example):
        features = tokenizer(example["text"], truncation=True, padding="max_length", max_length=128)
        # work in hundreds, the raw numbers are too large for the network
        features["label"] = example["price"] / 100
        return features

    return raw.map(prepare, remove_columns=raw["train"].column_names)


def regression_metrics(p: EvalPrediction):
    preds = np.squeeze(p.predictions)
    truth = np.squeeze(p.label_ids)
    mse = float(((preds - truth) ** 2).mean())
    mae = float(np.abs(preds - truth).mean())
    r2 = 1.0 - mse / float(truth.var())
    return {"mse": mse, "mae": mae, "r2": r2}


def build_trainer():
    checkpoint = "checkpoints/prices"
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=1, problem_type="regression")
    data = get_data(tokenizer)
    print(data["train"].features)
    args = TrainingArguments(
        output_dir="price-model",
        num_train_epochs=15,
        learning_rate=3e-3,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        seed=1,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        compute_metrics=regression_metrics,
        processing_class=tokenizer,
    )
    return trainer, data


if __name__ == "__main__":
    trainer, data = build_trainer()
    trainer.train()
    out = trainer.predict(data["test"])
    print(out.metrics)
    for p, t in list(zip(out.predictions[:, 0], out.label_ids))[:10]:
        print(f"predicted {100 * p:7.0f}   real {100 * t:7.0f}")
