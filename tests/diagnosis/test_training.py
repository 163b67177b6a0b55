"""Programs that train with PyTorch, run and watched: what is wrong is found, and nothing where nothing is."""

import json
import re
from pathlib import Path
from textwrap import indent

import pytest
from jsonschema import validate
from support.doctor import first
from support.marks import PINNED

from course.diagnosis.running.launch import examine
from course.paths import CHECKOUT

pytestmark = [*PINNED["pt"], pytest.mark.usefixtures("libraries_imported")]

SCHEMA = json.loads((CHECKOUT / "docs" / "doctor.schema.json").read_text())
LOOP = """\
import torch

torch.manual_seed(0)
inputs = torch.randn(64, 8)
labels = (inputs[:, 0] > 0).long()
model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 2))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
loss_function = torch.nn.CrossEntropyLoss()
for step in range(20):
    logits = model(inputs)
    loss = loss_function(logits, labels)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
"""
"""A training loop that is right."""
OVER_BATCHES = LOOP.replace(
    "for step in range(20):\n    logits = model(inputs)\n    loss = loss_function(logits, labels)\n    loss.backward()\n    optimizer.step()\n",
    "rows = torch.utils.data.DataLoader(list(zip(inputs, labels)), batch_size=6)\n"
    "schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1e-3, total_steps={total})\n"
    "{loop}\n"
    "    loss = loss_function(model(inputs), labels)\n    loss.backward()\n    optimizer.step()\n    schedule.step()\n",
)
MEASURED = (
    LOOP.replace(
        "for step in range(20):\n    logits = model(inputs)\n",
        "rows = torch.utils.data.DataLoader(list(zip(inputs, labels)), batch_size=16)\n"
        "for rows_now, labels in (batch for epoch in range(5) for batch in rows):\n    logits = model(rows_now)\n",
    )
    + "half, rest = torch.utils.data.random_split(inputs, [32, 32])\nwith torch.no_grad():\n    {parts}{after}\n"
)
FROZEN = (
    "for each in model[0].parameters():\n    each.requires_grad = False\n"
    "trained = [each for each in model.parameters() if each.requires_grad]\n"
    "optimizer = torch.optim.AdamW(trained, lr=1e-3)\n"
)
UNFROZEN = "for step in range(20):\n    if step == 9:\n        model.requires_grad_(True)\n"
RIGHT = {
    "plain": LOOP,
    "ignored": LOOP.replace("CrossEntropyLoss()", "CrossEntropyLoss(ignore_index=-1)").replace(
        "model = ", "labels[:8] = -1\nmodel = ", 1
    ),
    "attacked": LOOP.replace(
        "    optimizer.zero_grad()\n",
        """    optimizer.zero_grad()
    model.eval()
    harder = inputs.clone().requires_grad_(True)
    torch.autograd.grad(loss_function(model(harder), labels), harder)
    model.train()
""",
        1,
    ).replace("optimizer = ", "model.insert(1, torch.nn.Dropout(0.1))\noptimizer = ", 1),
    "two-stages": LOOP[: LOOP.index("optimizer = ")]
    + """rows = torch.utils.data.DataLoader([*zip(inputs, labels)], batch_size=8, shuffle=True)
loss_function = torch.nn.CrossEntropyLoss()


def train(optimizer, epochs, rise=None):
    for epoch in range(epochs):
        for batch, answers in rows:
            optimizer.zero_grad()
            loss_function(model(batch), answers).backward()
            optimizer.step()
            if rise is not None:
                rise.step()


train(torch.optim.SGD(model[-1].parameters(), lr=1e-3), 12)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
train(optimizer, 30, torch.optim.lr_scheduler.OneCycleLR(optimizer, 1e-2, total_steps=240))
""",
    "accumulated-after-another": LOOP[: LOOP.index("optimizer = ")]
    + """loss_function = torch.nn.CrossEntropyLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for step in range(6):
    loss_function(model(inputs), labels).backward()
    optimizer.step()
    optimizer.zero_grad()
model[0].requires_grad_(False)
model[2] = torch.nn.Linear(16, 2)
optimizer = torch.optim.AdamW(model[2].parameters(), lr=1e-3)
for step in range(80):
    (loss_function(model(inputs), labels) / 4).backward()
    if step % 4 == 3:
        optimizer.step()
        optimizer.zero_grad()
""",
    "high-rate": LOOP.replace("lr=1e-3", "lr=2e-2"),
    "taught-by-an-average": LOOP.replace(
        LOOP[LOOP.index("model = ") :],
        """import copy

model = torch.nn.Module()
model.online = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 2))
model.target = copy.deepcopy(model.online)
model.predictor = torch.nn.Linear(2, 2)
model.forward = lambda rows: (model.predictor(model.online(rows)), model.target(rows).detach())
temperature = torch.nn.Parameter(torch.zeros(1))
trained = [*model.online.parameters(), *model.predictor.parameters(), temperature]
optimizer = torch.optim.AdamW(trained, lr=1e-3)
for step in range(20):
    logits, targets = model(inputs)
    loss = torch.nn.functional.cross_entropy(logits * temperature.exp(), labels) + (logits - targets).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        for slow, fast in zip(model.target.parameters(), model.online.parameters()):
            slow.lerp_(fast, 0.03)
""",
    ),
    "temperature": LOOP.replace("lr=1e-3", "lr=1e-4")
    + """logits = logits.detach()
temperature = torch.nn.Parameter(torch.zeros(1))
optimizer = torch.optim.Adam([temperature], lr=0.1)
for step in range(5):
    optimizer.zero_grad()
    loss_function(logits * temperature.exp(), labels).backward()
    optimizer.step()
""",
    "margin": LOOP.replace("range(20)", "range(60)").replace(
        "loss_function(logits, labels)",
        "(1e-3 - (logits - logits.detach() + 1).sum(1)).clamp(min=0).mean() * (step > 1) + (step < 2) * logits.square().mean()",
    ),
    "federated": LOOP[: LOOP.index("optimizer = ")]
    + """loss_function = torch.nn.CrossEntropyLoss()
for turn in range(200):
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)
    for batch, answers in torch.utils.data.DataLoader([*zip(inputs, labels)], batch_size=8):
        optimizer.zero_grad()
        loss_function(model(batch), answers).backward()
        optimizer.step()
""",
    "group-of-rate-0": LOOP.replace(
        "model.parameters(), lr=1e-3)",
        '[*map(lambda each: {"params": each.parameters()}, (model[0], model[2]))], lr=1e-3)',
    ).replace("    logits = ", '    if step == 5:\n        optimizer.param_groups[0]["lr"] = 0.0\n    logits = '),
    "few-labels": LOOP.replace(
        "    logits = model", "    if step == 9:\n        print(*rows)\n    logits = model"
    ).replace("model = ", "rows = torch.utils.data.DataLoader(torch.randn(900, 8), batch_size=300)\nmodel = ", 1),
    "decays": LOOP[: LOOP.index("model = ")]
    + "for decay in (0.0, 0.1, 1.0):\n"
    + indent(LOOP[LOOP.index("model = ") :].replace("lr=1e-3", "lr=1e-3, weight_decay=decay"), "    "),
    "compiled": LOOP.replace("optimizer = ", "model = torch.compile(model, fullgraph=True)\noptimizer = ", 1),
    "packed": LOOP.replace(
        LOOP[LOOP.index("model = ") : LOOP.index("optimizer = ")],
        "class Reader(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.read = torch.nn.LSTM(1, 16, batch_first=True)\n        self.last = torch.nn.Linear(16, 2)\n\n"
        "    def forward(self, rows):\n        lengths = torch.full((len(rows),), 5)\n"
        "        packed = torch.nn.utils.rnn.pack_padded_sequence(rows[..., None], lengths, batch_first=True)\n"
        "        return self.last(input=self.read(packed)[1][0][0])\n\n\nmodel = Reader()\n",
    ),
    "masked": LOOP.replace(
        LOOP[LOOP.index("inputs = ") : LOOP.index("optimizer = ")],
        "class Reader(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.words = torch.nn.Embedding(40, 16)\n"
        "        self.attend = torch.nn.MultiheadAttention(16, 2, batch_first=True)\n        self.last = torch.nn.Linear(16, 2)\n\n"
        "    def forward(self, ids):\n        words = self.words(ids)\n"
        "        read, _ = self.attend(words, words, words, key_padding_mask=ids == 0)\n"
        "        return self.last((read * (ids != 0)[..., None]).mean(1))\n\n\nmodel = Reader()\n",
    ).replace(
        "    logits = ",
        "    inputs = torch.randint(1, 40, (64, 8))\n    inputs[torch.arange(8) >= torch.randint(3, 9, (64, 1))] = 0\n"
        "    labels = (inputs[:, 0] > 20).long()\n    logits = ",
    ),
    "gradients-by-hand": LOOP.replace(
        "    loss.backward()\n",
        "    weights = [*model.parameters()]\n    for weight, found in zip(weights, torch.autograd.grad(loss, weights)):\n"
        "        weight.grad = found\n    torch.nn.utils.clip_grad_norm_(weights, 1.0)\n",
    ),
    "consistent": LOOP.replace(
        "    loss.backward()\n",
        "    other = torch.nn.functional.dropout(model(inputs), 0.1)\n"
        "    loss = loss + torch.nn.functional.mse_loss(torch.nn.functional.dropout(logits, 0.1), other)\n    loss.backward()\n",
    ),
    "similar-along-both-axes": LOOP.replace(
        "    loss = loss_function(logits, labels)\n",
        "    near, own = logits @ inputs[:, :2].T, torch.arange(64)\n    nll = torch.nn.functional.nll_loss\n"
        "    loss = nll(near.log_softmax(0), own) + nll(near.log_softmax(1), own)\n",
    ),
    "batches-of-folds": LOOP.replace(
        "for step in range(20):\n    logits = model(inputs)\n    loss = loss_function(logits, labels)\n",
        "from sklearn.model_selection import StratifiedKFold\n\nall_rows, all_labels = inputs, labels\n"
        "for _, rows in (pair for epoch in range(5) for pair in StratifiedKFold(4, shuffle=True).split(all_rows, all_labels)):\n"
        "    logits, labels = model(all_rows[rows]), all_labels[rows]\n    loss = loss_function(logits, labels)\n",
    ),
    "rates-of-counts": LOOP.replace(
        "    loss = loss_function(logits, labels)\n",
        "    counts = 5 * torch.eye(2)[labels] + 1\n"
        "    loss = torch.nn.functional.kl_div(logits, target=counts, reduction='batchmean')\n",
    ),
    "linear-with-a-loss-in-the-middle": LOOP.replace("torch.nn.ReLU()", "torch.nn.Identity()").replace(
        "    loss = loss_function(logits, labels)\n",
        "    middle = model[0](inputs)\n    logits = model[2](middle)\n"
        "    loss = loss_function(logits, labels) + middle.abs().mean()\n",
    ),
    # TorchScript translates the functions of PyTorch that it knows, and must know the watched ones
    "scripted": LOOP.replace(
        "model = ",
        "\n\n@torch.jit.script\ndef own(logits, labels):\n"
        "    return torch.nn.functional.cross_entropy(logits, labels)\n\n\n@torch.jit.script\ndef places(logits):\n"
        "    return torch.max(logits, 1)[1] + torch.argmax(logits, 1) + logits.max(1)[1]\n\n\nmodel = ",
    ).replace("torch.nn.CrossEntropyLoss()", "own")
    + "print(places(logits))\n",
    "by-hand": LOOP.replace("range(20)", "range(40)").replace(
        "    optimizer.step()\n    optimizer.zero_grad()\n",
        "    with torch.no_grad():\n        for weight in model.parameters():\n"
        "            weight -= 0.1 * weight.grad\n            weight.grad = None\n",
    ),
    "one-after-the-other": LOOP.replace(
        "for step in range(20):\n    logits = model(inputs)\n",
        "rows = torch.utils.data.TensorDataset(inputs, labels)\n"
        "batches = iter(torch.utils.data.DataLoader(rows, sampler=[each % 64 for each in range(2000)], batch_size=8))\n"
        "for step in range(240):\n    inputs, labels = next(batches)\n    logits = model(inputs)\n",
    ),
    "closure": LOOP.replace(
        "AdamW(model.parameters(), lr=1e-3)", "LBFGS(model.parameters(), lr=0.1, max_iter=2)"
    ).replace(
        "    logits = model(inputs)\n    loss = loss_function(logits, labels)\n    loss.backward()\n    optimizer.step()\n    optimizer.zero_grad()\n",
        "    def loss_now():\n        optimizer.zero_grad()\n        loss = loss_function(model(inputs), labels)\n"
        "        loss.backward()\n        return loss\n\n    optimizer.step(loss_now)\n",
    ),
    # without dropout it does in both modes the same
    "evaluation-mode-without-dropout": LOOP.replace("for step", "model.eval()\nfor step", 1),
    # the same rows with a label of each kind
    "one-for-each-label": LOOP.replace(
        "for step in range(20):\n",
        "for step in range(40):\n"
        "    if step == 20:\n"
        "        labels = (inputs[:, 1] > 0).long()\n"
        "        model = torch.nn.Linear(8, 2)\n"
        "        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)\n",
    ),
    # an agent meets states of another size while it learns, and a speed is measured with one row
    "acting": LOOP.replace(
        "    logits = model(inputs)\n",
        "    with torch.no_grad():\n        model(0.01 * inputs[:8])\n    logits = model(inputs)\n",
    )
    + "with torch.no_grad():\n    for _ in range(20):\n        model(100 * inputs[:1])\n",
    # a teacher takes what the model has learned, and drops out units, too
    "mean-teacher": LOOP.replace("torch.nn.ReLU()", "torch.nn.Dropout(0.1), torch.nn.ReLU()")
    .replace("optimizer = ", "import copy\n\nteacher = copy.deepcopy(model)\noptimizer = ")
    .replace(
        "    logits = model(inputs)\n",
        "    teacher.load_state_dict(model.state_dict())\n    with torch.no_grad():\n        for _ in range(2):\n"
        "            teacher(inputs)\n    logits = model(inputs)\n",
    ),
    "two-networks": LOOP.replace(
        "optimizer = ",
        "maker = torch.nn.Sequential(torch.nn.Linear(4, 64), torch.nn.Linear(64, 8))\nits_optimizer = torch.optim.AdamW(maker.parameters(), lr=1e-3)\noptimizer = ",
    )
    .replace(
        "    logits = model(inputs)\n", "    logits = model(inputs) + 0 * model(maker(torch.randn(64, 4)).detach())\n"
    )
    .replace(
        "    optimizer.zero_grad()\n",
        "    optimizer.zero_grad()\n    model(maker(torch.randn(64, 4))).logsumexp(-1).mean().backward()\n"
        "    its_optimizer.step()\n    its_optimizer.zero_grad()\n    optimizer.zero_grad()\n",
    ),
    "tensors": LOOP.replace("for step in range(20)", "for step in range(240)").replace(
        "optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)\n",
        "from transformers import DistilBertConfig, DistilBertModel\n\n"
        "encoder = DistilBertModel(DistilBertConfig(vocab_size=9, dim=8, hidden_dim=8, n_layers=1, n_heads=1))\n"
        "encoder.requires_grad_(False)\n"
        "weights = torch.zeros(8, 2, requires_grad=True)\n"
        "model = weights.__rmatmul__\n"
        "optimizer = torch.optim.AdamW([weights], lr=1e-2)\n",
    ),
    "teacher-in-a-list": LOOP.replace(
        "optimizer = ",
        "teacher = torch.nn.Linear(8, 2).requires_grad_(False)\nmodel.teachers = [teacher]\noptimizer = ",
    ).replace("    loss.backward()\n", "    loss = loss + 0 * teacher(inputs).mean()\n    loss.backward()\n"),
    # a model and an optimizer for each value that is tried, and a few steps with them
    "search": LOOP.replace(
        "for step in range(20):\n",
        "for step in range(40):\n"
        "    if step % 2 == 0:\n"
        "        model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 2))\n"
        "        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)\n",
    ),
    # a model may take `nan` for a value that is missing
    "missing-values": LOOP.replace(
        "model = ",
        "inputs[::3, 2] = torch.nan\n\n\nclass Filled(torch.nn.Linear):\n    def forward(self, rows):\n"
        "        return super().forward(rows.nan_to_num())\n\n\nmodel = ",
    ).replace("torch.nn.Sequential(torch.nn.Linear(8, 16)", "torch.nn.Sequential(Filled(8, 16)"),
    "infinite-mask": LOOP.replace(
        "loss_function(logits, labels)",
        "loss_function(torch.cat([logits, torch.full((64, 1), -torch.inf)], dim=-1), labels)",
    ),
    # the second training may have taken few steps when enough was seen
    "two-trainings": LOOP.replace(
        "for step in range(20):\n",
        "schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, 40)\n"
        "for step in range(42):\n"
        "    if step == 40:\n"
        "        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)\n"
        "        schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, 40)\n",
    ).replace("    optimizer.step()\n", "    optimizer.step()\n    schedule.step()\n"),
    "two-optimizers": LOOP.replace(
        "optimizer = ", "other = torch.optim.SGD(model[0].parameters(), lr=1e-3)\noptimizer = "
    ).replace("    optimizer.zero_grad()\n", "    other.step()\n    optimizer.zero_grad()\n"),
    "drawn": LOOP.replace(
        "loss_function(logits, labels)",
        "-torch.distributions.Categorical(probs=logits.softmax(-1)).log_prob(labels).mean()",
    ),
    "one-cycle": OVER_BATCHES.format(
        total="30 * len(rows)", loop="for inputs, labels in (batch for epoch in range(30) for batch in rows):"
    ),
    # it counts its steps, and not its passes over the data
    "step-budget": OVER_BATCHES.format(
        total=400,
        loop="for inputs, labels in (batch for epoch in range(400) for batch in rows if schedule.last_epoch < 400):",
    ),
    "frozen-parts-in-evaluation-mode": LOOP.replace(
        "torch.nn.ReLU(), ", "torch.nn.Dropout(0.1), torch.nn.ReLU(), torch.nn.Dropout(0.1), "
    ).replace("for step", "model[0].requires_grad_(False)\nmodel.eval()\nmodel[3].train()\nfor step"),
    "measured-apart": MEASURED.format(
        parts="model(torch.stack([*half]))", after="\n    model(torch.stack([*half]))\n    model(torch.randn(64, 8))"
    ),
    "measured-whole": MEASURED.format(parts="pass", after="\n    model(torch.cat([inputs, torch.randn(30, 8)]))"),
    "unfrozen-at-the-end": LOOP.replace("optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)\n", FROZEN)
    + "model.requires_grad_(True)\nmodel(inputs).sum().backward()\n",
    "one-of-two-scaled": LOOP.replace(
        "optimizer = ",
        'scaler = torch.amp.GradScaler("cpu")\nother = torch.nn.Linear(8, 1)\n'
        "second = torch.optim.SGD(other.parameters(), lr=1e-3)\noptimizer = ",
    ).replace(
        "    loss.backward()\n    optimizer.step()\n",
        "    scaler.scale(loss).backward()\n    other(inputs).square().mean().backward()\n"
        "    torch.nn.utils.clip_grad_norm_(other.parameters(), 1.0)\n    second.step()\n    second.zero_grad()\n"
        "    scaler.step(optimizer)\n    scaler.update()\n",
    ),
    # the divergence of an autoencoder counts per number, as the mean does
    "divergence-per-number": LOOP.replace(
        "    loss = loss_function(logits, labels)\n",
        "    mean = torch.nn.functional.mse_loss(logits, inputs[:, :2])\n"
        "    divergence = -0.5 * (1 + logits - logits.pow(2) - logits.exp()).sum()\n"
        "    divergence /= inputs.numel()\n    loss = mean + divergence\n",
    ),
    "divergence-per-number-of-rows": LOOP.replace(
        "    loss = loss_function(logits, labels)\n",
        "    mean = torch.nn.functional.mse_loss(logits, inputs[:, :2])\n"
        "    divergence = -0.5 * (1 + logits - logits.pow(2) - logits.exp()).sum(1).mean()\n"
        "    divergence = 0.02 * divergence / 8\n    loss = mean + divergence\n",
    ),
    # the statistics of an encoder that is frozen must stay as they are
    "head-on-frozen-encoder": LOOP.replace(
        "model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 2))",
        "body = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.BatchNorm1d(16), torch.nn.Dropout(0.1), torch.nn.ReLU())\n"
        "model = torch.nn.Sequential(body, torch.nn.Linear(16, 2))",
    ).replace(
        "for step in range(20):\n",
        "for step in range(40):\n    if step == 20:\n        body.requires_grad_(False)\n        model.eval()\n",
    ),
    "two-heads-in-turn": LOOP.replace(
        LOOP[LOOP.index("model = ") : LOOP.index("optimizer = ")],
        "class Net(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.heads = torch.nn.ModuleList(torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 2)) for _ in range(2))\n\n"
        "    def forward(self, rows, task):\n        return self.heads[task](rows)\n\n\nmodel = Net()\n",
    ).replace("model(inputs)", "model(inputs, step % 2)"),
    "one-sentence-at-a-time": LOOP[: LOOP.index("inputs = ")]
    + """class Tagger(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.words = torch.nn.Embedding(9, 8)
        self.read = torch.nn.LSTM(8, 16)
        self.last = torch.nn.Linear(16, 2)

    def forward(self, words):
        read, _ = self.read(self.words(words).view(len(words), 1, -1))
        return self.last(read.view(len(words), -1))


model = Tagger()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(200):
    words = torch.randint(9, (5 + step % 2,))
    torch.nn.functional.cross_entropy(model(words), (words > 4).long()).backward()
    optimizer.step()
    optimizer.zero_grad()
""",
    # an attack asks for the gradient of the inputs alone
    "gradient-of-the-inputs": LOOP.replace(
        "    logits = model(inputs)\n",
        "    near = inputs.clone().requires_grad_(True)\n"
        "    loss_function(model(near), labels).backward(inputs=[near])\n    optimizer.zero_grad()\n"
        "    logits = model(inputs + 0.1 * near.grad.sign())\n",
    ),
    "frozen-for-the-inputs": LOOP.replace(
        "    logits = model(inputs)\n",
        "    near = inputs.clone().requires_grad_(True)\n    model.requires_grad_(False)\n"
        "    model(near).sum().backward()\n    model.requires_grad_(True)\n"
        "    logits = model(inputs + 0.1 * near.grad)\n    optimizer.zero_grad()\n",
    ).replace("    optimizer.step()\n    optimizer.zero_grad()\n", "    optimizer.step()\n"),
    "step-in-the-backward-pass": LOOP.replace(
        "optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)\n",
        "optimizers = {each: torch.optim.AdamW([each], lr=1e-3) for each in model.parameters()}\n\n\n"
        "def step_of(each):\n    optimizers[each].step()\n    optimizers[each].zero_grad()\n\n\n"
        "for each in model.parameters():\n    each.register_post_accumulate_grad_hook(step_of)\n",
    ).replace("    optimizer.step()\n    optimizer.zero_grad()\n", ""),
    # one of the models that are compared is linear
    "linear-baseline": LOOP[: LOOP.index("model = ")]
    + "for bend in (torch.nn.Identity, torch.nn.ReLU):\n"
    + indent(LOOP[LOOP.index("model = ") :].replace("torch.nn.ReLU()", "bend()"), "    "),
    "one-slope-for-all-layers": LOOP.replace("torch.nn.ReLU(), ", "bend, torch.nn.Linear(16, 16), bend, ").replace(
        "model = ", "bend = torch.nn.PReLU()\nmodel = "
    ),
    # the documents of a query are the classes, and several may be relevant
    "ranked-documents": LOOP.replace("inputs = torch.randn(64, 8)", "inputs = torch.randn(64, 5, 8)")
    .replace("labels = (inputs[:, 0] > 0).long()", "labels = (inputs[..., 0] > 0.3).float()")
    .replace("Linear(16, 2)", "Linear(16, 1)")
    .replace("model(inputs)", "model(inputs).squeeze(-1)"),
    "ties": LOOP.replace("Linear(16, 2)", "Linear(16, 1)").replace(
        "loss_function(logits, labels)",
        "torch.nn.functional.margin_ranking_loss(logits[:32, 0], logits[32:, 0], "
        "(inputs[:32, 0].round() - inputs[32:, 0].round()).sign())",
    ),
    "distances-of-all-pairs": LOOP.replace("Linear(16, 2)", "Linear(16, 1)")
    .replace("range(20)", "range(60)")
    .replace(
        "    loss = loss_function(logits, labels)\n",
        "    made = logits.squeeze(1)\n    true = 2 * torch.randn(64)\n"
        "    loss = 2 * (made[:, None] - true).abs().mean() - (made[:, None] - made).abs().mean()\n",
    )
    + "with torch.no_grad():\n    print((model(inputs).squeeze(1)[:, None] - true).abs().mean())\n",
    "inputs-dropped": LOOP.replace("torch.nn.Linear(8, 16)", "torch.nn.Dropout(0.8), torch.nn.Linear(8, 16)"),
    "an-attribute-of-its-own": LOOP.replace(
        LOOP[LOOP.index("model = ") : LOOP.index("optimizer = ")],
        "class Net(torch.nn.Module):\n    def __init__(self, trainable):\n        super().__init__()\n"
        "        self.trainable = trainable\n        self.first = torch.nn.Linear(8, 16).requires_grad_(trainable)\n"
        "        self.last = torch.nn.Linear(16, 2)\n\n"
        "    def forward(self, rows):\n        return self.last(self.first(rows).relu())\n\n\nmodel = Net(False)\n",
    ),
    # of two factors only the second begins at 0
    "zero-head": LOOP.replace("optimizer = ", "torch.nn.init.zeros_(model[2].weight)\noptimizer = "),
    # many answers to the same rows, which are to differ
    "answers-drawn": LOOP.replace("torch.nn.ReLU(), ", "torch.nn.ReLU(), torch.nn.Dropout(0.1), ")
    + "with torch.no_grad():\n    print(torch.stack([model(inputs) for _ in range(8)]).quantile(0.9, 0))\n",
    # what the model guesses in a step is what it learns in the same
    "pseudo-labels": LOOP.replace("torch.nn.ReLU(), ", "torch.nn.ReLU(), torch.nn.Dropout(0.1), ").replace(
        "    loss.backward()\n",
        "    rest = torch.randn(64, 8)\n    with torch.no_grad():\n        guess = model(rest).argmax(-1)\n"
        "    loss = loss + loss_function(model(rest + 0.1), guess)\n    loss.backward()\n",
    ),
    "labels-missing-in-training": LOOP.replace(
        "for step", "test_labels = labels.clone()\nlabels[::2] = -100\nfor step", 1
    )
    + "with torch.no_grad():\n    print((model(inputs).argmax(-1) == test_labels).float().mean())\n",
    "two-heads": LOOP.replace(
        LOOP[LOOP.index("model = ") : LOOP.index("optimizer = ")],
        "answers = [labels, (inputs[:, 1] > 0).long()]\n\n\nclass Both(torch.nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        self.body = torch.nn.Sequential(torch.nn.Linear(8, 64), torch.nn.ReLU())\n"
        "        self.heads = torch.nn.ModuleList(torch.nn.Linear(64, 2) for _ in range(2))\n\n"
        "    def forward(self, rows):\n        return [head(self.body(rows)) for head in self.heads]\n\n\nmodel = Both()\n",
    ).replace("loss_function(logits, labels)", "loss_function(logits[step % 2], answers[step % 2])"),
    "unfrozen": LOOP.replace("optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)\n", FROZEN).replace(
        "for step in range(20):\n", UNFROZEN + "        optimizer.add_param_group({'params': model[0].parameters()})\n"
    ),
}
"""Loops that are right, in several styles."""
WRONG = {
    "distribution-of-probabilities": (
        "    loss = loss_function(logits, labels)\n",
        "    loss = -torch.distributions.Categorical(logits=logits.softmax(-1)).log_prob(labels).mean()\n",
    ),
    "target-beyond-probability": (
        "    loss = loss_function(logits, labels)\n",
        "    loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, inputs[:, :2])\n",
    ),
    "frozen-in-vain": ("optimizer = ", "model[0].requires_grad = False\noptimizer = "),
    "inputs-of-another-scale": (
        "    optimizer.zero_grad()\n",
        "    optimizer.zero_grad()\nwith torch.no_grad():\n    print(model(255 * inputs).argmax(-1))\n",
    ),
    "weights-stay-zero": ("optimizer = ", "for each in model.parameters():\n    torch.nn.init.zeros_(each)\noptimizer = "),
    "unfrozen-too-late": (
        "optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)\nloss_function = torch.nn.CrossEntropyLoss()\nfor step in range(20):\n",
        f"{FROZEN}loss_function = torch.nn.CrossEntropyLoss()\n{UNFROZEN}",
    ),
    "clipped-in-vain": (
        "    loss.backward()\n",
        "    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n    loss.backward()\n",
    ),
    "linear-throughout": ("torch.nn.ReLU(), ", ""),
    "dropout-too-high": ("torch.nn.ReLU(), ", "torch.nn.ReLU(), torch.nn.Dropout(0.9), "),
    "axes-mixed": ("labels = ", "inputs = inputs.reshape(8, 64).view(64, 8)\nlabels = "),
    "layer-repeated": ("torch.nn.ReLU(), ", "torch.nn.ReLU(), *[torch.nn.Linear(16, 16)] * 3, torch.nn.ReLU(), "),
    "layer-made-inside": (
        LOOP[LOOP.index("model = ") : LOOP.index("optimizer = ")],
        "class Net(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.body = torch.nn.Linear(8, 16)\n\n"
        "    def forward(self, rows):\n        return torch.nn.Linear(16, 2)(self.body(rows).relu())\n\n\nmodel = Net()\n",
    ),
    "inputs-too-small": ("model = ", "inputs = inputs / 255 / 255\nmodel = "),
    "model-made-anew": (
        LOOP[LOOP.index("model = ") :],
        "class Net(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.body = torch.nn.Linear(8, 2)\n\n"
        "    def forward(self, rows):\n        return self.body(rows)\n\n\n"
        "for epoch in range(12):\n    model = Net()\n    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)\n"
        "    for rows, right in zip(inputs.split(16), labels.split(16)):\n"
        "        torch.nn.functional.cross_entropy(model(rows), right).backward()\n"
        "        optimizer.step()\n        optimizer.zero_grad()\n",
    ),
    "folds-share-model": (
        LOOP[LOOP.index("for step") :],
        "from sklearn.model_selection import KFold\n\nfor fold, (rows, rest) in enumerate(KFold(4).split(inputs)):\n"
        "    for step in range(8):\n        loss_function(model(inputs[rows]), labels[rows]).backward()\n"
        "        optimizer.step()\n        optimizer.zero_grad()\n"
        "    with torch.no_grad():\n        print(fold, float(loss_function(model(inputs[rest]), labels[rest])))\n",
    ),
    "inputs-not-scaled": ("model = ", "inputs = 3e4 * inputs + 1e5\nmodel = "),
    "weights-too-large": (
        LOOP[LOOP.index("model = ") : LOOP.index("optimizer = ")],
        "model = torch.nn.Sequential(torch.nn.Linear(8, 64), torch.nn.Tanh(), torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 2))\n"
        "for each in model.parameters():\n    torch.nn.init.normal_(each)\n",
    ),
    "units-alike": ("optimizer = ", "torch.nn.init.constant_(model[0].weight, 0.1)\ntorch.nn.init.zeros_(model[0].bias)\ntorch.nn.init.constant_(model[2].weight, 0.1)\noptimizer = "),
    "gradients-vanish": (
        "model = ",
        "deep = [each for layer in range(9) for each in (torch.nn.Linear(8, 8), torch.nn.Sigmoid())]\n"
        "model = torch.nn.Sequential(*deep, torch.nn.Linear(8, 2))\nunused = ",
    ),
    "loss-of-wrong-sign": (
        "loss_function(logits, labels)",
        "torch.nn.functional.cosine_similarity(logits, torch.eye(2)[labels]).mean()",
    ),
    "sum-beside-mean": (
        "loss_function(logits, labels)",
        "torch.nn.functional.mse_loss(logits, inputs[:, :2]) - 0.5 * (1 + logits - logits.pow(2) - logits.exp()).sum()",
    ),
    "momentum-of-norm": ("torch.nn.ReLU(), ", "torch.nn.BatchNorm1d(16, momentum=0.99), torch.nn.ReLU(), "),
    "softmax-over-rows": ("loss_function(logits, labels)", "torch.nn.functional.nll_loss(logits.log_softmax(0), labels)"),
    "dropout-on-outputs": ("logits = model(inputs)", "logits = torch.nn.functional.dropout(model(inputs))"),
    "positive-weight-inverted": (
        "loss_function(logits, labels)",
        "torch.nn.functional.binary_cross_entropy_with_logits("
        "logits[:, 0], (inputs[:, 0] > 1).float(), pos_weight=(inputs[:, 0] > 1).sum() / (inputs[:, 0] <= 1).sum())",
    ),
    "threshold-of-logits": (
        "    loss = loss_function(logits, labels)\n",
        "    loss = torch.nn.functional.binary_cross_entropy_with_logits(logits[:, 0], labels.float())\n"
        "    right = ((logits[:, 0] > 0.5) == labels).sum()\n",
    ),
    "gradients-all-zero": ("    optimizer.step()\n    optimizer.zero_grad()\n", "    optimizer.zero_grad()\n    optimizer.step()\n"),
    "gradients-switched-off": (
        "    optimizer.zero_grad()\n",
        "    optimizer.zero_grad()\n    torch.set_grad_enabled(False)\n    model(inputs)\n",
    ),
    "gradients-pile-up": ("    optimizer.zero_grad()\n", ""),
    "loss-not-connected": ("    loss.backward()\n", "    loss = torch.tensor(loss.item(), requires_grad=True)\n    loss.backward()\n"),
    "softmax-twice": ("logits = model(inputs)", "logits = model(inputs).softmax(dim=-1)"),
    "log-missing": ("torch.nn.CrossEntropyLoss()", "torch.nn.NLLLoss()"),
    "padding-mask-inverted": (
        LOOP[LOOP.index("inputs = ") : LOOP.index("optimizer = ")],
        "inputs = torch.randint(1, 40, (64, 8))\ninputs[:, 5:] = 0\nlabels = (inputs[:, 0] > 20).long()\n\n\n"
        "class Reader(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.words = torch.nn.Embedding(40, 16)\n"
        "        self.attend = torch.nn.MultiheadAttention(16, 2, batch_first=True)\n        self.last = torch.nn.Linear(16, 2)\n\n"
        "    def forward(self, ids):\n        words = self.words(ids)\n"
        "        read, _ = self.attend(words, words, words, key_padding_mask=ids != 0)\n"
        "        return self.last((read * (ids != 0)[..., None]).mean(1))\n\n\nmodel = Reader()\n",
    ),
    "label-beyond-outputs": (".long()", ".long() + 1"),
    "other-parameters": (
        "optimizer = ",
        "old, model = model, torch.nn.Linear(8, 2)\noptimizer = torch.optim.AdamW(old.parameters(), lr=1e-3) or ",
    ),
    "evaluation-mode": ("for step", "model.insert(2, torch.nn.Dropout(0.1))\nmodel.eval()\nfor step"),
    "part-not-reached": ("model(inputs)", "model[2](model[:2](inputs).detach())"),
    "rate-unusual": ("lr=1e-3", "lr=0.5"),
    "rate-learns-nothing": (
        "torch.optim.AdamW(model.parameters(), lr=1e-3)",
        "torch.optim.Adagrad(model.parameters(), lr=1e-9)",
    ),
    "batch-not-learned": (
        "inputs = torch.randn(64, 8)\nlabels = (inputs[:, 0] > 0).long()\n",
        "inputs = (torch.arange(64) % 4 // 2).float()[:, None].repeat(1, 8)\nlabels = torch.arange(64) % 2\n",
    ),
    "greatest-of-one": (
        "for step in range(20):\n    logits = model(inputs)\n    loss = loss_function(logits, labels)\n",
        "model[2] = torch.nn.Linear(16, 1)\noptimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)\n"
        "loss_function, labels = torch.nn.BCEWithLogitsLoss(), labels[:, None].float()\n"
        "for step in range(20):\n    logits = model(inputs)\n    loss = loss_function(logits, labels)\n"
        "    greatest, place = torch.max(logits, 1)\n",
    ),
    "argmax-axis": ("    optimizer.zero_grad()\n", "    optimizer.zero_grad()\n    right = (logits.argmax() == labels).sum()\n"),
    "changed-in-place": ("    loss = loss", "    logits = logits.exp()\n    logits += 1\n    loss = loss"),
    "signs-expected": ("loss_function(logits, labels)", "torch.nn.functional.soft_margin_loss(logits[:, 0], labels.float())"),
    "nan-in-data": ("model = ", "inputs[3, 2] = torch.nan\nmodel = "),
    "labels-all-ignored": ("model = ", "labels[:] = -100\nmodel = "),
    "nan-in-model": (
        "optimizer = ",
        "model.register_forward_hook(lambda layer, given, out: out - (out.relu() * 0).log() * 0)\noptimizer = ",
    ),
    "nan-in-loss": (
        "loss_function(logits, labels)",
        "-((logits * 1e4).softmax(-1).log() * torch.eye(2)[labels]).mean()",
    ),
    "nan-in-gradients": (
        "    loss.backward()\n",
        "    loss = loss + (0 * logits).sum(dim=-1).sqrt().mean()\n    loss.backward()\n",
    ),
    "training-diverges": (
        "    optimizer.zero_grad()\n",
        "    optimizer.zero_grad()\n    with torch.no_grad():\n        model[0].weight.mul_(1e6)\n",
    ),
    "half-precision-trained": (
        "optimizer = ", "model, inputs = model.half(), inputs.half()\noptimizer = "
    ),
    "nothing-trainable": ("optimizer = ", "model.requires_grad_(False)\noptimizer = "),
}  # fmt: skip
"""What is written in place of what, by the look that finds it."""
LOADED = """\
import torch

torch.manual_seed(0)
inputs = torch.randn(80, 8)
labels = (inputs[:, 0] > 0).long()
batches = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(inputs, labels), batch_size=8, shuffle=True)
model = torch.nn.Linear(8, 2)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for epoch in range(4):
    for rows, right in batches:
        loss = torch.nn.functional.cross_entropy(model(rows), right)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    print(float(loss))
"""
"""A training loop over batches."""
OF_LOADED = {
    "": ("", ""),
    "loop-left-early": ("        optimizer.zero_grad()\n", "        optimizer.zero_grad()\n        break\n"),
    "batch-on-second-axis": (
        "model = torch.nn.Linear(8, 2)\n",
        "class Reader(torch.nn.LSTM):\n    def forward(self, rows):\n"
        "        return super().forward(rows.reshape(-1, 4, 2))[0][:, -1]\n\n\nmodel = Reader(2, 2)\n",
    ),
    "sampler-weights-short": ("shuffle=True", "sampler=torch.utils.data.WeightedRandomSampler([0.2, 0.8], 80)"),
    "rows-mixed-in-batch": (
        "shuffle=True",
        "shuffle=True,\n    collate_fn=lambda pairs: (torch.stack(sorted([x for x, y in pairs], key=lambda x: float(x[1]))),"
        " torch.tensor([int(y) for x, y in pairs])),\n",
    ),
    "rate-gone-early": (
        "        optimizer.step()\n",
        "        optimizer.step()\n        schedule = globals().get('schedule') or torch.optim.lr_scheduler.StepLR(optimizer, 2)\n"
        "        schedule.step()\n",
    ),
    "columns-counted": (
        "batches = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(inputs, labels)",
        "class Rows(torch.utils.data.Dataset):\n"
        "    def __init__(self):\n"
        "        self.columns, self.labels = {'numbers': inputs, 'signs': inputs.sign()}, labels\n\n"
        "    def __getitem__(self, place):\n        return self.columns['numbers'][place], self.labels[place]\n\n"
        "    def __len__(self):\n        return len(self.columns)\n\n\n"
        "batches = torch.utils.data.DataLoader(Rows()",
    ),
    # a second model takes what was learned, and stays in training mode
    "dropout-in-evaluation": (
        LOADED[LOADED.index("model = ") :],
        LOADED[LOADED.index("model = ") :].replace(
            "torch.nn.Linear(8, 2)\n",
            "torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU(), torch.nn.Dropout(), torch.nn.Linear(8, 2))\n",
        )
        + "import copy\nother = copy.deepcopy(model)\nother.load_state_dict(model.state_dict())\n"
        "with torch.no_grad():\n    print([int(other(row).argmax()) for row in inputs.split(1)])\n",
    ),
    "not-shuffled": (
        LOADED[LOADED.index("torch.randn(80") : LOADED.index("shuffle=True")],
        "torch.randn(400, 8)\ninputs = inputs[inputs[:, 0].argsort()]\nlabels = (inputs[:, 0] > 0).long()\n"
        "batches = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(inputs, labels), batch_size=8)  # ",
    ),
    "step-of-epochs": (
        "        optimizer.step()\n        optimizer.zero_grad()\n",
        "    optimizer.step()\n    optimizer.zero_grad()\n",
    ),
}
"""What is written in place of what in it, by the look that finds it."""
IN_OTHER_WAYS = {
    "a last batch of one row": (
        "batch-of-one",
        "for step in range(20):\n",
        "model.append(torch.nn.BatchNorm1d(2))\nrows = torch.utils.data.DataLoader([*zip(inputs, labels)][:33], batch_size=16, shuffle=True)\n"
        "next(iter(rows))\nfor step in range(20):\n",
    ),
    "a tensor of the program's own": (
        "own-weights-left-out",
        "    loss = loss_function(logits, labels)\n",
        "    if step == 0:\n        scale = torch.zeros(1, requires_grad=True)\n"
        "    loss = loss_function(logits, labels) * torch.exp(-scale).squeeze() + scale.squeeze()\n",
    ),
    "an optimizer of the head that is replaced": (
        "other-parameters",
        "for step in range(20):\n",
        "for step in range(40):\n    if step == 20:\n"
        "        optimizer = torch.optim.AdamW(model[-1].parameters(), lr=1e-3)\n        model[-1] = torch.nn.Linear(16, 2)\n",
    ),
    "a tensor that NumPy shuffles": (
        "tensor-shuffled",
        "labels = ",
        "import numpy\n\nnumpy.random.shuffle(inputs)\nlabels = ",
    ),
    "labels before outputs": (
        "labels-taken-for-outputs",
        "    loss = loss_function(logits, labels)\n",
        "    loss = loss_function(torch.nn.functional.one_hot(labels, 2).float(), logits)\n",
    ),
    "dropout of a function": (
        "dropout-in-evaluation",
        "for step in range(20):\n",
        "body = model\n\n\nclass Dropping(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.body = body\n\n    def forward(self, x):\n        return self.body[-1](torch.nn.functional.dropout(self.body[:-1](x), 0.1))\n\n\n"
        "model = Dropping()\nfor step in range(20):\n    if step % 5 == 4:\n        model.eval()\n        with torch.no_grad():\n"
        "            model(inputs)\n        model.train()\n",
    ),
    "a schedule of steps that is stepped in each epoch": (
        "schedule-of-epochs",
        "for step in range(20):\n",
        "rise = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 400))\nfor step in range(60):\n"
        "    if step % 20 == 19:\n        rise.step()\n",
    ),
    "groups that leave a layer out": (
        "layers-left-out",
        "optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)\n",
        "model.insert(3, torch.nn.Linear(16, 16))\nmodel.insert(4, torch.nn.ReLU())\n"
        "optimizer = torch.optim.AdamW([*model[0].parameters(), *model[-1].parameters()], lr=1e-3)\n",
    ),
    "windows behind a channel": (
        "target-is-last-value",
        "for step in range(20):\n    logits = model(inputs)\n",
        "# windows\nloss_function = torch.nn.MSELoss()\ninputs = torch.randn(64, 1, 12)\nlabels = inputs[:, 0, -1]\n"
        "model = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(12, 16), torch.nn.ReLU(), torch.nn.Linear(16, 1))\n"
        "optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)\nfor step in range(20):\n    logits = model(inputs)[:, 0]\n",
    ),
    "an attribute that is misspelt": (
        "frozen-in-vain",
        "optimizer = ",
        "for each in model[0].parameters():\n    each.require_grad = False\noptimizer = ",
    ),
    "labels with the mark": (
        "ignored-labels-counted",
        "for step in range(20):\n",
        "labels[::4] = -100\nfor step in range(20):\n    with torch.no_grad():\n"
        "        print((model(inputs).argmax(-1) == labels).float().mean())\n",
    ),
    "evaluation mode since the first evaluation": (
        "evaluation-mode",
        "    optimizer.zero_grad()\n",
        "    optimizer.zero_grad()\n    if step == 9:\n        model.eval()\n",
    ),
}
"""The same for looks that are there already: the look, and what is written in place of what."""
FEW_WAYS = ("a tensor of the program's own", "labels before outputs", "dropout of a function")
FEW = ("batch-not-learned", "gradients-switched-off", "label-beyond-outputs", "rate-learns-nothing")
"""Those that every change is tested with, of both."""


