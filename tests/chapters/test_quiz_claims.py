"""What the answers to the chapters' questions claim, in the order of the questions.

What shows in a whole script is in test_stages.py.
"""

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from course.contents import load_chapter
from course.sources import choose_source


def test_a_guess_among_three_has_a_loss_of_ln_3() -> None:
    assert -math.log(1 / 3) == pytest.approx(math.log(3)) == pytest.approx(1.0986, abs=1e-4)


@pytest.mark.pt
def test_a_label_without_a_logit_is_refused_where_it_is_checked_and_two_logits_are_the_default() -> None:
    import torch
    from transformers import AutoConfig

    with pytest.raises(IndexError):
        torch.nn.functional.cross_entropy(torch.zeros(1, 2), torch.tensor([2]))
    assert AutoConfig.from_pretrained(choose_source(load_chapter("ch8").task, "embedded").checkpoint).num_labels == 2


@pytest.mark.tf
def test_a_loss_by_its_name_takes_logits_for_probabilities_and_leaves_some_without_gradient() -> None:
    import tensorflow as tf
    import tf_keras

    labels = tf.constant([0])
    logits = tf.Variable([[-1.0, 0.5, 2.0]])
    with tf.GradientTape() as tape:
        by_name = tf_keras.losses.get("sparse_categorical_crossentropy")(labels, logits)
    gradient = tape.gradient(by_name, logits).numpy()[0]
    from_logits = tf_keras.losses.sparse_categorical_crossentropy(labels, logits, from_logits=True)
    assert float(by_name[0]) != pytest.approx(float(from_logits[0]), abs=0.1)
    assert (gradient == 0).tolist() == [True, False, True]


@pytest.mark.tf
def test_the_default_rate_of_adam_in_keras() -> None:
    import tf_keras

    assert float(tf_keras.optimizers.get("adam").learning_rate) == pytest.approx(1e-3)


@pytest.mark.pt
def test_the_default_rate_of_adam_in_pytorch_and_that_of_the_trainer(tmp_path: Path) -> None:
    import torch
    from transformers import TrainingArguments

    weight = torch.nn.Parameter(torch.zeros(1))
    assert torch.optim.Adam([weight]).defaults["lr"] == pytest.approx(1e-3)
    assert TrainingArguments(output_dir=str(tmp_path)).learning_rate == pytest.approx(5e-5)


