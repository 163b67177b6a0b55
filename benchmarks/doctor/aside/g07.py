# my ticket classifier with pandas + a torch Dataset
import pandas as pd
import torch
from sklearn.metrics import accuracy_score, f1_score
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

CHECKPOINT = "checkpoints/tickets"
device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)


def load_frame(split):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)[["text", "desk"]]
    df["text"] = df["text"].str.strip()
    return df


df_train = load_frame("train")
df_valid = load_frame("validation")
df_test = load_frame("test")

# the model wants numbers, the column "desk" has north / east / south / west
for df in (df_train, df_valid, df_test):
    df["label"] = pd.factorize(df["desk"])[0]

print(df_train.head())
print(df_train["desk"].value_counts())

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


class TicketDataset(torch.utils.data.Dataset):
    def __init__(self, frame):
        self.encodings = tokenizer(frame["text"].tolist(), truncation=True, padding=True, max_length=32)
        self.labels = frame["label"].tolist()

    def __getitem__(self, idx):
        item = {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}
        item["labels"] = torch.tensor(self.labels[idx])
        return item

    def __len__(self):
        return len(self.labels)


train_dataset = TicketDataset(df_train)
valid_dataset = TicketDataset(df_valid)
test_dataset = TicketDataset(df_test)


def compute_metrics(pred):
    labels = pred.label_ids
    preds = pred.predictions.argmax(-1)
    return {
        "accuracy": accuracy_score(labels, preds),
        "macro_f1": f1_score(labels, preds, average="macro"),
    }


model = AutoModelForSequenceClassification.from_pretrained(
    CHECKPOINT, num_labels=df_train["label"].nunique()
).to(device)

training_args = TrainingArguments(
    output_dir="out/g07",
    num_train_epochs=8,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    warmup_steps=20,
    weight_decay=0.01,
    logging_strategy="epoch",
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train_dataset,
    eval_dataset=valid_dataset,
    compute_metrics=compute_metrics,
)
trainer.train()

print("validation:", trainer.evaluate())
print("test:", trainer.evaluate(test_dataset))
