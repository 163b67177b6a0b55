import torch
from torch import nn
from torch.utils.data import DataLoader
from datasets import load_dataset
from transformers import AutoModel, AutoTokenizer, DataCollatorWithPadding

model_name = "checkpoints/tickets"
device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(3)


class TicketClassifier(nn.Module):
    def __init__(self, n_classes, dropout=0.1):
        super().__init__()
        self.backbone = AutoModel.from_pretrained(model_name)
        self.drop = nn.Dropout(dropout)
        self.out = nn.Linear(self.backbone.config.hidden_size, n_classes)

    def forward(self, input_ids, attention_mask):
        outputs = self.backbone(input_ids=input_ids, attention_mask=attention_mask)
        pooled = outputs.pooler_output
        return self.out(self.drop(pooled))


tokenizer = AutoTokenizer.from_pretrained(model_name)
ds = load_dataset("json", data_files={"train": "data/tickets/train.jsonl", "test": "data/tickets/test.jsonl"})
ds = ds.map(lambda x: tokenizer(x["text"], truncation=True, max_length=32, return_token_type_ids=False), batched=True)
ds = ds.remove_columns(["text", "desk"]).rename_column("desk_id", "labels")
collator = DataCollatorWithPadding(tokenizer)
train_dl = DataLoader(ds["train"], batch_size=16, shuffle=True, collate_fn=collator)
test_dl = DataLoader(ds["test"], batch_size=64, collate_fn=collator)

model = TicketClassifier(n_classes=4).to(device)
optim = torch.optim.AdamW(
    [
        {"params": model.backbone.parameters(), "lr": 5e-4},
        {"params": model.out.parameters(), "lr": 2e-3},
    ],
    weight_decay=0.01,
)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(6):
    model.train()
    epoch_loss = 0
    for batch in train_dl:
        batch = {k: v.to(device) for k, v in batch.items()}
        labels = batch.pop("labels")
        logits = model(**batch)
        loss = loss_fn(logits, labels)
        loss.backward()
        optim.step()
        optim.zero_grad()
        epoch_loss += loss.item()
    model.eval()
    hits = 0
    with torch.no_grad():
        for batch in test_dl:
            batch = {k: v.to(device) for k, v in batch.items()}
            labels = batch.pop("labels")
            hits += (model(**batch).argmax(dim=1) == labels).sum().item()
    print("epoch", epoch, "loss", round(epoch_loss / len(train_dl), 4), "test acc", hits / len(ds["test"]))
