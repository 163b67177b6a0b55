"""Dense retrieval with a bi-encoder: find the warehouse code that belongs to a written date."""
import json
import os

import torch
import torch.nn.functional as F
from torch import nn
from transformers import AutoModel, AutoTokenizer, Trainer, TrainingArguments, set_seed

CKPT = "checkpoints/dates"
OUT = "out/date_retriever"
TEMPERATURE = 0.05

set_seed(5)
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def load_pairs(split):
    """One pair per code, otherwise in-batch negatives would contain true matches."""
    pairs = {}
    with open(f"data/dates/{split}.jsonl") as f:
        for line in f:
            row = json.loads(line)
            pairs.setdefault(row["code"], {"query": row["date"], "document": row["code"]})
    return list(pairs.values())


class BiEncoder(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(name).get_encoder()

    @staticmethod
    def embed(encoder, ids, mask):
        hidden = encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        m = mask.unsqueeze(-1).to(hidden.dtype)
        return F.normalize((hidden * m).sum(1) / m.sum(1), dim=-1)

    def embed_queries(self, ids, mask):
        return self.embed(self.encoder, ids, mask)

    def embed_documents(self, ids, mask):
        return self.embed(self.encoder, ids, mask)

    def forward(self, query_ids, query_mask, document_ids, document_mask, labels):
        scores = self.embed_queries(query_ids, query_mask) @ \
            self.embed_documents(document_ids, document_mask).T / TEMPERATURE
        return {"loss": F.cross_entropy(scores, labels), "logits": scores}


def collate(rows):
    q = tokenizer([r["query"] for r in rows], padding=True, return_tensors="pt")
    d = tokenizer([r["document"] for r in rows], padding=True, return_tensors="pt")
    return {
        "query_ids": q["input_ids"], "query_mask": q["attention_mask"],
        "document_ids": d["input_ids"], "document_mask": d["attention_mask"],
        "labels": torch.arange(len(rows)),
    }


train_pairs, test_pairs = load_pairs("train"), load_pairs("test")
print(len(train_pairs), "training pairs,", len(test_pairs), "test pairs")

model = BiEncoder(CKPT)
args = TrainingArguments(
    output_dir=OUT,
    num_train_epochs=30,
    per_device_train_batch_size=32,
    dataloader_drop_last=True,
    learning_rate=2e-3,
    warmup_ratio=0.1,
    logging_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    remove_unused_columns=False,
    report_to="none",
)
trainer = Trainer(model=model, args=args, train_dataset=train_pairs, data_collator=collate)
trainer.train()
trainer.save_model(os.path.join(OUT, "final"))

model.eval()
with torch.no_grad():
    batch = {k: v.to(args.device) for k, v in collate(test_pairs).items()}
    queries = model.embed_queries(batch["query_ids"], batch["query_mask"])
    documents = model.embed_documents(batch["document_ids"], batch["document_mask"])
ranking = (queries @ documents.T).argsort(dim=1, descending=True)
gold = batch["labels"].unsqueeze(1)
for k in (1, 5):
    recall = (ranking[:, :k] == gold).any(dim=1).float().mean().item()
    print(f"recall@{k}: {recall:.3f}")
