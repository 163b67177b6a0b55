"""How close does a two-layer GPT-2 get to the entropy rate of a Markov source?  Endless stream, counted in steps."""
import numpy as np
import torch
from torch.utils.data import Dataset, IterableDataset
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainerCallback, TrainingArguments, set_seed

K, L, STEPS = 16, 48, 800


class Source:
    def __init__(self, seed):
        self.P = np.random.default_rng(seed).dirichlet(np.full(K, 0.3), size=K) * 0.98 + 0.02 / K
        w, v = np.linalg.eig(self.P.T)
        pi = np.real(v[:, np.argmax(np.real(w))])
        self.pi = pi / pi.sum()
        self.cum = self.P.cumsum(1)
        self.rate = float(-(self.pi[:, None] * self.P * np.log(self.P)).sum())     # nats per symbol

    def draw(self, rng, n):
        x = np.empty((n, L), dtype=np.int64)
        x[:, 0] = rng.choice(K, size=n, p=self.pi)
        for t in range(1, L):
            u = rng.random((n, 1))
            x[:, t] = np.minimum((u > self.cum[x[:, t - 1]]).sum(1), K - 1)
        return torch.from_numpy(x)


class Stream(IterableDataset):
    def __init__(self, source, seed):
        self.source, self.seed = source, seed

    def __iter__(self):
        rng = np.random.default_rng(self.seed)
        while True:
            for row in self.source.draw(rng, 256):
                yield {"input_ids": row, "labels": row.clone()}      # the model shifts them


class Frozen(Dataset):
    def __init__(self, source, n, seed):
        self.rows = source.draw(np.random.default_rng(seed), n)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return {"input_ids": self.rows[i], "labels": self.rows[i].clone()}


class Gap(TrainerCallback):
    def __init__(self, rate):
        self.rate = rate

    def on_evaluate(self, args, state, control, metrics=None, **kwargs):
        print(f"step {state.global_step}: {metrics['eval_loss']:.4f} nats, {metrics['eval_loss'] - self.rate:+.4f} over the rate")


set_seed(0)
src = Source(99)
print(f"entropy rate {src.rate:.4f}, uniform {np.log(K):.4f}")
gpt = GPT2LMHeadModel(GPT2Config(vocab_size=K, n_positions=L, n_embd=48, n_layer=2, n_head=4, resid_pdrop=0.0,
                                 embd_pdrop=0.0, attn_pdrop=0.0, bos_token_id=None, eos_token_id=None))
trainer = Trainer(
    model=gpt,
    args=TrainingArguments(
        output_dir="out/it12", max_steps=STEPS, per_device_train_batch_size=32, per_device_eval_batch_size=128,
        learning_rate=2e-3, lr_scheduler_type="cosine", warmup_steps=STEPS // 20, weight_decay=0.01,
        eval_strategy="steps", eval_steps=100, logging_steps=100, save_strategy="no", report_to="none",
        prediction_loss_only=True, dataloader_num_workers=0, dataloader_pin_memory=False),
    train_dataset=Stream(src, seed=1), eval_dataset=Frozen(src, 512, seed=2), callbacks=[Gap(src.rate)])
trainer.train()
