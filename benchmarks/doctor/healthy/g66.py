"""Masked-language-model training of a small DistilBERT on the tickets' texts (domain adaptation).

Training masks anew at each batch. For the evaluation the masks are drawn once, so that the perplexities
before and after are of the same positions.
"""
import math
import tempfile

import torch
from datasets import load_dataset
from transformers import (
    AutoModelForMaskedLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    Trainer,
    TrainerCallback,
    TrainingArguments,
    set_seed,
)


class MaskUnlessMasked:
    """Rows with `labels` are masked already and are only padded; the others get fresh masks."""

    def __init__(self, tokenizer, probability):
        self.tokenizer = tokenizer
        self.fresh = DataCollatorForLanguageModeling(tokenizer, mlm=True, mlm_probability=probability)

    def __call__(self, features):
        if "labels" not in features[0]:
            return self.fresh(features)
        labels = [f["labels"] for f in features]
        batch = self.tokenizer.pad(
            [{"input_ids": f["input_ids"], "attention_mask": f["attention_mask"]} for f in features], return_tensors="pt"
        )
        width = batch["input_ids"].size(1)
        batch["labels"] = torch.tensor([row + [-100] * (width - len(row)) for row in labels])
        return batch


class Curve(TrainerCallback):
    def __init__(self):
        self.points = []

    def on_log(self, args, state, control, logs=None, **kwargs):
        if logs and "loss" in logs:
            self.points.append((state.global_step, float(logs["loss"])))


def main():
    set_seed(17)
    checkpoint = "checkpoints/tickets"
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    model = AutoModelForMaskedLM.from_pretrained(checkpoint)
    # the placeholder of the order's number is a word of these texts, but not of the vocabulary
    tokenizer.add_tokens(["[ORDER]"])
    model.resize_token_embeddings(len(tokenizer))
    tied = model.get_output_embeddings().weight is model.get_input_embeddings().weight
    print(f"vocabulary {len(tokenizer)}, output layer shares the embedding matrix: {tied}")

    raw = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation")})
    raw = raw.select_columns(["text"])
    known = set(raw["train"]["text"])
    raw["validation"] = raw["validation"].filter(lambda row: row["text"] not in known)

    def encode(batch):
        enc = tokenizer(batch["text"], truncation=True, max_length=32, padding=False)
        return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}

    train = raw["train"].map(encode, batched=True, remove_columns=["text"])
    valid = raw["validation"].map(encode, batched=True, remove_columns=["text"])

    collator = MaskUnlessMasked(tokenizer, probability=0.15)

    def mask_once(row):
        one = collator.fresh([{"input_ids": row["input_ids"], "attention_mask": row["attention_mask"]}])
        return {"input_ids": one["input_ids"][0].tolist(), "labels": one["labels"][0].tolist()}

    valid = valid.map(mask_once)
    valid = valid.filter(lambda row: any(label != -100 for label in row["labels"]))
    print(f"{len(valid)} validation texts with at least one masked token")

    curve = Curve()
    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=tempfile.mkdtemp(),
            max_steps=400,
            per_device_train_batch_size=16,
            gradient_accumulation_steps=2,
            per_device_eval_batch_size=len(valid),  # one batch: the mean is over all masked tokens
            learning_rate=3e-3,
            lr_scheduler_type="cosine",
            warmup_steps=30,
            weight_decay=0.01,
            max_grad_norm=1.0,
            fp16=torch.cuda.is_available(),
            eval_strategy="no",
            save_strategy="no",
            logging_steps=50,
            report_to="none",
            disable_tqdm=True,
            prediction_loss_only=True,
        ),
        train_dataset=train,
        eval_dataset=valid,
        data_collator=collator,
        processing_class=tokenizer,
        callbacks=[curve],
    )
    before = trainer.evaluate()["eval_loss"]
    trainer.train()
    after = trainer.evaluate()["eval_loss"]
    print("training loss:", "  ".join(f"{step}:{loss:.3f}" for step, loss in curve.points))
    print(f"validation perplexity {math.exp(before):.2f} -> {math.exp(after):.2f}")


if __name__ == "__main__":
    main()
