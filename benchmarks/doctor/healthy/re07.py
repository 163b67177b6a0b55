import json
import torch
from transformers import GPT2LMHeadModel, PreTrainedTokenizerFast

torch.manual_seed(1337)

# hyperparameters
block_size = 32
batch_size = 16
max_iters = 500
eval_interval = 100
learning_rate = 2e-3
eval_iters = 10

tok = PreTrainedTokenizerFast.from_pretrained("checkpoints/steps")
model = GPT2LMHeadModel.from_pretrained("checkpoints/steps")


def corpus(split):
    rows = [json.loads(l) for l in open(f"data/steps/{split}.jsonl")]
    text = "".join(f"</s> {r['prompt']} {r['steps']} " for r in rows) + "</s>"
    return torch.tensor(tok(text, verbose=False)["input_ids"]), rows


train_data, _ = corpus("train")
val_data, val_rows = corpus("validation")
print(len(train_data), "training tokens")


def get_batch(split):
    data = train_data if split == "train" else val_data
    ix = torch.randint(len(data) - block_size - 1, (batch_size,))
    x = torch.stack([data[i:i + block_size] for i in ix])
    y = x.clone()
    return x, y


@torch.no_grad()
def estimate_loss():
    model.eval()
    res = {}
    for split in ("train", "val"):
        losses = torch.zeros(eval_iters)
        for k in range(eval_iters):
            x, y = get_batch(split)
            losses[k] = model(input_ids=x, labels=y).loss
        res[split] = losses.mean().item()
    model.train()
    return res


optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate, weight_decay=0.1)

model.train()
for it in range(max_iters + 1):
    if it % eval_interval == 0:
        l = estimate_loss()
        print(f"iter {it}: train loss {l['train']:.3f} val loss {l['val']:.3f}")
    x, y = get_batch("train")
    loss = model(input_ids=x, labels=y).loss
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()

# write some
model.eval()
good = 0
for k, row in enumerate(val_rows[:50]):
    ids = tok("</s> " + row["prompt"], return_tensors="pt")["input_ids"]
    out = model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=8,
                         do_sample=False, pad_token_id=tok.eos_token_id)
    answer = tok.decode(out[0, ids.shape[1]:], skip_special_tokens=True)
    good += answer == row["steps"]
    if k < 6:
        print(row["prompt"], "=>", answer, "   (", row["steps"], ")")
print("right:", good, "of 50")
