"""Go on with masked language modelling on our reviews, with a collator of our own."""
import math

import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import BertForMaskedLM, BertTokenizerFast, get_linear_schedule_with_warmup


class MaskCollator:
    """80 % [MASK], 10 % some other token, 10 % left; the loss sees the chosen places only."""

    def __init__(self, tokenizer, share=0.15, seed=None):
        self.tok, self.share, self.seed = tokenizer, share, seed
        self.special = torch.tensor(tokenizer.all_special_ids)

    def __call__(self, sentences):
        g = None if self.seed is None else torch.Generator().manual_seed(self.seed)
        batch = self.tok(list(sentences), truncation=True, max_length=64, padding=True, return_tensors="pt")
        ids = batch["input_ids"]
        labels = ids.clone()

        chosen = torch.rand(ids.shape, generator=g) < self.share
        chosen &= ~torch.isin(ids, self.special)
        labels[~chosen] = -100

        dice = torch.rand(ids.shape, generator=g)
        masked = chosen & (dice < 0.8)
        swapped = chosen & (dice >= 0.8) & (dice < 0.9)
        words = torch.randint(len(self.tok), ids.shape, generator=g)
        ids = ids.masked_fill(masked, self.tok.mask_token_id)
        batch["input_ids"] = torch.where(swapped, words, ids)
        batch["labels"] = labels
        return batch


@torch.no_grad()
def perplexity(model, loader):
    model.eval()
    nll, n = 0.0, 0
    for batch in loader:
        k = (batch["labels"] != -100).sum().item()
        nll += model(**batch).loss.item() * k
        n += k
    return math.exp(nll / n)


def main():
    torch.manual_seed(6)
    tok = BertTokenizerFast.from_pretrained("checkpoints/bert")
    model = BertForMaskedLM.from_pretrained("checkpoints/bert")
    train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")["sentence"].tolist()
    valid = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")["sentence"].tolist()
    print("sentences in both:", len(set(train) & set(valid)))

    train_dl = DataLoader(train, batch_size=32, shuffle=True, collate_fn=MaskCollator(tok))
    # the same places are hidden each time, so the epochs can be compared
    valid_dl = DataLoader(valid, batch_size=60, collate_fn=MaskCollator(tok, seed=123))

    epochs = 4
    total = epochs * len(train_dl)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4, weight_decay=0.01)
    scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=total // 10, num_training_steps=total)

    print(f"before: perplexity {perplexity(model, valid_dl):.2f}")
    for epoch in range(epochs):
        model.train()
        for batch in train_dl:
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        print(f"epoch {epoch + 1}: perplexity {perplexity(model, valid_dl):.2f}")

    model.save_pretrained("out/eg17")
    tok.save_pretrained("out/eg17")


if __name__ == "__main__":
    main()
