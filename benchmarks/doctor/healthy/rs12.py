"""R-Drop: every batch runs twice under different dropout, and the two answers are drawn towards each other."""
import numpy as np
import pandas as pd
import torch
import torch.nn.functional as F
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)


class RDropTrainer(Trainer):
    alpha = 1.0

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        if not model.training:
            return super().compute_loss(model, inputs, return_outputs=return_outputs)
        doubled = {k: torch.cat([v, v]) for k, v in inputs.items()}  # dropout differs between the halves
        out = model(**doubled)
        a, b = out.logits.log_softmax(-1).chunk(2)
        agree = 0.5 * (F.kl_div(a, b, log_target=True, reduction="batchmean") + F.kl_div(b, a, log_target=True, reduction="batchmean"))
        loss = out.loss + self.alpha * agree
        return (loss, out) if return_outputs else loss


def prepare(tokenizer):
    df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
    test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
    df = df[~df["sentence"].isin(test["sentence"])]
    full = Dataset.from_pandas(df[["sentence", "label"]], preserve_index=False)
    parts = full.train_test_split(train_size=1600, test_size=300, seed=2)
    parts["held"] = Dataset.from_pandas(test[["sentence", "label"]], preserve_index=False)
    return parts.map(lambda b: tokenizer(b["sentence"], truncation=True, max_length=48), batched=True, remove_columns=["sentence"])


def accuracy(p):
    return {"acc": float((np.argmax(p.predictions, -1) == p.label_ids).mean())}


if __name__ == "__main__":
    set_seed(2)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
    data = prepare(tokenizer)
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)
    trainer = RDropTrainer(
        model=model,
        args=TrainingArguments(
            output_dir="runs/r12", learning_rate=6e-4, num_train_epochs=2, per_device_train_batch_size=16,
            per_device_eval_batch_size=120, warmup_ratio=0.1, weight_decay=0.01, logging_steps=30, save_strategy="no",
            eval_strategy="epoch", report_to="none", disable_tqdm=True,
        ),
        train_dataset=data["train"],
        eval_dataset=data["test"],
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=accuracy,
    )
    trainer.train()
    print("held out:", trainer.evaluate(data["held"], metric_key_prefix="held"))
