"""Prompt tuning: a frozen encoder, eight soft-prompt vectors behind [CLS], and a linear head that reads them.

Compared with the same head on the same frozen encoder without a prompt.
"""
import json

import torch
import torch.nn.functional as F
from torch import nn
from transformers import AutoModel, AutoTokenizer

CHECKPOINT, DESKS = "checkpoints/tickets", 4


def read(split, exclude=()):
    exclude = set(exclude)
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    rows = [r for r in rows if r["text"] not in exclude]
    return [r["text"] for r in rows], torch.tensor([r["desk_id"] for r in rows])


class SoftPrompt(nn.Module):
    def __init__(self, length):
        super().__init__()
        self.tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
        self.encoder = AutoModel.from_pretrained(CHECKPOINT).requires_grad_(False)
        table = self.encoder.get_input_embeddings().weight
        pick = torch.randint(5, len(table), (length,))  # start from words, not from the special tokens
        self.prompt = nn.Parameter(table[pick].detach().clone())
        self.head = nn.Linear(table.size(1), DESKS)
        # prompt and text have to fit into the positions; what a ticket is about is said in its first words
        self.room = self.encoder.config.max_position_embeddings - length

    def train(self, mode=True):
        super().train(mode)
        self.encoder.eval()  # the frozen model stays without dropout
        return self

    def forward(self, texts):
        enc = self.tokenizer(texts, padding=True, truncation=True, max_length=self.room, return_tensors="pt")
        enc = enc.to(self.prompt.device)
        words = self.encoder.get_input_embeddings()(enc["input_ids"])
        n, k = len(texts), len(self.prompt)
        soft = self.prompt.unsqueeze(0).expand(n, -1, -1)
        embeds = torch.cat([words[:, :1], soft, words[:, 1:]], dim=1)
        mask = enc["attention_mask"]
        mask = torch.cat([mask[:, :1], mask.new_ones(n, k), mask[:, 1:]], dim=1)
        hidden = self.encoder(inputs_embeds=embeds, attention_mask=mask).last_hidden_state
        return self.head(hidden[:, : 1 + k].mean(1))  # [CLS] and the prompt's places


@torch.no_grad()
def accuracy(model, texts, y):
    model.eval()
    logits = torch.cat([model(texts[i : i + 80]).cpu() for i in range(0, len(texts), 80)])
    return (logits.argmax(1) == y).float().mean().item()


def tune(length, train, valid, device, epochs=12, batch=32):
    torch.manual_seed(10)
    model = SoftPrompt(length).to(device)
    learned = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(learned, lr=1e-2, weight_decay=0.0)
    texts, y = train
    total = epochs * -(-len(texts) // batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda i: max(0.0, 1 - i / total))
    best, kept = -1.0, None
    for epoch in range(epochs):
        model.train()
        losses = []
        for index in torch.randperm(len(texts)).split(batch):
            loss = F.cross_entropy(model([texts[i] for i in index.tolist()]), y[index].to(device))
            # gradients straight for the few tensors that learn; each step sets them anew
            for p, g in zip(learned, torch.autograd.grad(loss, learned)):
                p.grad = g
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        score = accuracy(model, *valid)
        if epoch % 3 == 2:
            print(f"  epoch {epoch + 1}: loss {sum(losses) / len(losses):.3f}, validation accuracy {score:.3f}")
        if score > best:
            best, kept = score, [p.detach().clone() for p in learned]
    with torch.no_grad():
        for p, value in zip(learned, kept):
            p.copy_(value)
    return model, sum(p.numel() for p in learned)


def main():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    train = read("train")
    valid, test = read("validation", train[0]), read("test", train[0])
    print("with a soft prompt")
    prompted, n_prompted = tune(8, train, valid, device)
    # without a prompt autograd has an empty tensor for it, whose gradient is empty too
    print("head only")
    plain, n_plain = tune(0, train, valid, device)
    print(f"test accuracy: soft prompt ({n_prompted} weights) {accuracy(prompted, *test):.3f}, "
          f"head only ({n_plain} weights) {accuracy(plain, *test):.3f}")


if __name__ == "__main__":
    main()
