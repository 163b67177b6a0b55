# Dates -> codes with a tiny BART: Seq2SeqTrainer, evaluation by generation, early stopping on exact match.
import tempfile

import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    EarlyStoppingCallback,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    TrainerCallback,
    set_seed,
)

set_seed(0)
checkpoint = "checkpoints/dates"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)

data = load_dataset("json", data_files={s: f"data/dates/{s}.jsonl" for s in ("train", "validation", "test")})

# A few dates of the other splits are also in the training split. They would be too easy: leave them out.
seen = set(data["train"]["date"])
for split in ("validation", "test"):
    data[split] = data[split].filter(lambda row: row["date"] not in seen)


def preprocess(batch):
    features = tokenizer(batch["date"], truncation=True, max_length=16)
    features["labels"] = tokenizer(text_target=batch["code"], truncation=True, max_length=8)["input_ids"]
    return features


encoded = data.map(preprocess, batched=True, remove_columns=["date", "code"])
collator = DataCollatorForSeq2Seq(tokenizer, model=model)  # pads labels with -100, makes decoder_input_ids


def compute_metrics(prediction):
    generated = np.where(prediction.predictions < 0, tokenizer.pad_token_id, prediction.predictions)
    wanted = np.where(prediction.label_ids == -100, tokenizer.pad_token_id, prediction.label_ids)
    generated = tokenizer.batch_decode(generated, skip_special_tokens=True)
    wanted = tokenizer.batch_decode(wanted, skip_special_tokens=True)
    exact = np.mean([g.strip() == w.strip() for g, w in zip(generated, wanted)])
    words = []
    for g, w in zip(generated, wanted):
        g, w = g.split(), w.split()
        words.append(sum(a == b for a, b in zip(g, w)) / max(len(g), len(w)))
    return {"exact": float(exact), "word_accuracy": float(np.mean(words))}


class BestSoFar(TrainerCallback):
    """Prints one line for each evaluation."""

    def __init__(self):
        self.best = 0.0

    def on_evaluate(self, args, state, control, metrics=None, **kwargs):
        self.best = max(self.best, metrics.get("eval_exact", 0.0))
        print(f"epoch {state.epoch:.0f}  exact {metrics['eval_exact']:.3f}  best {self.best:.3f}")


with tempfile.TemporaryDirectory() as folder:
    args = Seq2SeqTrainingArguments(
        output_dir=folder,
        num_train_epochs=24,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=80,
        learning_rate=3e-3,
        lr_scheduler_type="cosine",
        warmup_steps=30,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="exact",
        greater_is_better=True,
        predict_with_generate=True,
        generation_max_length=8,
        generation_num_beams=1,
        logging_strategy="epoch",
        report_to="none",
        disable_tqdm=True,
    )
    trainer = Seq2SeqTrainer(
        model=model,
        args=args,
        train_dataset=encoded["train"],
        eval_dataset=encoded["validation"],
        processing_class=tokenizer,
        data_collator=collator,
        compute_metrics=compute_metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=5), BestSoFar()],
    )
    trainer.train()
    result = trainer.predict(encoded["test"], metric_key_prefix="test")

print({k: round(result.metrics[k], 3) for k in ("test_exact", "test_word_accuracy")})
for row, ids in list(zip(data["test"], result.predictions))[:5]:
    ids = np.where(ids < 0, tokenizer.pad_token_id, ids)
    print(f"{row['date']:>25}  {tokenizer.decode(ids, skip_special_tokens=True):25} {row['code']}")
