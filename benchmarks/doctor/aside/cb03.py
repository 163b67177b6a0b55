"""Small GPT-2 on arithmetic-progression strings. Run: python cb03.py --epochs 40"""
import argparse
import math
import random

import torch
from datasets import Dataset
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainingArguments, default_data_collator, set_seed

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=40)
parser.add_argument("--lr", type=float, default=2e-3)
parser.add_argument("--length", type=int, default=24)
parser.add_argument("--seed", type=int, default=3)
opt = parser.parse_args()

set_seed(opt.seed)
MOD = 29
BOS = MOD          # one extra id for the start of a line
VOCAB = MOD + 1


def progression(start, step):
    return [BOS] + [(start + k * step) % MOD for k in range(opt.length - 1)]


pairs = [(a, d) for a in range(MOD) for d in range(1, 5)]
random.shuffle(pairs)
train_pairs, valid_pairs = pairs[:92], pairs[92:]


def to_example(pair):
    ids = progression(*pair)
    return {
        "input_ids": ids,
        "attention_mask": [1] * len(ids),
        "labels": ids[1:] + [-100],      # next token at every position
    }


train = Dataset.from_list([to_example(p) for p in train_pairs])
valid = Dataset.from_list([to_example(p) for p in valid_pairs])

model = GPT2LMHeadModel(GPT2Config(
    vocab_size=VOCAB, n_positions=opt.length, n_embd=96, n_layer=2, n_head=4,
    resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0, bos_token_id=BOS, eos_token_id=None))

args = TrainingArguments(
    output_dir="out/cb03",
    num_train_epochs=opt.epochs,
    per_device_train_batch_size=8,
    per_device_eval_batch_size=24,
    learning_rate=opt.lr,
    lr_scheduler_type="cosine",
    warmup_steps=20,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=60,
    report_to="none",
    seed=opt.seed,
)
trainer = Trainer(model=model, args=args, train_dataset=train, eval_dataset=valid,
                  data_collator=default_data_collator)
trainer.train()
print("validation perplexity", math.exp(trainer.evaluate()["eval_loss"]))

# continue held-out progressions after five numbers, greedily
model.eval()
correct = total = 0
with torch.no_grad():
    for start, step in valid_pairs:
        truth = progression(start, step)
        ids = torch.tensor([truth[:6]])
        for _ in range(5):
            nxt = model(input_ids=ids).logits[:, -1].argmax(-1, keepdim=True)
            ids = torch.cat([ids, nxt], dim=1)
        correct += int((ids[0, 6:] == torch.tensor(truth[6:11])).sum())
        total += 5
print(f"continued rightly: {correct}/{total}")