@pytest.mark.parametrize(
    "style",
    [
        pytest.param(style, marks=[] if style in ("plain", "one-after-the-other") else pytest.mark.release)
        for style in RIGHT
    ],
)
def test_nothing_is_found_in_a_loop_that_is_right(tmp_path: Path, style: str) -> None:
    path = tmp_path / "train.py"
    path.write_text(RIGHT[style])
    report = examine(path)
    assert first(report) == "", report
    validate(report, SCHEMA)
    assert report["steps"] >= (0 if style == "by-hand" else 20)


def test_gradients_that_the_program_uses_itself_are_not_lost(tmp_path: Path) -> None:
    # to the worst point near by, and a step from there
    climb = (
        "    loss.backward()\n    if step:\n        with torch.no_grad():\n            moves = [each.grad * 0.05 for each in model.parameters()]\n"
        "            for each, move in zip(model.parameters(), moves):\n                each.add_(move)\n        optimizer.zero_grad()\n"
        "        loss_function(model(inputs), labels).backward()\n        with torch.no_grad():\n"
        "            for each, move in zip(model.parameters(), moves):\n                each.sub_(move)\n"
    )
    path = tmp_path / "train.py"
    path.write_text(LOOP.replace("    loss.backward()\n", climb))
    assert first(examine(path)) == ""


