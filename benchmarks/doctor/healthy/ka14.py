"""Distillation: BERT (2 layers x 128) teaches a BERT of 1 layer x 64 that starts from nothing.

The student is trained twice from the same start, with and without the teacher's soft targets.
Each run keeps its best epoch on `dev`; the test rows are looked at once at the end.
"""
import copy
from functools import partial

import pandas as pd
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset
from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

T = 2.0          # temperature
ALPHA = 0.7      # share of the soft targets
torch.set_num_threads(2)

tok = AutoTokenizer.from_pretrained("checkpoints/bert")


def tensors(df):
    enc = tok(df["sentence"].tolist(), padding="max_length", truncation=True, max_length=48, return_tensors="pt")
    return enc["input_ids"], enc["attention_mask"], torch.tensor(df["label"].tolist())


full = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").sample(frac=1, random_state=0)
full = full.reset_index(drop=True)
train, dev = tensors(full[:2000]), tensors(full[2000:])
test = tensors(pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet"))


@torch.inference_mode()
def predict(model, data):
    model.eval()
    return torch.cat([model(input_ids=i, attention_mask=m).logits
                      for i, m in zip(data[0].split(200), data[1].split(200))])


def accuracy(model, data):
    return (predict(model, data).argmax(1) == data[2]).float().mean().item()


def hard_loss(logits, y, _):
    return F.cross_entropy(logits, y)


def kd_loss(logits, y, teacher_logits, alpha, t):
    soft = F.kl_div(F.log_softmax(logits / t, dim=-1), F.log_softmax(teacher_logits / t, dim=-1),
                    reduction="batchmean", log_target=True) * t ** 2
    return alpha * soft + (1 - alpha) * F.cross_entropy(logits, y)


def fit(model, loss_fn, teacher_logits, epochs, lr, name, seed=0):
    torch.manual_seed(seed)
    loader = DataLoader(TensorDataset(*train, teacher_logits), batch_size=32, shuffle=True)
    opt = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.01)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, lr, epochs=epochs, steps_per_epoch=len(loader), pct_start=0.1)
    best, state = -1.0, None
    for epoch in range(epochs):
        model.train()
        for ids, mask, y, tl in loader:
            opt.zero_grad()
            loss = loss_fn(model(input_ids=ids, attention_mask=mask).logits, y, tl)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
        acc = accuracy(model, dev)
        print(f"  {name} epoch {epoch + 1}: dev {acc:.3f}")
        if acc > best:
            best, state = acc, copy.deepcopy(model.state_dict())
    model.load_state_dict(state)
    return model


def main():
    torch.manual_seed(0)
    teacher = BertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)
    nothing = torch.zeros(len(train[0]), 2)          # hard_loss does not look at it
    teacher = fit(teacher, hard_loss, nothing, epochs=4, lr=3e-4, name="teacher")

    # TensorDataset keeps row i of the logits with row i of the texts through the shuffling;
    # clone() makes an ordinary tensor of what inference_mode returned
    soft_targets = predict(teacher, train).clone()

    config = BertConfig(vocab_size=len(tok), hidden_size=64, num_hidden_layers=1, num_attention_heads=2,
                        intermediate_size=128, max_position_embeddings=64, num_labels=2, pad_token_id=tok.pad_token_id)
    start = BertForSequenceClassification(config)
    alone = fit(copy.deepcopy(start), hard_loss, soft_targets, epochs=8, lr=1.5e-3, name="student alone")
    taught = fit(copy.deepcopy(start), partial(kd_loss, alpha=ALPHA, t=T), soft_targets, epochs=8, lr=1.5e-3,
                 name="student taught")

    for name, model in (("teacher", teacher), ("student alone", alone), ("student taught", taught)):
        n = sum(p.numel() for p in model.parameters())
        print(f"{name:15s} {n:8,d} parameters   test accuracy {accuracy(model, test):.3f}")


if __name__ == "__main__":
    main()
