"""Can a tiny GPT-2 learn to continue a repeated motif? (a b c d a b c d ...)"""
import os

import torch
from torch.utils.data import DataLoader, TensorDataset
from transformers import GPT2Config, GPT2LMHeadModel

SYMBOLS = 12
END = SYMBOLS              # never used in the sequences, only for generate()
PERIOD, LENGTH = 4, 24


def make_sequences(n, generator):
    motif = torch.randint(0, SYMBOLS, (n, PERIOD), generator=generator)
    return motif.repeat(1, LENGTH // PERIOD)


def build_model():
    config = GPT2Config(
        vocab_size=SYMBOLS + 1,
        n_positions=32,
        n_embd=64,
        n_layer=2,
        n_head=4,
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_pdrop=0.0,
        bos_token_id=END,
        eos_token_id=END,
        pad_token_id=END,
    )
    return GPT2LMHeadModel(config)


@torch.no_grad()
def continuation_accuracy(model, sequences, given=8):
    """Give the first `given` symbols, let the model write the rest, compare."""
    model.eval()
    prompt = sequences[:, :given]
    written = model.generate(
        input_ids=prompt,
        attention_mask=torch.ones_like(prompt),
        min_new_tokens=LENGTH - given,
        max_new_tokens=LENGTH - given,
        do_sample=False,
    )
    return (written[:, given:] == sequences[:, given:]).float().mean().item()


def main():
    torch.manual_seed(0)
    g = torch.Generator().manual_seed(1)
    sequences = torch.unique(make_sequences(2600, g), dim=0)
    sequences = sequences[torch.randperm(len(sequences), generator=g)]
    train, held_out = sequences[:-200], sequences[-200:]
    loader = DataLoader(TensorDataset(train), batch_size=64, shuffle=True)

    model = build_model()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
    epochs = 12
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=2e-3, total_steps=epochs * len(loader))

    for epoch in range(epochs):
        model.train()
        total = 0.0
        for (batch,) in loader:
            inputs, targets = batch[:, :-1], batch[:, 1:]
            loss = model(input_ids=inputs, labels=targets).loss
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1:2d} loss {total / len(loader):.4f} "
              f"continuation accuracy (held out) {continuation_accuracy(model, held_out):.3f}")

    os.makedirs("out/io12", exist_ok=True)
    model.save_pretrained("out/io12")


if __name__ == "__main__":
    main()