@pytest.mark.parametrize(("tried", "found"), [("Sigmoid", True), ("ReLU", False)])
def test_a_net_that_is_compared_with_a_better_one_may_have_gradients_that_vanish(
    tmp_path: Path, tried: str, found: bool
) -> None:
    made = (
        "def make(activation):\n    hidden = [each for _ in range(9) for each in (torch.nn.Linear(16, 16), activation())]\n"
        "    return torch.nn.Sequential(torch.nn.Linear(8, 16), activation(), *hidden, torch.nn.Linear(16, 2))\n\n\n"
        f"for activation in (torch.nn.Sigmoid, torch.nn.{tried}):\n"
    )
    loop = "model = make(activation)\n" + LOOP[LOOP.index("optimizer = ") :]
    path = tmp_path / "train.py"
    path.write_text(LOOP[: LOOP.index("model = ")] + made + indent(loop, "    "))
    assert ("gradients-vanish" in [each["look"] for each in examine(path)["findings"]]) == found


def test_a_teacher_that_comes_in_later_may_be_in_evaluation_mode(tmp_path: Path) -> None:
    taught = "    if step > 9:\n        loss = loss + (teacher(inputs) - logits).square().mean()\n    loss.backward()\n"
    text = LOOP.replace("torch.nn.ReLU(), ", "torch.nn.ReLU(), torch.nn.Dropout(0.1), ").replace(
        "optimizer = ", "import copy\n\nteacher = copy.deepcopy(model).eval()\noptimizer = ", 1
    )
    path = tmp_path / "train.py"
    path.write_text(text.replace("    loss.backward()\n", taught))
    assert first(examine(path)) == ""


