import random

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from torch.utils.data import DataLoader, Dataset
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast, get_cosine_schedule_with_warmup

random.seed(0)
torch.manual_seed(0)

GREET = ["hello", "hi", "good morning", "good evening"]
ASK = {"where is my parcel": "it is on its way", "can i pay by card": "yes you can pay by card",
       "how do i send it back": "print the label and post it", "is the shop open": "we are open until six"}
MOOD = ["please", "now", "thanks", "quickly", "today", "sir"]


class Chats(Dataset):
    """One chat a row: question of the customer, answer of the shop."""

    def __init__(self, chats, tokenizer, max_length=24):
        self.rows = []
        for question, answer in chats:
            text = f"<user> {question} <shop> {answer} <eos>"
            self.rows.append(tokenizer(text, truncation=True, max_length=max_length)["input_ids"])

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]


def build_tokenizer(texts):
    words = sorted({w for t in texts for w in t.split()})
    vocab = {w: i for i, w in enumerate(["<pad>", "<unk>", "<eos>"] + words)}
    core = Tokenizer(models.WordLevel(vocab, unk_token="<unk>"))
    core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return PreTrainedTokenizerFast(tokenizer_object=core, pad_token="<pad>", unk_token="<unk>", eos_token="<eos>")


def build_model(tokenizer):
    return GPT2LMHeadModel(GPT2Config(vocab_size=len(tokenizer), n_positions=24, n_embd=64, n_layer=2, n_head=4,
                                      bos_token_id=tokenizer.eos_token_id, eos_token_id=tokenizer.eos_token_id,
                                      pad_token_id=tokenizer.pad_token_id))


def collate(pad_id):
    def inner(rows):
        width = max(len(r) for r in rows)
        ids = torch.tensor([r + [pad_id] * (width - len(r)) for r in rows])
        mask = torch.tensor([[1] * len(r) + [0] * (width - len(r)) for r in rows])
        return {"input_ids": ids, "attention_mask": mask, "labels": ids.masked_fill(mask == 0, -100)}
    return inner


def mean_loss(model, loader):
    model.eval()
    with torch.no_grad():
        losses = [model(**b).loss.item() for b in loader]
    return sum(losses) / len(losses)


def main():
    chats = [(f"{g} {q} {m}", a) for g in GREET for q, a in ASK.items() for m in MOOD]
    random.shuffle(chats)
    train_chats, valid_chats = chats[:72], chats[72:]

    tokenizer = build_tokenizer([t for c in train_chats for t in c])
    model = build_model(tokenizer)
    # mark who speaks
    tokenizer.add_tokens(["<user>", "<shop>"], special_tokens=True)

    train_loader = DataLoader(Chats(train_chats, tokenizer), batch_size=8, shuffle=True,
                              collate_fn=collate(tokenizer.pad_token_id))
    valid_loader = DataLoader(Chats(valid_chats, tokenizer), batch_size=24, collate_fn=collate(tokenizer.pad_token_id))

    epochs = 12
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    scheduler = get_cosine_schedule_with_warmup(optimizer, 10, epochs * len(train_loader))
    for epoch in range(epochs):
        model.train()
        for batch in train_loader:
            optimizer.zero_grad()
            loss = model(**batch).loss
            loss.backward()
            optimizer.step()
            scheduler.step()
        print(epoch, "validation loss", round(mean_loss(model, valid_loader), 4))


if __name__ == "__main__":
    main()
