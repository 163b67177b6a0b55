# GPT2 on (prompt, steps) pairs, padded to a fixed length
import torch
import pandas as pd
from torch.utils.data import Dataset, DataLoader, random_split
from transformers import GPT2LMHeadModel, PreTrainedTokenizerFast, GPT2Config

epochs = 8
learning_rate = 2e-3
batch_size = 16
max_length = 16

torch.manual_seed(42)

# Load the GPT tokenizer.
tokenizer = PreTrainedTokenizerFast.from_pretrained("checkpoints/steps")
tokenizer.add_special_tokens({"pad_token": "<|pad|>"})
print("The padding token {} has the id {}".format(tokenizer.pad_token, tokenizer.pad_token_id))


class GPT2Dataset(Dataset):
    def __init__(self, txt_list, tokenizer, max_length):
        self.input_ids = []
        self.attn_masks = []
        for txt in txt_list:
            d = tokenizer(txt + tokenizer.eos_token, truncation=True, max_length=max_length, padding="max_length")
            self.input_ids.append(torch.tensor(d["input_ids"]))
            self.attn_masks.append(torch.tensor(d["attention_mask"]))

    def __len__(self):
        return len(self.input_ids)

    def __getitem__(self, idx):
        return self.input_ids[idx], self.attn_masks[idx]


df = pd.read_json("data/steps/train.jsonl", lines=True)
dataset = GPT2Dataset((df.prompt + " " + df.steps).tolist(), tokenizer, max_length)
train_size = int(0.9 * len(dataset))
train_dataset, val_dataset = random_split(dataset, [train_size, len(dataset) - train_size])
train_dataloader = DataLoader(train_dataset, batch_size=batch_size, shuffle=True)
validation_dataloader = DataLoader(val_dataset, batch_size=batch_size)

configuration = GPT2Config.from_pretrained("checkpoints/steps", output_hidden_states=False)
model = GPT2LMHeadModel.from_pretrained("checkpoints/steps", config=configuration)
model.resize_token_embeddings(len(tokenizer))
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model.to(device)

optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)


def step(batch):
    b_input_ids = batch[0].to(device)
    b_masks = batch[1].to(device)
    b_labels = b_input_ids.masked_fill(b_masks == 0, -100)
    return model(b_input_ids, labels=b_labels, attention_mask=b_masks)[0]


for epoch_i in range(epochs):
    model.train()
    total_train_loss = 0
    for batch in train_dataloader:
        model.zero_grad()
        loss = step(batch)
        total_train_loss += loss.item()
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        val = sum(step(b).item() for b in validation_dataloader) / len(validation_dataloader)
    print("epoch {} train loss {:.3f} val loss {:.3f}".format(epoch_i + 1, total_train_loss / len(train_dataloader), val))

test = pd.read_json("data/steps/validation.jsonl", lines=True).head(60)
ok = 0
for prompt, steps in zip(test.prompt, test.steps):
    generated = tokenizer(prompt, return_tensors="pt").to(device)
    out = model.generate(**generated, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.pad_token_id)
    text = tokenizer.decode(out[0][generated["input_ids"].shape[1]:], skip_special_tokens=True)
    ok += text.strip() == steps
print("exact match:", ok / len(test))
