"""Paraphrases?  BERT on MRPC with Accelerate, error analysis at the end."""
import pandas as pd
import torch
from accelerate import Accelerator
from datasets import Dataset
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding

accelerator = Accelerator()
torch.manual_seed(5)

checkpoint = "checkpoints/bert"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)

train_df = pd.read_parquet("data/glue/mrpc/train-00000-of-00001.parquet").head(900)
eval_df = pd.read_parquet("data/glue/mrpc/validation-00000-of-00001.parquet").head(200)


def make_dataset(df):
    ds = Dataset.from_pandas(df[["sentence1", "sentence2", "label"]], preserve_index=False)
    ds = ds.map(lambda x: tokenizer(x["sentence1"], x["sentence2"], truncation=True), batched=True)
    ds = ds.remove_columns(["sentence1", "sentence2"]).rename_column("label", "labels")
    return ds.with_format("torch")


collate = DataCollatorWithPadding(tokenizer)
train_loader = DataLoader(make_dataset(train_df), shuffle=True, batch_size=32, collate_fn=collate)
eval_loader = DataLoader(make_dataset(eval_df), shuffle=True, batch_size=50, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2)
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)
model, optimizer, train_loader, eval_loader = accelerator.prepare(
    model, optimizer, train_loader, eval_loader
)

NUM_EPOCHS = 1
for epoch in range(NUM_EPOCHS):
    model.train()
    for i, batch in enumerate(train_loader):
        outputs = model(**batch)
        accelerator.backward(outputs.loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        if i % 5 == 0:
            accelerator.print(f"  step {i:3d} loss {outputs.loss.item():.3f}")

# ---- evaluation
model.eval()
all_preds, eval_loss = [], 0.0
for batch in eval_loader:
    with torch.no_grad():
        outputs = model(**batch)
    eval_loss += outputs.loss.item() / len(eval_loader)
    all_preds.append(accelerator.gather_for_metrics(outputs.logits.argmax(dim=-1)).cpu())

eval_df["prediction"] = torch.cat(all_preds).numpy()
y, p = eval_df["label"], eval_df["prediction"]
accelerator.print(f"eval loss {eval_loss:.3f}")
accelerator.print(f"accuracy {accuracy_score(y, p):.3f}  f1 {f1_score(y, p):.3f}")
accelerator.print(confusion_matrix(y, p))

wrong = eval_df[eval_df.label != eval_df.prediction]
accelerator.print(f"{len(wrong)} wrong, for example:")
for _, row in wrong.head(2).iterrows():
    accelerator.print(f"  gold {row.label}\n    {row.sentence1}\n    {row.sentence2}")