@pytest.mark.parametrize(
    ("measured", "look"),
    [
        ("((model(inputs) > 0).long() == labels).float().mean()", "metric-pairs-all"),
        ("(torch.cat([model(half) for half in inputs.chunk(2)]).sigmoid() - labels).abs().mean()", "metric-pairs-all"),
        ("((model(inputs) > 0).long().squeeze(1) == labels[:, None]).float().mean()", "metric-pairs-all"),
        ("((model(inputs) > 0).long().squeeze(1) == labels).float().mean()", ""),
        # the nearest of five grades
        ("[(model(part) - grades).abs().argmin(1) for part in (inputs[:9], inputs[:5])]", ""),
        # which of the rows are of one class, and how far the predictions are from each other
        ("(labels[:, None] == labels).float().mean(), (model(inputs) - model(inputs)[:, 0]).abs().mean()", ""),
    ],
    ids=["equal", "apart", "labels", "squeezed", "grades", "meant"],
)
def test_predictions_that_are_compared_with_all_labels_are_seen(tmp_path: Path, measured: str, look: str) -> None:
    text = (
        LOOP.replace("Linear(16, 2)", "Linear(16, 1)")
        .replace("CrossEntropyLoss", "BCEWithLogitsLoss")
        .replace("range(20)", "range(60)")
    )
    text = text.replace("(logits, labels)", "(logits, labels[:, None].float())").replace("lr=1e-3", "lr=1e-2")
    path = tmp_path / "train.py"
    path.write_text(f"{text}grades = torch.arange(5.0)\nwith torch.no_grad():\n    print({measured})\n")
    assert first(examine(path)) == look


