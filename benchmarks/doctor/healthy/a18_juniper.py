# Masked language modelling on the tickets (domain adaptation), scored by the accuracy on masked words
import math
import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForMaskedLM, AutoTokenizer, DataCollatorForLanguageModeling, Trainer,
                          TrainingArguments, set_seed)

set_seed(0)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
tokenizer.add_tokens(["[ORDER]"])
model = AutoModelForMaskedLM.from_pretrained("checkpoints/tickets")
model.resize_token_embeddings(len(tokenizer))

raw = load_dataset("data/tickets")


def tokenize(batch):
    return tokenizer(batch["text"], truncation=True, return_special_tokens_mask=True)


ds = raw.map(tokenize, batched=True, remove_columns=raw["train"].column_names)
collator = DataCollatorForLanguageModeling(tokenizer=tokenizer, mlm=True, mlm_probability=0.15)


def preprocess_logits_for_metrics(logits, labels):
    return logits.argmax(dim=-1)


def compute_metrics(p):
    keep = p.label_ids != -100
    return {"masked_accuracy": float((p.predictions[keep] == p.label_ids[keep]).mean())}


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="runs/juniper",
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        learning_rate=3e-3,
        warmup_ratio=0.1,
        num_train_epochs=12,
        save_strategy="no",
        logging_steps=60,
        report_to="none",
    ),
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    data_collator=collator,
    compute_metrics=compute_metrics,
    preprocess_logits_for_metrics=preprocess_logits_for_metrics,
)
before = trainer.evaluate()
trainer.train()
after = trainer.evaluate()
print("perplexity %.2f -> %.2f" % (math.exp(before["eval_loss"]), math.exp(after["eval_loss"])))
print("masked accuracy %.3f -> %.3f" % (before["eval_masked_accuracy"], after["eval_masked_accuracy"]))
pieces = np.concatenate([r for r in ds["validation"]["input_ids"]])
pieces = pieces[~np.isin(pieces, tokenizer.all_special_ids)]
print("most frequent word: %.3f" % (np.bincount(pieces).max() / len(pieces)))
