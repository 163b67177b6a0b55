"""SFT of a small GPT-2: prompt -> list of steps. Loss on the answer only."""
import json

import torch
from transformers import (AutoModelForCausalLM, AutoTokenizer, DataCollatorForSeq2Seq, Trainer, TrainingArguments,
                          set_seed)

set_seed(0)
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
tok.pad_token = tok.eos_token
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
model.generation_config.pad_token_id = tok.pad_token_id


def load(name):
    return [json.loads(line) for line in open(f"data/steps/{name}.jsonl")]


def encode(text):
    # the tokenizer adds no special tokens itself, the model has to learn where to stop
    return tok(text)["input_ids"] + [tok.eos_token_id]


def build(example):
    prompt = tok(example["prompt"])["input_ids"]
    full = encode(example["prompt"] + " " + example["steps"])
    labels = [-100] * len(prompt) + full[len(prompt):]  # no loss on the prompt
    return {"input_ids": full, "labels": labels}


train = [build(e) for e in load("train")]
val = [build(e) for e in load("validation")]

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/hg03",
        per_device_train_batch_size=16,
        learning_rate=2e-3,
        num_train_epochs=8,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
    ),
    train_dataset=train,
    eval_dataset=val,
    data_collator=DataCollatorForSeq2Seq(tok, padding=True, label_pad_token_id=-100),
)
trainer.train()

model.eval()
test = load("test")[:60]
exact = 0
for n, e in enumerate(test):
    ids = torch.tensor([tok(e["prompt"])["input_ids"]])
    out = model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=8, do_sample=False)
    answer = tok.decode(out[0, ids.shape[1]:], skip_special_tokens=True).strip()
    exact += answer == e["steps"]
    if n < 4:
        print(f"{e['prompt']!r} -> {answer!r} (expected {e['steps']!r})")
print(f"eval loss {trainer.evaluate()['eval_loss']:.4f}, exact match on {len(test)} test prompts: {exact / len(test):.3f}")