def test_a_model_that_is_measured_in_a_thread_is_trained_on(tmp_path: Path) -> None:
    text = LOOP.replace("Linear(16, 2)", "Linear(16, 1)").replace("CrossEntropyLoss", "BCEWithLogitsLoss")
    text = text.replace("(logits, labels)", "(logits, labels[:, None].float())").replace("lr=1e-3", "lr=1e-2")
    measured = "    with ThreadPoolExecutor(1) as pool:\n        pool.submit(evaluate).result()\n"
    begin = (
        "from concurrent.futures import ThreadPoolExecutor\n\n\n@torch.no_grad()\ndef evaluate():\n"
        "    return (model(inputs)[:, 0] - labels).abs().mean()\n\n\nfor step in range(60):\n"
    )
    path = tmp_path / "train.py"
    path.write_text(text.replace("for step in range(20):\n", begin) + measured)
    report = examine(path)
    assert (report["crash"], first(report)) == (None, "")


@pytest.mark.parametrize(
    ("made", "each_step", "found"),
    [
        (
            "copy.deepcopy(model)",
            "for mine, its in zip(other.parameters(), model.parameters()): mine.lerp_(its, 0.1)",
            True,
        ),
        (
            "copy.deepcopy(model)",
            "for mine, its in zip(other.parameters(), model.parameters()): mine.data.mul_(0.9).add_(its.data, alpha=0.1)",
            True,
        ),
        ("copy.deepcopy(model)", "pass", False),
        ("make(); other.load_state_dict(model.state_dict())", "pass", False),
        ("make()", "pass", False),
    ],
    ids=["average", "average of data", "beginning", "loaded beginning", "untrained"],
)
def test_only_a_copy_of_a_trained_model_lacks_what_it_has_measured(
    tmp_path: Path, made: str, each_step: str, found: bool
) -> None:
    model = (
        "torch.nn.Sequential(torch.nn.Linear(8, 9), torch.nn.BatchNorm1d(9), torch.nn.ReLU(), torch.nn.Linear(9, 2))"
    )
    begin = LOOP.replace("import torch\n", f"import copy\nimport torch\nmake = lambda: {model}\n", 1)
    begin = re.sub(r"model = torch.*", f"model = make()\nother = {made}", begin)
    step = f"    with torch.no_grad():\n        {each_step}\n"
    end = "other.eval()\nmodel.eval()\nwith torch.no_grad():\n    print(other(inputs).sum(), model(inputs).sum())\n"
    path = tmp_path / "train.py"
    path.write_text(begin + step + end)
    assert first(examine(path)) == ("norms-never-measured" if found else "")


