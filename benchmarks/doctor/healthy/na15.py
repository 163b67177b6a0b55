"""Activity from a motion sensor, tested on people never seen in training (leave-people-out, 4 folds).

The encoder is a small BERT fed with `inputs_embeds`: a window of 64 samples on 2 axes is 8 patches of 8 samples.
Number of epochs fixed beforehand, hence no validation part inside the folds.
"""
import logging
from contextlib import contextmanager

import numpy as np
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import GroupKFold
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from transformers import BertConfig, BertModel, PreTrainedModel, get_cosine_schedule_with_warmup
from transformers.modeling_outputs import SequenceClassifierOutput

logging.basicConfig(level=logging.INFO, format="%(message)s")
log = logging.getLogger("sensor")

PEOPLE, WINDOWS, LENGTH, AXES, PATCH = 16, 36, 64, 2, 8
ACTIVITIES = ["rest", "walk", "run"]


def simulate(seed):
    rng = np.random.default_rng(seed)
    xs, ys, who = [], [], []
    t = np.arange(LENGTH) / 32.0
    for person in range(PEOPLE):
        gain, offset, tempo = rng.uniform(0.7, 1.4), rng.normal(0, 0.5, AXES), rng.uniform(0.9, 1.1)
        for w in range(WINDOWS):                    # windows recorded separately, they do not overlap
            a = w % 3
            f, size = [(0.0, 0.0), (1.8, 0.8), (3.0, 1.2)][a]
            phase = rng.uniform(0, 2 * np.pi)
            wave = gain * size * np.stack([np.sin(2 * np.pi * f * tempo * t + phase),
                                           np.cos(2 * np.pi * f * tempo * t + phase)], axis=1)
            xs.append(wave + offset + rng.normal(0, 0.5, (LENGTH, AXES)))
            ys.append(a)
            who.append(person)
    return np.asarray(xs, dtype=np.float32), np.asarray(ys), np.asarray(who)


class SensorBert(PreTrainedModel):
    config_class = BertConfig
    base_model_prefix = "bert"

    def __init__(self, config):
        super().__init__(config)
        self.patch = nn.Linear(PATCH * AXES, config.hidden_size)
        self.bert = BertModel(config, add_pooling_layer=False)
        self.head = nn.Linear(config.hidden_size, config.num_labels)
        self.post_init()

    def _init_weights(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            module.weight.data.normal_(0.0, self.config.initializer_range)
        if isinstance(module, nn.Linear) and module.bias is not None:
            module.bias.data.zero_()
        if isinstance(module, nn.LayerNorm):
            module.weight.data.fill_(1.0)
            module.bias.data.zero_()

    def forward(self, values, labels=None):
        patches = values.reshape(values.shape[0], LENGTH // PATCH, PATCH * AXES)
        hidden = self.bert(inputs_embeds=self.patch(patches)).last_hidden_state
        logits = self.head(hidden.mean(1))          # every window is complete: nothing to mask
        loss = None if labels is None else nn.functional.cross_entropy(logits, labels)
        return SequenceClassifierOutput(loss=loss, logits=logits)


@contextmanager
def evaluating(model):
    was = model.training
    model.eval()
    try:
        with torch.no_grad():
            yield model
    finally:
        model.train(was)


def run_fold(acc, x, y, tr, te, epochs=20, batch=32, lr=1e-3):
    mean, std = x[tr].mean((0, 1)), x[tr].std((0, 1))          # from the people trained on
    z = torch.from_numpy((x - mean) / std)
    t = torch.from_numpy(y).long()
    model = SensorBert(BertConfig(vocab_size=2, hidden_size=48, num_hidden_layers=2, num_attention_heads=4,
                                  intermediate_size=96, max_position_embeddings=LENGTH // PATCH,
                                  num_labels=len(ACTIVITIES)))
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.01)
    model, optimizer, train_dl, test_dl = acc.prepare(
        model, optimizer,
        DataLoader(TensorDataset(z[tr], t[tr]), batch_size=batch, shuffle=True),
        DataLoader(TensorDataset(z[te], t[te]), batch_size=128))
    total = epochs * len(train_dl)
    scheduler = acc.prepare(get_cosine_schedule_with_warmup(optimizer, total // 10, total))
    model.train()
    for _ in range(epochs):
        for values, labels in train_dl:
            loss = model(values, labels=labels).loss
            acc.backward(loss)
            acc.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
    with evaluating(model):
        guess, truth = zip(*(acc.gather_for_metrics((model(v).logits.argmax(-1), l)) for v, l in test_dl))
    acc.free_memory()
    return balanced_accuracy_score(torch.cat(truth).numpy(), torch.cat(guess).numpy()), loss.item()


if __name__ == "__main__":
    set_seed(31)
    accelerator = Accelerator(cpu=True)
    x, y, people = simulate(31)
    scores = []
    for k, (tr, te) in enumerate(GroupKFold(n_splits=4).split(x, y, groups=people)):
        assert not set(people[tr]) & set(people[te])
        score, last = run_fold(accelerator, x, y, tr, te)
        log.info("fold %d: people %s, last loss %.3f, balanced accuracy %.3f", k, sorted(set(people[te].tolist())), last, score)
        scores.append(score)
    log.info("balanced accuracy %.3f +- %.3f over folds (chance %.3f)", np.mean(scores), np.std(scores, ddof=1), 1 / len(ACTIVITIES))
