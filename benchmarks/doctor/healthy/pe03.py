# Teach a small GPT-2 to write the list of steps after a prompt.
import json
import torch
from torch.utils.data import Dataset
from transformers import (GPT2LMHeadModel, AutoTokenizer, Trainer, TrainingArguments,
                          DataCollatorForLanguageModeling, set_seed)

set_seed(1)

tok = AutoTokenizer.from_pretrained("checkpoints/steps")
model = GPT2LMHeadModel.from_pretrained("checkpoints/steps")

# GPT-2 has no padding token
tok.add_special_tokens({"pad_token": "<pad>"})
model.resize_token_embeddings(len(tok))
model.config.pad_token_id = tok.pad_token_id


def load_jsonl(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(l) for l in f]


class StepsDataset(Dataset):
    """prompt + steps + end of text, one example per line"""

    def __init__(self, rows):
        texts = [r["prompt"] + " " + r["steps"] + " " + tok.eos_token for r in rows]
        self.items = [tok(t, truncation=True, max_length=32) for t in texts]

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


train_ds = StepsDataset(load_jsonl("data/steps/train.jsonl"))
print(tok.convert_ids_to_tokens(train_ds[0]["input_ids"]))

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="runs/k03",
        per_device_train_batch_size=16,
        num_train_epochs=6,
        learning_rate=2e-3,
        logging_steps=60,
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
    ),
    train_dataset=train_ds,
    data_collator=DataCollatorForLanguageModeling(tok, mlm=False),
)
trainer.train()


@torch.no_grad()
def write_steps(prompts):
    tok.padding_side = "left"
    batch = tok(prompts, padding=True, return_tensors="pt")
    out = model.generate(**batch, max_new_tokens=10, do_sample=False)
    new = out[:, batch["input_ids"].shape[1]:]
    return [t.strip() for t in tok.batch_decode(new, skip_special_tokens=True)]


model.eval()
test_rows = load_jsonl("data/steps/validation.jsonl")
answers = write_steps([r["prompt"] for r in test_rows])
hits = sum(a == r["steps"] for a, r in zip(answers, test_rows))
starts = sum(a.startswith(r["steps"]) for a, r in zip(answers, test_rows))
print(f"exact: {hits / len(test_rows):.3f}   starts with the right steps: {starts / len(test_rows):.3f}")
for r, a in list(zip(test_rows, answers))[:4]:
    print(f"  {r['prompt']!r:35} want {r['steps']!r:35} got {a!r}")
