# dates -> code words, BART, own loop
import json, random
import torch
from accelerate import Accelerator
from transformers import AutoTokenizer, BartForConditionalGeneration

random.seed(8)
torch.manual_seed(8)
device_batch = 16
epochs = 15

tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")
model = BartForConditionalGeneration.from_pretrained("checkpoints/dates")
accelerator = Accelerator(cpu=True)


class DateSet(torch.utils.data.Dataset):
    def __init__(self, split):
        rows = [json.loads(x) for x in open("data/dates/%s.jsonl" % split)]
        self.source = tokenizer([r["date"] for r in rows], padding="max_length", max_length=10, truncation=True, return_tensors="pt")
        self.target = tokenizer([r["code"] for r in rows], padding="max_length", max_length=8, truncation=True, return_tensors="pt")
        self.code = [r["code"] for r in rows]

    def __len__(self):
        return len(self.code)

    def __getitem__(self, i):
        return {
            "source_ids": self.source["input_ids"][i],
            "source_mask": self.source["attention_mask"][i],
            "target_ids": self.target["input_ids"][i],
        }


train_loader = torch.utils.data.DataLoader(DateSet("train"), batch_size=device_batch, shuffle=True)
test_set = DateSet("test")
test_loader = torch.utils.data.DataLoader(test_set, batch_size=80)
optimizer = torch.optim.AdamW(params=model.parameters(), lr=2e-3)
model, optimizer, train_loader, test_loader = accelerator.prepare(model, optimizer, train_loader, test_loader)

for epoch in range(epochs):
    model.train()
    epoch_loss = 0
    for data in train_loader:
        y = data["target_ids"]
        labels = y.clone()
        labels[y == tokenizer.pad_token_id] = -100
        outputs = model(
            input_ids=data["source_ids"],
            attention_mask=data["source_mask"],
            decoder_input_ids=y,
            labels=labels,
        )
        optimizer.zero_grad()
        accelerator.backward(outputs.loss)
        optimizer.step()
        epoch_loss += outputs.loss.item()
    print("epoch: %d, loss: %.4f" % (epoch, epoch_loss / len(train_loader)))

model.eval()
predictions = []
with torch.no_grad():
    for data in test_loader:
        ids = accelerator.unwrap_model(model).generate(
            input_ids=data["source_ids"], attention_mask=data["source_mask"], max_new_tokens=8, num_beams=2
        )
        predictions += [tokenizer.decode(g, skip_special_tokens=True).strip() for g in ids]

for want, got in list(zip(test_set.code, predictions))[:6]:
    print("actual:", want, "| predicted:", got)
print("exact match: %.3f" % (sum(a == b for a, b in zip(test_set.code, predictions)) / len(predictions)))
