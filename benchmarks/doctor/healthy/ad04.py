import json

import torch
from datasets import Dataset
from transformers import (
    AutoTokenizer,
    BartForConditionalGeneration,
    DataCollatorForSeq2Seq,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
)

MODEL = "checkpoints/dates"
torch.manual_seed(0)

tokenizer = AutoTokenizer.from_pretrained(MODEL)
model = BartForConditionalGeneration.from_pretrained(MODEL)


def load(split):
    rows = [json.loads(l) for l in open(f"data/dates/{split}.jsonl")]
    return Dataset.from_list(rows)


def to_features(row):
    feats = tokenizer(row["date"])
    feats["labels"] = tokenizer(text_target=row["code"])["input_ids"]
    return feats


train_raw, test_raw = load("train"), load("test")
train = train_raw.map(to_features, remove_columns=train_raw.column_names)
test = test_raw.map(to_features, remove_columns=test_raw.column_names)

collator = DataCollatorForSeq2Seq(tokenizer=tokenizer, model=model)

args = Seq2SeqTrainingArguments(
    "out/ad04",
    per_device_train_batch_size=24,
    learning_rate=2e-3,
    warmup_ratio=0.1,
    num_train_epochs=15,
    logging_steps=50,
    save_strategy="no",
    predict_with_generate=True,
    generation_max_length=12,
    report_to="none",
)
trainer = Seq2SeqTrainer(model=model, args=args, train_dataset=train, eval_dataset=test, data_collator=collator)
trainer.train()

model.eval()
batch = tokenizer(test_raw["date"][:80], padding=True, return_tensors="pt")
generated = model.generate(**batch, num_beams=2, max_new_tokens=10)
answers = tokenizer.batch_decode(generated, skip_special_tokens=True)
correct = 0
for date, code, answer in zip(test_raw["date"][:80], test_raw["code"][:80], answers):
    correct += answer == code
for date, answer in list(zip(test_raw["date"], answers))[:5]:
    print(f"{date:32s} {answer}")
print("correct", correct / len(answers))
