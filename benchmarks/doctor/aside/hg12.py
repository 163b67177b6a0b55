"""Sentiment with 80 labelled sentences only: is that enough? 8-fold cross-validation, and a look at the
official validation split with the model of the last fold."""
import numpy as np
from datasets import load_dataset
from sklearn.model_selection import StratifiedKFold
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

CHECKPOINT = "checkpoints/bert"
SIZE, FOLDS, EPOCHS = 80, 8, 8

set_seed(0)
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
collator = DataCollatorWithPadding(tokenizer)
model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=2)

raw = load_dataset("data/glue", "sst2")
raw = raw.map(lambda b: tokenizer(b["sentence"], truncation=True, max_length=64), batched=True,
              remove_columns=["sentence", "idx"])
labelled = raw["train"].shuffle(seed=0).select(range(SIZE))


def accuracy(p):
    return {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())}


def make_trainer(model, train, test, seed):
    args = TrainingArguments(
        "out/hg12", num_train_epochs=EPOCHS, learning_rate=5e-4, per_device_train_batch_size=16,
        per_device_eval_batch_size=64, logging_strategy="no", save_strategy="no", report_to="none",
        disable_tqdm=True, seed=seed,
    )
    return Trainer(model=model, args=args, train_dataset=train, eval_dataset=test, data_collator=collator,
                   compute_metrics=accuracy)


scores = []
folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
for fold, (train_idx, test_idx) in enumerate(folds.split(np.zeros(SIZE), labelled["label"])):
    trainer = make_trainer(model, labelled.select(train_idx), labelled.select(test_idx), seed=fold)
    trainer.train()
    scores.append(trainer.evaluate()["eval_accuracy"])
    print(f"fold {fold}: accuracy {scores[-1]:.3f}")

print(f"cross-validation: {np.mean(scores):.3f} +- {np.std(scores):.3f}")
print(f"official validation split: {trainer.evaluate(raw['validation'])['eval_accuracy']:.3f}")
