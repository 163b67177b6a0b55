# Causal LM: "prompt" -> "steps". Loss on the answer and its end mark only; exact match by greedy generation.
import json, torch
from transformers import AutoTokenizer, AutoModelForCausalLM, Trainer, TrainingArguments, set_seed

set_seed(5)
CK = "checkpoints/steps"
tok = AutoTokenizer.from_pretrained(CK)
tok.pad_token = tok.eos_token      # the vocabulary has no padding token of its own
model = AutoModelForCausalLM.from_pretrained(CK)
model.generation_config.pad_token_id = tok.eos_token_id

load = lambda s: [json.loads(l) for l in open(f"data/steps/{s}.jsonl")]
val, test = load("validation"), load("test")
held = {r["prompt"] for r in val + test}
train = [r for r in load("train") if r["prompt"] not in held]
print(len(train), "rows to train on")


def encode(r):
    p = tok(r["prompt"])["input_ids"]
    a = tok(r["steps"])["input_ids"] + [tok.eos_token_id]
    return {"input_ids": p + a, "labels": [-100] * len(p) + a}


class PadBoth:
    """Padding is told apart from the end mark by position, not by its number, so that the end mark stays in the loss."""

    def __call__(self, items):
        n = max(len(x["input_ids"]) for x in items)
        ids, lab, att = [], [], []
        for x in items:
            k = n - len(x["input_ids"])
            ids.append(x["input_ids"] + [tok.pad_token_id] * k)
            lab.append(x["labels"] + [-100] * k)
            att.append([1] * (n - k) + [0] * k)
        return {"input_ids": torch.tensor(ids), "labels": torch.tensor(lab), "attention_mask": torch.tensor(att)}


def exact(rows):
    tok.padding_side = "left"      # so that the last position of every row is the last word of its prompt
    model.eval()
    enc = tok([r["prompt"] for r in rows], padding=True, return_tensors="pt")
    with torch.no_grad():
        out = model.generate(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"], max_new_tokens=8, do_sample=False)
    said = tok.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    for r, s in list(zip(rows, said))[:2]:
        print("   ", r["prompt"], "->", s.strip(), "|", r["steps"])
    return sum(s.strip() == r["steps"] for r, s in zip(rows, said)) / len(rows)


args = TrainingArguments(
    output_dir="runs/r03", num_train_epochs=24, per_device_train_batch_size=32, learning_rate=3e-3,
    lr_scheduler_type="cosine", warmup_steps=20, logging_steps=50, save_strategy="no", eval_strategy="epoch",
    per_device_eval_batch_size=160, report_to="none", disable_tqdm=True, remove_unused_columns=False)
print("exact match before:", exact(test))
tok.padding_side = "right"
trainer = Trainer(model=model, args=args, data_collator=PadBoth(),
                  train_dataset=[encode(r) for r in train], eval_dataset=[encode(r) for r in val])
trainer.train()
print("validation exact match:", exact(val))
print("test exact match:", exact(test))
