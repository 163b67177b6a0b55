"""A large tagger teaches a one-layer student."""
import torch
import torch.nn.functional as F
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification, DistilBertConfig

torch.manual_seed(20)
TEMPERATURE, ALPHA = 2.0, 0.7
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
raw = load_dataset("data/tags")
NUM = 1 + max(t for tags in raw["train"]["tags"] for t in tags)


def prepare(example):
    enc = tokenizer(example["words"], is_split_into_words=True, truncation=True)
    ids = enc.word_ids()
    enc["labels"] = [-100 if w is None or (j and ids[j - 1] == w) else example["tags"][w] for j, w in enumerate(ids)]
    return enc


data = raw.map(prepare, remove_columns=["words", "tags"])
collate = DataCollatorForTokenClassification(tokenizer)
train = DataLoader(data["train"], batch_size=16, shuffle=True, collate_fn=collate)
valid = DataLoader(data["validation"], batch_size=80, collate_fn=collate)


def score(model):
    model.eval()
    hit = n = 0
    with torch.no_grad():
        for b in valid:
            m = b["labels"] > 0
            hit += (model(**b).logits.argmax(-1)[m] == b["labels"][m]).sum().item()
            n += m.sum().item()
    return hit / n


def fit(model, loss_of, epochs, lr):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=lr, total_steps=epochs * len(train))
    for epoch in range(epochs):
        model.train()
        for batch in train:
            optimizer.zero_grad()
            loss = loss_of(model, batch)
            loss.backward()
            optimizer.step()
            scheduler.step()
    return score(model)


def distill(student, batch):
    with torch.no_grad():
        target = teacher(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
    out = student(**batch)
    keep = batch["labels"] != -100
    soft = F.kl_div(
        F.log_softmax(out.logits[keep] / TEMPERATURE, -1), F.softmax(target[keep] / TEMPERATURE, -1), reduction="batchmean"
    ) * TEMPERATURE**2
    return ALPHA * soft + (1 - ALPHA) * out.loss


teacher = AutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=NUM)
print("teacher:", fit(teacher, lambda m, b: m(**b).loss, epochs=6, lr=1e-3))
teacher.eval()

config = DistilBertConfig(
    vocab_size=len(tokenizer), dim=64, hidden_dim=128, n_layers=1, n_heads=4, max_position_embeddings=64,
    pad_token_id=tokenizer.pad_token_id, num_labels=NUM,
)
student = AutoModelForTokenClassification.from_config(config)
student.distilbert.embeddings.load_state_dict(teacher.distilbert.embeddings.state_dict())
print("student:", fit(student, distill, epochs=8, lr=2e-3))
print("parameters:", teacher.num_parameters(), "->", student.num_parameters())
