# Sentiment with my own head on BERT (mean pooling + MLP), trained by the Trainer,
# then loaded again to try it on new sentences.
import numpy as np
import torch
from torch import nn
from datasets import load_dataset
from transformers import AutoModel, AutoModelForSequenceClassification, AutoTokenizer
from transformers import DataCollatorWithPadding, Trainer, TrainingArguments

BASE = "checkpoints/bert"
SAVE_DIR = "out/g11/final"
device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)


class MeanPoolClassifier(nn.Module):
    def __init__(self, base, num_labels=2, dropout=0.1):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(base, add_pooling_layer=False)
        hidden = self.encoder.config.hidden_size
        self.head = nn.Sequential(
            nn.Dropout(dropout), nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, num_labels)
        )

    def forward(self, input_ids, attention_mask, token_type_ids=None, labels=None):
        states = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(states.dtype)
        pooled = (states * mask).sum(1) / mask.sum(1)
        logits = self.head(pooled)
        loss = nn.functional.cross_entropy(logits, labels) if labels is not None else None
        return {"loss": loss, "logits": logits} if loss is not None else {"logits": logits}


tokenizer = AutoTokenizer.from_pretrained(BASE)
ds = load_dataset("data/glue", "sst2")
ds = ds.map(lambda b: tokenizer(b["sentence"], truncation=True), batched=True)


def compute_metrics(p):
    return {"accuracy": float((np.argmax(p.predictions, -1) == p.label_ids).mean())}


trainer = Trainer(
    model=MeanPoolClassifier(BASE),
    args=TrainingArguments(
        output_dir="out/g11",
        num_train_epochs=2,
        learning_rate=5e-4,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        logging_steps=25,
        save_strategy="no",
        report_to="none",
    ),
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    processing_class=tokenizer,
)
trainer.train()
trainer.save_model(SAVE_DIR)
print("saved to", SAVE_DIR)

# ------------------------------------------------------------------ inference
model = AutoModelForSequenceClassification.from_pretrained(SAVE_DIR)
model.to(device).eval()
tokenizer = AutoTokenizer.from_pretrained(SAVE_DIR)

sentences = ds["validation"]["sentence"][:200]
gold = torch.tensor(ds["validation"]["label"][:200])
enc = tokenizer(sentences, padding=True, truncation=True, return_tensors="pt").to(device)
with torch.no_grad():
    pred = model(**enc)["logits"].argmax(-1).cpu()
for s, p in list(zip(sentences, pred))[:5]:
    print("positive" if p == 1 else "negative", "|", s)
print("accuracy of the loaded model on 200 sentences:", (pred == gold).float().mean().item())
