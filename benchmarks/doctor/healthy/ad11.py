import argparse
import json

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, DataCollatorForSeq2Seq, Trainer, TrainingArguments, set_seed

parser = argparse.ArgumentParser()
parser.add_argument("--checkpoint", default="checkpoints/steps")
parser.add_argument("--epochs", type=int, default=8)
parser.add_argument("--lr", type=float, default=3e-3)
parser.add_argument("--max_new_tokens", type=int, default=8)
opts = parser.parse_args()
set_seed(21)

tok = AutoTokenizer.from_pretrained(opts.checkpoint)
tok.pad_token = tok.eos_token
model = AutoModelForCausalLM.from_pretrained(opts.checkpoint)
model.generation_config.pad_token_id = tok.pad_token_id


def rows(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(x) for x in f]


def features(row):
    prompt = tok(row["prompt"])["input_ids"]
    answer = tok(row["steps"])["input_ids"] + [tok.eos_token_id]
    return {
        "input_ids": prompt + answer,
        "attention_mask": [1] * (len(prompt) + len(answer)),
        "labels": [-100] * len(prompt) + answer,
    }


train_set = [features(r) for r in rows("train")]
valid_set = [features(r) for r in rows("validation")]

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/ad11",
        num_train_epochs=opts.epochs,
        learning_rate=opts.lr,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        eval_strategy="epoch",
        logging_steps=100,
        save_strategy="no",
        report_to="none",
    ),
    train_dataset=train_set,
    eval_dataset=valid_set,
    data_collator=DataCollatorForSeq2Seq(tok, label_pad_token_id=-100),
)
trainer.train()


@torch.no_grad()
def answer_all(data, batch_size=32):
    model.eval()
    tok.padding_side = "left"
    answers = []
    for i in range(0, len(data), batch_size):
        enc = tok([r["prompt"] for r in data[i:i + batch_size]], padding=True, return_tensors="pt")
        out = model.generate(**enc, max_new_tokens=opts.max_new_tokens, do_sample=False)
        answers += tok.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    return answers


def word_f1(a, b):
    a, b = a.split(), b.split()
    common = len(set(a) & set(b))
    return 2 * common / (len(a) + len(b)) if common else 0.0


test = rows("test")
answers = answer_all(test)
exact = sum(a.strip() == r["steps"].strip() for a, r in zip(answers, test)) / len(test)
f1 = sum(word_f1(a, r["steps"]) for a, r in zip(answers, test)) / len(test)
print({"test_exact_match": round(exact, 3), "test_word_f1": round(f1, 3)})
