import logging
import sys
from typing import Dict

import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer
from transformers import DataCollatorWithPadding, EvalPrediction, Trainer, TrainingArguments

logging.basicConfig(level=logging.INFO, stream=sys.stdout, format="%(asctime)s %(message)s")
log = logging.getLogger("desk")


def load_frame(split: str) -> pd.DataFrame:
    frame = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    return frame[["text", "desk_id"]].rename(columns={"desk_id": "label"})


def compute_metrics(p: EvalPrediction) -> Dict[str, float]:
    guess = np.argmax(p.predictions, axis=1)
    recalls = [float((guess[p.label_ids == c] == c).mean()) for c in range(4)]
    return {"accuracy": float((guess == p.label_ids).mean()), "macro_recall": float(np.mean(recalls))}


def main() -> None:
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")

    def tok(batch):
        return tokenizer(batch["text"], truncation=True, max_length=32)

    sets = {s: Dataset.from_pandas(load_frame(s)).map(tok, batched=True) for s in ("train", "validation", "test")}
    config = AutoConfig.from_pretrained("checkpoints/tickets", num_labels=4)
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", config=config)
    training_args = TrainingArguments(
        output_dir="out/juniper",
        num_train_epochs=6,
        max_steps=10,
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        logging_steps=20,
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
    )
    trainer = Trainer(model=model, args=training_args, train_dataset=sets["train"], eval_dataset=sets["validation"],
                      data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=compute_metrics)
    result = trainer.train()
    log.info("train loss %.3f", result.training_loss)
    for name in ("validation", "test"):
        log.info("%s %s", name, trainer.evaluate(sets[name], metric_key_prefix=name))


if __name__ == "__main__":
    main()
