import random
import torch
from torch.nn.utils.rnn import pad_sequence
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast, get_linear_schedule_with_warmup

# orders in a cafe -> ticket for the kitchen:   "please one large tea with milk =>  tea large milk"
random.seed(8)
torch.manual_seed(8)

DRINKS = ["tea", "coffee", "cocoa", "juice", "cider", "latte", "mocha", "chai"]
SIZES = ["small", "medium", "large", "huge"]
EXTRAS = ["milk", "sugar", "honey", "lemon", "cream", "ice"]
POLITE = ["", "please ", "could i have ", "good morning i would like "]


def orders():
    for d in DRINKS:
        for s in SIZES:
            for e in EXTRAS:
                for p in POLITE:
                    yield f"{p}one {s} {d} with {e} =>", f"{d.upper()} {s.upper()} {e.upper()} <eos>"


data = list(orders())
random.shuffle(data)
train, test = data[:640], data[640:]

vocab = ["<pad>", "<eos>", "<unk>"] + sorted({w for x, y in train for w in (x + " " + y).split() if w != "<eos>"})
core = Tokenizer(models.WordLevel({w: i for i, w in enumerate(vocab)}, unk_token="<unk>"))
core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=core, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>",
                                    model_input_names=["input_ids", "attention_mask"])

model = GPT2LMHeadModel(GPT2Config(
    vocab_size=len(tokenizer), n_positions=32, n_embd=96, n_layer=2, n_head=4, resid_pdrop=0.0, embd_pdrop=0.0,
    attn_pdrop=0.0, bos_token_id=tokenizer.eos_token_id, eos_token_id=tokenizer.eos_token_id,
    pad_token_id=tokenizer.pad_token_id))


def collate(part):
    ids, labels = [], []
    for prompt, answer in part:
        p, t = tokenizer(prompt)["input_ids"], tokenizer(answer)["input_ids"]
        ids.append(torch.tensor(p + t))
        labels.append(torch.tensor([-100] * len(p) + t))      # the prompt is given, not to be learned
    lengths = torch.tensor([len(i) for i in ids])
    ids = pad_sequence(ids, batch_first=True, padding_value=tokenizer.pad_token_id)
    labels = pad_sequence(labels, batch_first=True, padding_value=-100)
    mask = (torch.arange(ids.shape[1])[None] < lengths[:, None]).long()
    return {"input_ids": ids, "attention_mask": mask, "labels": labels}


@torch.no_grad()
def kitchen_accuracy():
    model.eval()
    right = 0
    for i in range(0, len(test), 64):
        part = test[i:i + 64]
        enc = tokenizer([p for p, _ in part], padding=True, return_tensors="pt")
        out = model.generate(**enc, max_new_tokens=5, do_sample=False)
        new = out[:, enc["input_ids"].shape[1]:]
        for text, (_, answer) in zip(tokenizer.batch_decode(new, skip_special_tokens=True), part):
            right += text.strip() == answer.replace(" <eos>", "")
    return right / len(test)


EPOCHS, SIZE = 12, 16
steps = EPOCHS * (len(train) // SIZE)
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=30, num_training_steps=steps)
for epoch in range(EPOCHS):
    model.train()
    random.shuffle(train)
    losses = []
    for i in range(0, len(train), SIZE):
        loss = model(**collate(train[i:i + SIZE])).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        scheduler.step()
        losses.append(loss.item())
    print(f"epoch {epoch}: train loss {sum(losses) / len(losses):.4f}")
print("tickets written rightly:", round(kitchen_accuracy(), 3))
