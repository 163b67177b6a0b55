import pandas as pd
import torch
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

MODEL_NAME = 'checkpoints/bert'
MAX_LEN = 48
BATCH = 32
EPOCHS = 4

df = pd.read_parquet('data/glue/sst2/train-00000-of-00001.parquet', columns=['sentence', 'label'])
df_train, df_val = train_test_split(df, test_size=0.25, random_state=42, stratify=df['label'])
print('train', df_train.shape, 'val', df_val.shape)

tokenizer = AutoTokenizer.from_pretrained(MODEL_NAME)


class ReviewDataset(Dataset):
    def __init__(self, frame, tokenizer, max_len):
        self.texts = frame['sentence']
        self.targets = frame['label']
        self.tokenizer = tokenizer
        self.max_len = max_len

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, idx):
        enc = self.tokenizer(
            str(self.texts.iloc[idx]),
            max_length=self.max_len,
            padding='max_length',
            truncation=True,
            return_tensors='pt',
        )
        return {
            'input_ids': enc['input_ids'].squeeze(0),
            'attention_mask': enc['attention_mask'].squeeze(0),
            'targets': torch.tensor(self.targets.iloc[idx], dtype=torch.long),
        }


torch.manual_seed(42)
train_loader = DataLoader(ReviewDataset(df_train, tokenizer, MAX_LEN), batch_size=BATCH, shuffle=True)
val_loader = DataLoader(ReviewDataset(df_val, tokenizer, MAX_LEN), batch_size=BATCH)

model = AutoModelForSequenceClassification.from_pretrained(MODEL_NAME, num_labels=2)
optimizer = torch.optim.AdamW(model.parameters(), lr=4e-4)
total_steps = len(train_loader) * EPOCHS
scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=total_steps // 10, num_training_steps=total_steps)
criterion = torch.nn.CrossEntropyLoss()

for epoch in range(EPOCHS):
    model.train()
    epoch_loss = 0
    for d in train_loader:
        logits = model(input_ids=d['input_ids'], attention_mask=d['attention_mask']).logits
        loss = criterion(logits, d['targets'])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        epoch_loss += loss.item()
    print(f'Epoch {epoch + 1}/{EPOCHS}  loss {epoch_loss / len(train_loader):.4f}')

model.eval()
y_true, y_pred = [], []
with torch.no_grad():
    for d in val_loader:
        logits = model(input_ids=d['input_ids'], attention_mask=d['attention_mask']).logits
        y_pred.extend(logits.argmax(dim=1).tolist())
        y_true.extend(d['targets'].tolist())
print(classification_report(y_true, y_pred, target_names=['negative', 'positive'], digits=3))
