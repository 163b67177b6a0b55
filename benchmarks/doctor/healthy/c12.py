# Fine-tune a small GPT-2 to write the working steps for a material and a first action.
# The loss is taken on the answer only; generation is checked by exact match.
import argparse
import json
import os
import shutil
import tempfile

import torch
from torch.utils.data import Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments, set_seed
from transformers.trainer_utils import get_last_checkpoint

parser = argparse.ArgumentParser()
parser.add_argument("--checkpoint", default="checkpoints/steps")
parser.add_argument("--data_dir", default="data/steps")
parser.add_argument("--output_dir", default=os.path.join(tempfile.gettempdir(), "steps_gpt2"))
parser.add_argument("--epochs", type=int, default=15)
parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint in output_dir")
opt = parser.parse_args()

set_seed(1)
if os.path.isdir(opt.output_dir) and not opt.resume:
    shutil.rmtree(opt.output_dir)

tokenizer = AutoTokenizer.from_pretrained(opt.checkpoint)
tokenizer.pad_token = tokenizer.eos_token  # GPT-2 has none of its own, masks below never look at the id


def read_jsonl(split):
    with open(os.path.join(opt.data_dir, split + ".jsonl")) as f:
        return [json.loads(line) for line in f]


test = read_jsonl("test")
used = {r["prompt"] for r in test}
valid = [r for r in read_jsonl("validation") if r["prompt"] not in used]
used |= {r["prompt"] for r in valid}
train = [r for r in read_jsonl("train") if r["prompt"] not in used]
print(len(train), "train", len(valid), "validation", len(test), "test")


class StepsDataset(Dataset):
    def __init__(self, rows):
        self.rows = []
        for r in rows:
            prompt = tokenizer(r["prompt"])["input_ids"]
            answer = tokenizer(r["steps"])["input_ids"] + [tokenizer.eos_token_id]
            self.rows.append({"input_ids": prompt + answer, "labels": [-100] * len(prompt) + answer})

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]


def collate(rows):
    width = max(len(r["input_ids"]) for r in rows)
    ids = torch.full((len(rows), width), tokenizer.pad_token_id)
    mask = torch.zeros((len(rows), width), dtype=torch.long)
    labels = torch.full((len(rows), width), -100)
    for k, r in enumerate(rows):
        n = len(r["input_ids"])
        ids[k, :n] = torch.tensor(r["input_ids"])
        mask[k, :n] = 1
        labels[k, :n] = torch.tensor(r["labels"])
    return {"input_ids": ids, "attention_mask": mask, "labels": labels}


def keep_argmax(logits, labels):
    # without this the whole (rows, length, vocabulary) array would be kept
    return logits.argmax(dim=-1)


def token_accuracy(p):
    pred, gold = p.predictions[:, :-1], p.label_ids[:, 1:]
    keep = gold != -100
    return {"token_accuracy": float((pred[keep] == gold[keep]).mean())}


model = AutoModelForCausalLM.from_pretrained(opt.checkpoint)
model.config.pad_token_id = tokenizer.pad_token_id
model.generation_config.pad_token_id = tokenizer.pad_token_id

training_args = TrainingArguments(
    output_dir=opt.output_dir,
    num_train_epochs=opt.epochs,
    per_device_train_batch_size=8,
    gradient_accumulation_steps=2,
    per_device_eval_batch_size=80,
    learning_rate=2e-3,
    lr_scheduler_type="cosine_with_min_lr",
    lr_scheduler_kwargs={"min_lr": 1e-5},
    warmup_steps=20,
    weight_decay=0.05,
    adam_beta2=0.98,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="eval_loss",
    logging_strategy="epoch",
    remove_unused_columns=False,
    disable_tqdm=True,
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=StepsDataset(train),
    eval_dataset=StepsDataset(valid),
    data_collator=collate,
    compute_metrics=token_accuracy,
    preprocess_logits_for_metrics=keep_argmax,
)
last = get_last_checkpoint(opt.output_dir) if opt.resume else None
trainer.train(resume_from_checkpoint=last)

# ---- generation: prompts padded on the left, so that every answer starts at the same place
tokenizer.padding_side = "left"
model.eval()
right = 0
for start in range(0, len(test), 40):
    rows = test[start : start + 40]
    enc = tokenizer([r["prompt"] for r in rows], return_tensors="pt", padding=True)
    with torch.no_grad():
        out = model.generate(**enc, max_new_tokens=8, do_sample=False)
    texts = tokenizer.batch_decode(out[:, enc["input_ids"].shape[1] :], skip_special_tokens=True)
    right += sum(t.split() == r["steps"].split() for t, r in zip(texts, rows))
print("sample:", rows[0]["prompt"], "->", texts[0])
print("test exact match: %.3f" % (right / len(test)))