def test_a_part_that_only_one_of_two_trainings_is_about_is_reached(tmp_path: Path) -> None:
    begin, loop = LOOP[: LOOP.index("model = ")], LOOP[LOOP.index("model = ") :]
    loop = loop.replace("optimizer =", "second = torch.nn.Linear(8, 90)\noptimizer =")
    loop = loop.replace("model.parameters()", "[*model.parameters(), *second.parameters()]")
    loop = loop.replace(
        "    loss.backward()",
        "    loss = loss + both * second(inputs).pow(2).mean() if both else loss\n    loss.backward()",
    )
    path = tmp_path / "train.py"
    path.write_text(f"{begin}for both in (False, True):\n{indent(loop, '    ')}")
    assert first(examine(path)) == ""
    path.write_text(f"{begin}for both in (False, False):\n{indent(loop, '    ')}")
    assert first(examine(path)) == "part-not-reached"


@pytest.mark.parametrize(("steps", "crashes"), [(10, False), (100, True)])
def test_what_a_longer_training_keeps_is_not_missed_in_a_shorter_one(tmp_path: Path, steps: int, crashes: bool) -> None:
    rows = "best = None\nrows = torch.utils.data.DataLoader(list(zip(inputs, labels)), batch_size=4)\n"
    text = LOOP.replace("for step in range(20):", f"{rows}for step, (inputs, labels) in enumerate(rows):")
    keep = "    if step == 15 and loss < 0:\n        best = model.state_dict()\n"
    path = tmp_path / "train.py"
    path.write_text(f"{text}{keep}model.load_state_dict(best)\n")
    assert (examine(path, steps=steps)["crash"] is not None) == crashes


