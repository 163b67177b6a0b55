"""Prompt tuning: a frozen BERT, 8 learned prompt vectors behind [CLS], and a linear read-out."""
import argparse
import os

import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_cosine_schedule_with_warmup, set_seed

parser = argparse.ArgumentParser()
parser.add_argument("--prompt-length", type=int, default=8)
parser.add_argument("--epochs", type=int, default=4)
parser.add_argument("--batch-size", type=int, default=32)
parser.add_argument("--lr", type=float, default=1e-2, help="high on purpose: only prompt and read-out learn")
parser.add_argument("--seed", type=int, default=0)
parser.add_argument("--out", default="outputs/l08")


class PromptTuned(nn.Module):
    def __init__(self, checkpoint, n_prompt, n_classes):
        super().__init__()
        self.bert = AutoModel.from_pretrained(checkpoint, add_pooling_layer=False)
        self.bert.requires_grad_(False)
        table = self.bert.get_input_embeddings().weight
        # start from the embeddings of ordinary words of the vocabulary
        rows = torch.randint(1000, table.shape[0], (n_prompt,))
        self.prompt = nn.Parameter(table[rows].detach().clone())
        self.norm = nn.LayerNorm(self.bert.config.hidden_size)
        self.classifier = nn.Linear(self.bert.config.hidden_size, n_classes)

    def train(self, mode=True):
        super().train(mode)
        self.bert.eval()  # the backbone never drops anything out
        return self

    def forward(self, input_ids, attention_mask):
        words = self.bert.get_input_embeddings()(input_ids)
        n = len(input_ids)
        prompt = self.prompt.unsqueeze(0).expand(n, -1, -1)
        embeds = torch.cat([words[:, :1], prompt, words[:, 1:]], dim=1)          # [CLS] P1..Pk tokens [SEP]
        ones = attention_mask.new_ones(n, prompt.shape[1])
        mask = torch.cat([attention_mask[:, :1], ones, attention_mask[:, 1:]], dim=1)
        hidden = self.bert(inputs_embeds=embeds, attention_mask=mask).last_hidden_state
        pooled = (hidden * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)
        return self.classifier(self.norm(pooled))

    def tunable(self):
        return {k: v for k, v in self.named_parameters() if v.requires_grad}


def load_data(seed):
    root = "data/glue/sst2"
    train = pd.read_parquet(f"{root}/train-00000-of-00001.parquet").drop_duplicates("sentence")
    test = pd.read_parquet(f"{root}/validation-00000-of-00001.parquet")
    train = train[~train["sentence"].isin(test["sentence"])].sample(frac=1.0, random_state=seed)
    return train.iloc[300:], train.iloc[:300], test


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    loss, right, n = 0.0, 0, 0
    for enc, labels in loader:
        logits = model(**enc)
        loss += nn.functional.cross_entropy(logits, labels, reduction="sum").item()
        right += (logits.argmax(-1) == labels).sum().item()
        n += len(labels)
    return loss / n, right / n


def main(args):
    set_seed(args.seed)
    torch.set_num_threads(1)
    os.makedirs(args.out, exist_ok=True)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")

    def collate(rows):
        sentences, labels = zip(*rows)
        enc = tokenizer(list(sentences), padding=True, truncation=True, max_length=96, return_tensors="pt",
                        return_token_type_ids=False)
        return enc, torch.tensor(labels)

    def loader(frame, **kw):
        return DataLoader(list(zip(frame["sentence"], frame["label"])), collate_fn=collate, **kw)

    train, dev, test = load_data(args.seed)
    train_dl = loader(train, batch_size=args.batch_size, shuffle=True)
    dev_dl, test_dl = loader(dev, batch_size=100), loader(test, batch_size=100)

    model = PromptTuned("checkpoints/bert", args.prompt_length, 2)
    tuned = sum(p.numel() for p in model.tunable().values())
    print(f"tuned parameters: {tuned} of {sum(p.numel() for p in model.parameters())}")
    before = {k: v.clone() for k, v in model.bert.state_dict().items()}
    optimizer = torch.optim.AdamW(model.tunable().values(), lr=args.lr, weight_decay=0.0)
    steps = args.epochs * len(train_dl)
    scheduler = get_cosine_schedule_with_warmup(optimizer, steps // 20, steps)

    best, best_state = -1.0, None
    for epoch in range(args.epochs):
        model.train()
        total, n = 0.0, 0
        for enc, labels in train_dl:
            loss = nn.functional.cross_entropy(model(**enc), labels)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.tunable().values(), 1.0)
            optimizer.step()
            scheduler.step()
            total, n = total + loss.item() * len(labels), n + len(labels)
        dev_loss, dev_acc = evaluate(model, dev_dl)
        print(f"epoch {epoch + 1}: train {total / n:.3f} dev {dev_loss:.3f} acc {dev_acc:.3f}")
        if dev_acc > best:
            best, best_state = dev_acc, {k: v.detach().clone() for k, v in model.tunable().items()}

    model.load_state_dict(best_state, strict=False)  # only the tuned part was kept
    assert all(torch.equal(v, before[k]) for k, v in model.bert.state_dict().items()), "the backbone moved"
    test_loss, test_acc = evaluate(model, test_dl)
    print(f"test loss {test_loss:.3f} accuracy {test_acc:.3f} (chance 0.5)")
    torch.save(best_state, os.path.join(args.out, "prompt.pt"))


if __name__ == "__main__":
    main(parser.parse_args())
