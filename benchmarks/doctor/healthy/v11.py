import numpy as np
import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from transformers import DistilBertModel, AutoTokenizer

SEED = 0
torch.manual_seed(SEED)
np.random.seed(SEED)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


class PriceRegressor(nn.Module):
    def __init__(self, drop_rate=0.1):
        super(PriceRegressor, self).__init__()
        self.encoder = DistilBertModel.from_pretrained("checkpoints/prices")
        self.regressor = nn.Sequential(
            nn.Dropout(drop_rate),
            nn.Linear(self.encoder.config.dim, 1),
        )

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids, attention_mask=attention_mask)[0]
        cls = hidden[:, 0, :]
        return self.regressor(cls).squeeze(1)


def make_loader(df, scale, batch_size, shuffle):
    enc = tokenizer(df.text.tolist(), padding="max_length", max_length=20, truncation=True, return_tensors="pt")
    y = torch.tensor((df.price.values - scale[0]) / scale[1], dtype=torch.float32)
    return DataLoader(TensorDataset(enc["input_ids"], enc["attention_mask"], y), batch_size=batch_size, shuffle=shuffle)


def r2_score(pred, true):
    return 1 - ((pred - true) ** 2).sum() / ((true - true.mean()) ** 2).sum()


def fit(model, optimizer, loss_function, epochs, train_dataloader, valid_dataloader, device):
    for epoch in range(epochs):
        print("--- epoch", epoch)
        model.train()
        epoch_loss = 0
        for step, batch in enumerate(train_dataloader):
            batch_inputs, batch_masks, batch_labels = tuple(b.to(device) for b in batch)
            model.zero_grad()
            outputs = model(batch_inputs, batch_masks)
            loss = loss_function(outputs, batch_labels)
            epoch_loss += loss
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 2.0)
            optimizer.step()
        print("train loss", float(epoch_loss) / len(train_dataloader))

        model.eval()
        preds, labels = [], []
        with torch.no_grad():
            for batch_inputs, batch_masks, batch_labels in valid_dataloader:
                preds.append(model(batch_inputs.to(device), batch_masks.to(device)).cpu())
                labels.append(batch_labels)
        print("valid R2", float(r2_score(torch.cat(preds), torch.cat(labels))))
    return model


device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
train_df = pd.read_json("data/prices/train.jsonl", lines=True)
valid_df = pd.read_json("data/prices/validation.jsonl", lines=True)
scale = train_df.price.mean(), train_df.price.std()

model = PriceRegressor().to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, eps=1e-8)
model = fit(
    model,
    optimizer,
    nn.MSELoss(),
    12,
    make_loader(train_df, scale, 16, True),
    make_loader(valid_df, scale, 32, False),
    device,
)