def test_a_default_device_hides_nothing(tmp_path: Path) -> None:
    text = LOOP.replace("Linear(16, 2)", "Linear(16, 1)").replace(
        "torch.manual_seed", "torch.set_default_device('cpu')\ntorch.manual_seed"
    )
    text = text.replace("loss_function(logits, labels)", "((logits - labels) ** 2).mean()")
    path = tmp_path / "train.py"
    path.write_text(text)
    assert first(examine(path)) == "loss-of-every-pair"


def test_a_model_that_is_called_in_a_thread_is_trained_on(tmp_path: Path) -> None:
    called = "ThreadPoolExecutor(1).submit(model, inputs).result()"
    text = LOOP.replace("model(inputs)", called).replace(
        "import torch\n", "import torch\nfrom concurrent.futures import ThreadPoolExecutor\n", 1
    )
    assert called in text and "import Thread" in text
    path = tmp_path / "train.py"
    path.write_text(text)
    report = examine(path)
    assert (report["crash"], first(report)) == (None, "")


def test_learning_rates_that_are_tried_one_after_the_other_are_no_mistake(tmp_path: Path) -> None:
    made = LOOP.index("model = ")
    search = "for rate in (1.0, 0.1, 1e-3, 1e-5, 1e-7):\n" + indent(LOOP[made:], "    ")
    search = re.sub(r"lr=[\d.e-]+", "lr=rate", search)
    assert "lr=rate" in search
    path = tmp_path / "train.py"
    path.write_text(LOOP[:made] + search)
    assert first(examine(path)) == ""


@pytest.mark.parametrize(("steps", "look"), [(10, ""), (100, "other-error")])
def test_what_a_program_expects_of_its_scores_is_no_error_where_it_was_trained_less(
    tmp_path: Path, steps: int, look: str
) -> None:
    path = tmp_path / "train.py"
    rows = "rows = torch.utils.data.DataLoader(list(zip(inputs, labels)), batch_size=4)\n"
    text = LOOP.replace("for step in range(20):", f"{rows}for inputs, labels in rows:")
    path.write_text(text + "assert loss.item() < 1e-4\n")
    assert first(examine(path, steps=steps)) == look


def test_what_cannot_be_noted_does_not_harm_the_program(tmp_path: Path) -> None:
    # it looks like a batch of token ids, and is none
    odd = "class Odd:\n    shape = (2, 2)\n\n\nclass Model(torch.nn.Sequential):\n"
    odd += "    def forward(self, inputs, input_ids=None):\n        return super().forward(inputs)\n\n\n"
    text = LOOP.replace("inputs = ", odd + "inputs = ", 1).replace("torch.nn.Sequential(torch", "Model(torch")
    path = tmp_path / "train.py"
    path.write_text(text.replace("model(inputs)", "model(inputs, input_ids=Odd())"))
    report = examine(path)
    assert report["crash"] is None
    assert report["steps"] >= 20


SCALED = (
    LOOP.replace("optimizer = ", 'scaler = torch.amp.GradScaler("cpu")\noptimizer = ')
    .replace("loss.backward()\n", "scaler.scale(loss).backward()\n    scaler.unscale_(optimizer)\n    {clip}\n")
    .replace("optimizer.step()", "scaler.step(optimizer)\n    scaler.update()")
    .format(clip="torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)")
)
"""A loop that is right and multiplies its loss with a GradScaler, which PyTorch has for the CPU too."""


@pytest.mark.parametrize(
    ("old", "new", "look"),
    [
        ("", "", ""),
        ("    scaler.unscale_(optimizer)\n", "", "clipped-while-scaled"),
        ("    scaler.unscale_(optimizer)\n    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n", "", ""),
    ],
)
def test_gradients_that_a_scaler_multiplied_are_divided_before_they_are_clipped(
    tmp_path: Path, old: str, new: str, look: str
) -> None:
    path = tmp_path / "train.py"
    path.write_text(SCALED.replace(old, new) if old else SCALED)
    report = examine(path)
    assert first(report) == look
    # the loss is told as the program has it, not multiplied by 65,536
    assert dict(report["seen"])["first loss"] < 2


