"""Masked language modelling, line by line: a small DistilBERT learns the language of the support tickets."""
import numpy as np
import torch
from datasets import load_dataset
from transformers import (AutoModelForMaskedLM, AutoTokenizer, DataCollatorForLanguageModeling, Trainer,
                          TrainingArguments, set_seed)

set_seed(21)
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = AutoModelForMaskedLM.from_pretrained("checkpoints/tickets")
raw = load_dataset("json", data_files={"train": "data/tickets/train.jsonl", "test": "data/tickets/test.jsonl"})
test_texts = set(raw["test"]["text"])
raw["train"] = raw["train"].filter(lambda ex: ex["text"] not in test_texts)


def tokenize(examples):
    return tok(examples["text"], truncation=True, return_special_tokens_mask=True)


lines = raw.map(tokenize, batched=True, remove_columns=raw["train"].column_names)
collator = DataCollatorForLanguageModeling(tok, mlm_probability=0.15)

# One fixed masking of the test lines, so that the evaluations before and after are of the same tokens.
fixed = collator([dict(row) for row in lines["test"]])


def masked_accuracy(net):
    """Share of masked test tokens that are found, and their perplexity."""
    net.eval()
    batch = {k: v.to(net.device) for k, v in fixed.items()}
    with torch.no_grad():
        out = net(**batch)
    keep = batch["labels"] != -100
    return (out.logits.argmax(-1) == batch["labels"])[keep].float().mean().item(), out.loss.exp().item()


args = TrainingArguments(
    "runs/r14", num_train_epochs=18, per_device_train_batch_size=16, learning_rate=2e-3, lr_scheduler_type="cosine",
    warmup_steps=30, weight_decay=0.01, adam_beta2=0.98, logging_steps=200, save_strategy="no", report_to="none",
    disable_tqdm=True)
trainer = Trainer(model, args, data_collator=collator, train_dataset=lines["train"])
acc0, ppl0 = masked_accuracy(model)
trainer.train()
acc1, ppl1 = masked_accuracy(model)

train_ids = np.concatenate([np.asarray(row)[1:-1] for row in lines["train"]["input_ids"]])
commonest = np.bincount(train_ids).argmax()
base = (fixed["labels"][fixed["labels"] != -100] == int(commonest)).float().mean().item()
print(f"masked tokens of the test tickets: accuracy {acc0:.3f} -> {acc1:.3f}, perplexity {ppl0:.1f} -> {ppl1:.2f}; "
      f"the commonest token '{tok.convert_ids_to_tokens(int(commonest))}' alone: {base:.3f}")