@pytest.mark.pt
def test_wrong_labels_of_a_few_rows_are_learned_by_heart_as_well() -> None:
    import torch

    torch.manual_seed(0)
    rows = torch.randn(8, 16)
    labels = torch.randint(3, (8,))
    model = torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.ReLU(), torch.nn.Linear(32, 3))
    optimizer = torch.optim.Adam(model.parameters(), 1e-2)
    for _ in range(200):
        loss = torch.nn.functional.cross_entropy(model(rows), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert loss.item() < 0.05


@pytest.mark.pt
def test_a_tokenizer_can_pad_to_one_length_and_rows_of_different_lengths_are_no_tensor() -> None:
    import torch
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(choose_source(load_chapter("ch8").task, "embedded").checkpoint)
    rows = ["the council met", "the council met on friday and voted"]
    padded = tokenizer(rows, padding="max_length", max_length=32, return_tensors="pt")
    assert tuple(padded["input_ids"].shape) == (2, 32)
    with pytest.raises(ValueError, match="length"):
        torch.tensor(tokenizer(rows)["input_ids"])


@pytest.mark.pt
def test_the_trainer_hands_on_logits(tmp_path: Path) -> None:
    import torch
    from transformers import Trainer, TrainingArguments

    class Model(torch.nn.Module):
        def forward(self, x: Any, labels: Any = None) -> Any:
            return {"loss": x.sum(), "logits": x * 10 - 20}

    arguments = TrainingArguments(output_dir=str(tmp_path), report_to=[], use_cpu=True)
    rows = [{"x": torch.tensor([1.0, 2.0]), "labels": 0}, {"x": torch.tensor([3.0, 0.0]), "labels": 1}]
    seen: list[Any] = []
    Trainer(
        Model(), arguments, eval_dataset=rows, compute_metrics=lambda found: seen.append(found.predictions) or {}
    ).evaluate()
    assert seen[0].tolist() == [[-10.0, 0.0], [10.0, -20.0]]


@pytest.mark.pt
def test_the_steps_of_mrpc() -> None:
    from torch.utils.data import DataLoader

    batches = DataLoader(range(3668), batch_size=8)
    assert len(batches) == 459
    assert 3 * len(batches) == 1377
    assert len(list(batches)[-1]) == 4
    assert 3 * (3668 // 8) == 1374
    assert 3 * 3668 == 11004


@pytest.mark.pt
def test_gradients_add_up_until_they_are_cleared() -> None:
    import torch

    weight = torch.nn.Parameter(torch.ones(1))
    seen = []
    for factor in (1.0, 10.0, 100.0):
        (weight * factor).sum().backward()
        seen.append(weight.grad.item())
    assert seen == [1.0, 11.0, 111.0]


@pytest.mark.pt
def test_evaluation_mode_turns_dropout_off_lasts_and_keeps_the_graph() -> None:
    import torch

    model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Dropout(0.5))
    rows = torch.ones(4, 8)
    model.eval()
    for _ in range(2):
        assert torch.equal(model(rows), model(rows))
    assert model(rows).grad_fn is not None
    with torch.no_grad():
        assert model(rows).grad_fn is None
    model.train()
    assert not torch.equal(model(rows), model(rows))


def test_a_model_that_always_answers_1_has_the_share_of_ones_as_its_accuracy() -> None:
    from sklearn.metrics import accuracy_score, f1_score

    labels = [1] * 68 + [0] * 32
    assert accuracy_score(labels, [1] * 100) == pytest.approx(0.68)
    assert f1_score(labels, [1] * 100) == pytest.approx(2 * 0.68 / 1.68) == pytest.approx(0.81, abs=0.005)
    assert f1_score(labels, [0] * 100) == 0


@pytest.mark.pt
def test_four_quarters_of_a_loss_have_the_gradient_of_the_whole() -> None:
    import torch

    torch.manual_seed(0)
    rows = torch.randn(32, 5)
    labels = torch.randint(2, (32,))
    model = torch.nn.Linear(5, 2)
    torch.nn.functional.cross_entropy(model(rows), labels).backward()
    whole = model.weight.grad.clone()
    model.zero_grad()
    for place in range(0, 32, 8):
        part = slice(place, place + 8)
        (torch.nn.functional.cross_entropy(model(rows[part]), labels[part]) / 4).backward()
    assert torch.allclose(model.weight.grad, whole, atol=1e-6)


@pytest.mark.pt
def test_what_fills_up_the_last_batch_is_left_out_when_values_are_gathered_for_a_metric() -> None:
    import torch
    from accelerate.accelerator import Accelerator
    from accelerate.data_loader import BatchSamplerShard
    from torch.utils.data import BatchSampler, SequentialSampler

    # ten rows for two processes in batches of four: both get two batches, and rows from the beginning fill up
    sampler = BatchSampler(SequentialSampler(range(10)), 4, False)
    shards = [list(BatchSamplerShard(sampler, 2, process)) for process in (0, 1)]
    rows = [row for pair in zip(*shards, strict=True) for batch in pair for row in batch]
    assert len(rows) == 16
    assert sorted(set(rows)) == list(range(10))
    last = torch.tensor(rows[8:])
    state = SimpleNamespace(end_of_dataloader=True, remainder=2)
    accelerator = SimpleNamespace(gather=lambda values: values, gradient_state=state)
    assert Accelerator.gather_for_metrics(accelerator, last).tolist() == rows[8:10] == [8, 9]


@pytest.mark.pt
def test_a_schedule_stepped_by_epoch_hardly_moves() -> None:
    import torch
    from transformers import get_scheduler

    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], 1.0)
    schedule = get_scheduler("linear", optimizer=optimizer, num_warmup_steps=0, num_training_steps=750)
    for _ in range(3):
        optimizer.step()
        schedule.step()
    assert schedule.get_last_lr()[0] == pytest.approx(1 - 0.004)
    for _ in range(747):
        schedule.step()
    assert schedule.get_last_lr()[0] == 0


@pytest.mark.tf
def test_a_tape_gives_none_for_what_came_before_it() -> None:
    import tensorflow as tf

    weight = tf.Variable(2.0)
    loss = weight * weight
    with tf.GradientTape() as tape:
        pass
    assert tape.gradient(loss, weight) is None
    with tf.GradientTape() as tape:
        loss = weight * weight
    assert float(tape.gradient(loss, weight)) == 4
