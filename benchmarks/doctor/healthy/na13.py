"""
Gist of a report: 14-20 words in, three words out (who, did what, where).
T5 from scratch, Accelerate with gradient accumulation, greedy decoding.
"""
import random

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import T5Config, T5ForConditionalGeneration, get_linear_schedule_with_warmup

PAD, EOS, UNK = 0, 1, 2
WHO = ["fox", "bear", "cow", "goat", "swan", "crab", "mole", "hare"]
# the report has several wordings for one deed, the gist has one
DEED = {"stole": ["stole", "snatched"], "found": ["found", "discovered"], "broke": ["broke", "smashed"],
        "ate": ["ate", "devoured"], "hid": ["hid", "buried"], "sold": ["sold", "auctioned"]}
WHERE = ["harbour", "mill", "castle", "orchard", "tunnel", "bakery", "chapel", "meadow"]
NOISE = "it is said that early this week some people and a few others were told about things in the dark rain".split()


def make_report(rng):
    who, deed, where = rng.choice(WHO), rng.choice(sorted(DEED)), rng.choice(WHERE)
    words = [rng.choice(NOISE) for _ in range(rng.randint(11, 17))]
    for w in (who, rng.choice(DEED[deed]), where):
        words.insert(rng.randint(0, len(words)), w)
    return tuple(words), (who, deed, where)


def make_data(n, seed):
    rng, out = random.Random(seed), {}
    while len(out) < n:
        src, tgt = make_report(rng)
        out[src] = tgt
    return list(out.items())


class Vocab:
    def __init__(self, sequences):
        self.words = ["<pad>", "</s>", "<unk>"] + sorted({w for s in sequences for w in s})
        self.index = {w: i for i, w in enumerate(self.words)}

    def encode(self, words):
        return [self.index.get(w, UNK) for w in words] + [EOS]

    def decode(self, ids):
        ids = ids[:ids.index(EOS)] if EOS in ids else ids
        return tuple(self.words[i] for i in ids if i != PAD)


def padded(seqs, value):
    n = max(map(len, seqs))
    return torch.tensor([s + [value] * (n - len(s)) for s in seqs])


def main(epochs=16, batch_size=32, accumulate=2, lr=3e-3):
    set_seed(8)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=accumulate)
    rows = make_data(1920 + 320 + 320, seed=8)
    train, valid, test = rows[:1920], rows[1920:2240], rows[2240:]
    vocab = Vocab([s for pair in train for s in pair])

    def collate(batch):
        src = padded([vocab.encode(s) for s, _ in batch], PAD)
        tgt = padded([vocab.encode(t) for _, t in batch], -100)      # all targets have four tokens
        return {"input_ids": src, "attention_mask": (src != PAD).long(), "labels": tgt}

    model = T5ForConditionalGeneration(T5Config(
        vocab_size=len(vocab.words), d_model=64, d_kv=16, d_ff=128, num_layers=2, num_decoder_layers=2, num_heads=4,
        dropout_rate=0.05, pad_token_id=PAD, eos_token_id=EOS, decoder_start_token_id=PAD))
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.01)
    loaders = [DataLoader(part, batch_size=batch_size, shuffle=(part is train), collate_fn=collate)
               for part in (train, valid, test)]
    model, optimizer, train_dl, valid_dl, test_dl = accelerator.prepare(model, optimizer, *loaders)
    updates = epochs * (len(train_dl) // accumulate)                  # 60 batches, 30 updates an epoch
    scheduler = accelerator.prepare(get_linear_schedule_with_warmup(optimizer, updates // 10, updates))

    def exact(loader):
        model.eval()
        hits = n = 0
        for batch in loader:
            with torch.no_grad():
                out = accelerator.unwrap_model(model).generate(
                    input_ids=batch["input_ids"], attention_mask=batch["attention_mask"],
                    max_new_tokens=5, do_sample=False, num_beams=1)
            for guess, label in zip(out[:, 1:].tolist(), batch["labels"].tolist()):
                hits += vocab.decode(guess) == vocab.decode([i for i in label if i != -100])
                n += 1
        return hits / n

    for epoch in range(epochs):
        model.train()
        total = torch.zeros(())
        for batch in train_dl:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)                            # divides by the accumulation steps
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                # the prepared optimizer and scheduler do nothing between two updates
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            total += loss.detach()
        line = f"epoch {epoch + 1}: loss {total.item() / len(train_dl):.3f}"
        if (epoch + 1) % 4 == 0:
            line += f", exact on validation {exact(valid_dl):.3f}"
        accelerator.print(line)
    accelerator.print(f"exact on test {exact(test_dl):.3f} (guessing: {1 / (len(WHO) * len(DEED) * len(WHERE)):.4f})")


if __name__ == "__main__":
    main()