def test_a_step_without_the_scaler_that_multiplied_the_loss_is_found(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text(
        LOOP.replace("optimizer = ", 'scaler = torch.amp.GradScaler("cpu")\noptimizer = ').replace(
            "loss.backward()", "scaler.scale(loss).backward()"
        )
    )
    assert first(examine(path)) == "step-without-scaler"


@pytest.mark.parametrize(
    "look", [pytest.param(look, marks=[] if look in FEW else pytest.mark.release) for look in WRONG]
)
def test_what_is_wrong_with_a_loop_is_found(tmp_path: Path, look: str) -> None:
    old, new = WRONG[look]
    assert old in LOOP
    path = tmp_path / "train.py"
    path.write_text(LOOP.replace(old, new))
    assert first(examine(path)) == look


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in FEW_WAYS else pytest.mark.release) for name in IN_OTHER_WAYS]
)
def test_the_same_mistake_is_found_in_another_way_to_make_it(tmp_path: Path, name: str) -> None:
    look, old, new = IN_OTHER_WAYS[name]
    path = tmp_path / "train.py"
    # a layer that works in another way in evaluation mode
    path.write_text(LOOP.replace("torch.nn.ReLU(), ", "torch.nn.ReLU(), torch.nn.Dropout(0.1), ").replace(old, new))
    assert first(examine(path)) == look


NORMED = LOADED.replace("torch.nn.Linear(8, 2)", "torch.nn.Sequential(torch.nn.BatchNorm1d(8), torch.nn.Linear(8, 2))")
"""A loop with BatchNorm."""


@pytest.mark.parametrize(
    ("after", "look"),
    [
        ("{each}", "dropout-in-evaluation"),
        ("model.eval()\n{each}", ""),
        # the means are measured once more, with the last weights, before they are used
        ("{each}model.eval()\n{each}", ""),
        # one pass alone, to see something
        ("with torch.no_grad():\n    print(model(inputs)[:2])\n", ""),
    ],
)
def test_batchnorm_that_takes_the_mean_of_what_it_is_tested_with_is_found(
    tmp_path: Path, after: str, look: str
) -> None:
    path = tmp_path / "train.py"
    each = "with torch.no_grad():\n    for rows in torch.randn(80, 8).split(8):\n        print(model(rows).argmax(1))\n"
    path.write_text(NORMED + after.format(each=each))
    assert first(examine(path)) == look


OF_PASSES = {
    "schedule-runs-out": OVER_BATCHES.format(
        total="30 * (len(inputs) // 6)", loop="for inputs, labels in (batch for epoch in range(30) for batch in rows):"
    ),
    "rows-in-both-splits": MEASURED.format(
        parts="model(torch.cat([inputs[:20], torch.randn(20, 8)]))", after="\n    model(torch.randn(64, 8))"
    ),
}
"""What shows only in whole passes over the data."""


@pytest.mark.parametrize("look", [pytest.param(look, marks=pytest.mark.release) for look in OF_PASSES])
def test_what_is_wrong_with_passes_over_the_data_is_found(tmp_path: Path, look: str) -> None:
    path = tmp_path / "train.py"
    path.write_text(OF_PASSES[look])
    assert first(examine(path)) == look


@pytest.mark.parametrize("look", OF_LOADED)
def test_what_is_wrong_with_a_loop_over_batches_is_found(tmp_path: Path, look: str) -> None:
    old, new = OF_LOADED[look]
    assert old in LOADED
    path = tmp_path / "train.py"
    path.write_text(LOADED.replace(old, new) if old else LOADED)
    assert first(examine(path)) == look


@pytest.mark.parametrize(
    ("ids", "look"), [("[2, 3, 4]", "not-batched"), ("[[[2, 3, 4]], [[2, 3, 5]]]", "axis-too-many")]
)
def test_token_ids_with_another_number_of_axes_are_found(tmp_path: Path, ids: str, look: str) -> None:
    path = tmp_path / "train.py"
    path.write_text(f"""\
import torch


class Classifier(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = torch.nn.Embedding(9, 4)

    def forward(self, input_ids):
        examples, tokens = input_ids.shape
        return self.embedding(input_ids).reshape(examples, tokens * 4)


Classifier()(torch.tensor({ids}))
""")
    assert first(examine(path)) == look


def test_the_groups_of_an_optimizer_are_no_examples(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text("""\
import torch

model = torch.nn.Linear(8, 2)
groups = [{"params": [model.weight], "name": "weight"}, {"params": model.parameters(), "name": "all"}]
torch.optim.AdamW(groups)
""")
    report = examine(path)
    assert [each["look"] for each in report["findings"]] == ["parameter-in-two-groups"]


RELOADED = """\
import torch
from transformers import DistilBertConfig, DistilBertForSequenceClassification, DistilBertModel

torch.manual_seed(0)
config = DistilBertConfig(vocab_size=20, dim=8, hidden_dim=8, n_layers=1, n_heads=2, max_position_embeddings=16)
DistilBertModel(config).save_pretrained("base")


class Own(torch.nn.Module):
    def __init__(self, path):
        super().__init__()
        self.encoder = DistilBertModel.from_pretrained(path)
        self.head = torch.nn.Linear(8, 2)

    def forward(self, input_ids):
        return self.head(self.encoder(input_ids=input_ids).last_hidden_state[:, 0])


def make(path="base"):
    MAKE


input_ids = torch.randint(2, 20, (32, 8))
labels = (input_ids[:, 0] > 10).long()
model = make().train()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
for step in range(60):
    output = model(input_ids=input_ids)
    loss = torch.nn.functional.cross_entropy(getattr(output, "logits", output), labels)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
torch.save(model.state_dict(), "best.pt")
SAVE
other = OTHER
with torch.no_grad():
    other.eval()(input_ids=input_ids)
"""
"""A program that uses its model again after the training."""
MAKE = {
    "whole": "return DistilBertForSequenceClassification.from_pretrained(path, num_labels=2)",
    "own": "return Own(path)",
}
PART = {"whole": 'model.base_model.save_pretrained("out")', "own": 'model.encoder.save_pretrained("out")'}


def reloaded(directory: Path, made: str, other: str) -> str:
    path = directory / "train.py"
    text = RELOADED.replace("MAKE", MAKE[made]).replace("SAVE", PART[made]).replace("OTHER", other)
    path.write_text(text + 'print("used again")\n')
    report = examine(path)
    assert "used again" in report["printed"]
    return first(report)


@pytest.mark.parametrize("made", ["whole", pytest.param("own", marks=pytest.mark.release)])
def test_nothing_is_found_where_all_weights_are_read_back(tmp_path: Path, made: str) -> None:
    other = 'make()\nother.load_state_dict(torch.load("best.pt"))'
    assert reloaded(tmp_path, made, other) == ""


@pytest.mark.parametrize("made", ["own", pytest.param("whole", marks=pytest.mark.release)])
def test_a_model_of_which_a_part_was_saved_is_found(tmp_path: Path, made: str) -> None:
    assert reloaded(tmp_path, made, 'make("out")') == "part-not-saved"


@pytest.mark.release
@pytest.mark.parametrize("made", MAKE)
@pytest.mark.parametrize("copied", ["copy_(weight)", "lerp_(weight.data, 0.8)"], ids=["copy", "average"])
def test_nothing_is_found_in_a_copy_of_the_trained_model(tmp_path: Path, made: str, copied: str) -> None:
    copy = f"for name, weight in model.named_parameters():\n    other.get_parameter(name).data.{copied}"
    assert reloaded(tmp_path, made, f'make("out")\n{copy}') == ""


def test_two_dictionaries_with_token_ids_are_two_inputs() -> None:
    import torch

    from course.diagnosis.watching.torch import inputs_of

    class Pair(torch.nn.Module):
        def forward(self, left: object, right: object) -> None:
            pass

    text = {"input_ids": torch.ones(2, 3), "attention_mask": torch.ones(2, 3)}
    assert {*inputs_of(Pair(), (text, text), {})} == {f"{side}.{name}" for side in ("left", "right") for name in text}
    assert {*inputs_of(Pair(), (text,), {})} == {*text}
