import json
import random

import torch
from torch.optim import AdamW
from torch.utils.data import DataLoader, Dataset
from transformers import BartForConditionalGeneration, PreTrainedTokenizerFast


class DateCodes(Dataset):
    def __init__(self, split):
        with open("data/dates/%s.jsonl" % split) as fh:
            self.rows = [json.loads(line) for line in fh]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, idx):
        return self.rows[idx]["date"], self.rows[idx]["code"]


class Collate:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def __call__(self, pairs):
        src = self.tokenizer([p[0] for p in pairs], padding=True, return_tensors="pt")
        tgt = self.tokenizer([p[1] for p in pairs], padding=True, return_tensors="pt")
        return src["input_ids"], src["attention_mask"], tgt["input_ids"], [p[1] for p in pairs]


def train_epoch(model, loader, optimizer, pad_id):
    model.train()
    total = 0.0
    for src_ids, src_mask, tgt_ids, _ in loader:
        labels = tgt_ids.clone()
        labels[labels == pad_id] = -100
        out = model(input_ids=src_ids, attention_mask=src_mask, labels=labels)
        optimizer.zero_grad()
        out.loss.backward()
        optimizer.step()
        total += out.loss.item()
    return total / len(loader)


@torch.no_grad()
def exact_match(model, loader, tokenizer, show=0):
    model.eval()
    right = n = 0
    for src_ids, src_mask, _, refs in loader:
        gen = model.generate(input_ids=src_ids, attention_mask=src_mask, num_beams=1, max_length=16)
        for hyp, ref in zip(tokenizer.batch_decode(gen, skip_special_tokens=True), refs):
            if n < show:
                print("   pred: %-30s ref: %s" % (hyp, ref))
            right += hyp.strip() == ref
            n += 1
    return right / n


def main():
    random.seed(3)
    torch.manual_seed(3)
    tokenizer = PreTrainedTokenizerFast.from_pretrained("checkpoints/dates")
    model = BartForConditionalGeneration.from_pretrained("checkpoints/dates")
    collate = Collate(tokenizer)
    train_dl = DataLoader(DateCodes("train"), batch_size=16, shuffle=True, collate_fn=collate)
    val_dl = DataLoader(DateCodes("validation"), batch_size=64, collate_fn=collate)
    test_dl = DataLoader(DateCodes("test"), batch_size=64, collate_fn=collate)
    optimizer = AdamW(model.parameters(), lr=2e-3)
    for epoch in range(20):
        loss = train_epoch(model, train_dl, optimizer, tokenizer.pad_token_id)
        if epoch % 5 == 4:
            print("epoch", epoch + 1, "train loss %.5f" % loss, "val EM %.3f" % exact_match(model, val_dl, tokenizer))
    print("test EM %.3f" % exact_match(model, test_dl, tokenizer, show=5))


if __name__ == "__main__":
    main()
