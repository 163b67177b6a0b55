# code -> date (the other way round), with label smoothing and beam search
import random
import numpy as np
import torch
from datasets import load_dataset, DatasetDict
from transformers import (BartForConditionalGeneration, DataCollatorForSeq2Seq, PreTrainedTokenizerFast, Seq2SeqTrainer,
                          Seq2SeqTrainingArguments)

random.seed(0); np.random.seed(0); torch.manual_seed(0)

tok = PreTrainedTokenizerFast.from_pretrained("checkpoints/dates")
model = BartForConditionalGeneration.from_pretrained("checkpoints/dates")

def drop_preposition(row):
    # "from 12 september" -> "12 september": the first word is not in the code
    return {"source": row["code"], "target": " ".join(row["date"].split()[1:])}

raw = load_dataset("data/dates").map(drop_preposition, remove_columns=["date", "code"])

def to_features(batch):
    features = tok(batch["source"], truncation=True)
    features["labels"] = tok(text_target=batch["target"], truncation=True)["input_ids"]
    return features

ds: DatasetDict = raw.map(to_features, batched=True, remove_columns=["source", "target"])

def word_accuracy(pred):
    guess = np.where(pred.predictions == -100, tok.pad_token_id, pred.predictions)
    gold = np.where(pred.label_ids == -100, tok.pad_token_id, pred.label_ids)
    guess = tok.batch_decode(guess, skip_special_tokens=True)
    gold = tok.batch_decode(gold, skip_special_tokens=True)
    same = total = 0
    for g, w in zip(guess, gold):
        g, w = g.split(), w.split()
        same += sum(a == b for a, b in zip(g, w))
        total += max(len(g), len(w))
    return {"word_accuracy": same / total, "exact": float(np.mean([g == w for g, w in zip(guess, gold)]))}

args = Seq2SeqTrainingArguments(
    output_dir="runs/falcon",
    learning_rate=3e-3,
    lr_scheduler_type="cosine",
    warmup_ratio=0.05,
    label_smoothing_factor=0.05,
    num_train_epochs=7,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    predict_with_generate=True,
    generation_num_beams=2,
    generation_max_length=10,
    eval_strategy="no",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)
trainer = Seq2SeqTrainer(model=model, args=args, train_dataset=ds["train"], eval_dataset=ds["validation"],
                         data_collator=DataCollatorForSeq2Seq(tok, model=model), processing_class=tok,
                         compute_metrics=word_accuracy)
trainer.train()
print(trainer.evaluate())
