"""The questions at the end of the chapters: how they are asked, and that the claims of their answers are true."""

import json
import math
import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from course.audit.chapters import quiz_complaints
from course.contents import chapter_names, load_chapter
from course.i18n import LANGUAGES, translate
from course.lesson import Option, Question
from course.message import WrongUse
from course.sources import choose_source
from course.terminal.quiz import quiz, right_letters
from course.terminal.rendering import Terminal

CHAPTERS = [load_chapter(name) for name in chapter_names()]
ROOT = Path(__file__).parent.parent


class Person(Terminal):
    """A terminal with a learner who gives these answers, and then leaves."""

    def __init__(self, answers: Sequence[str], language: str = "en") -> None:
        self.file = StringIO()
        super().__init__(Console(file=self.file, width=200), language)
        self.answers = [*answers]

    def ask(self, message: str) -> str:
        return self.answers.pop(0) if self.answers else "q"


def bare(text: str) -> str:
    """A text without its marks and line breaks, which depend on the width."""
    return "".join(text.replace("`", "").split())


def right_answers(chapter: Any) -> list[str]:
    return [right_letters(question) for question in chapter.quiz]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=chapter_names())
def test_there_are_eight_to_ten_questions_and_no_letter_is_right_most_of_the_time(chapter: Any) -> None:
    assert 8 <= len(chapter.quiz) <= 10
    answers = right_answers(chapter)
    assert all(sum(letter in answer for answer in answers) <= 6 for letter in "abcd")
    assert any(len(answer) > 1 for answer in answers)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("chapter", CHAPTERS, ids=chapter_names())
def test_who_knows_everything_gets_every_question_right_and_every_reason(chapter: Any, language: str) -> None:
    person = Person([f" {answer[::-1].upper()}, " for answer in right_answers(chapter)], language)
    told = quiz(chapter, person, ask=True)
    assert told["right"] == len(chapter.quiz)
    said = bare(person.file.getvalue())
    for question in chapter.quiz:
        for option in question.options:
            assert bare(translate(option.text, language)) in said
            assert bare(translate(option.reason, language)) in said


@pytest.mark.parametrize(
    ("answer", "saying"),
    [
        ("ac", "That is right."),
        ("a", "That is right, but it is not the whole solution."),
        ("abc", "That is not right."),
        ("b", "That is not right."),
        ("", ""),
    ],
)
def test_a_part_of_the_answer_is_not_the_answer_and_no_answer_is_none(answer: str, saying: str) -> None:
    (majority,) = (question for question in load_chapter("ch3").quiz if question.name == "majority")
    person = Person([answer])
    told = quiz(replace(load_chapter("ch3"), quiz=(majority,)), person, ask=True)
    assert told["questions"] == [{"name": "majority", "answer": answer, "right": "ac"}]
    assert told["right"] == (answer == "ac")
    sayings = {"That is right.", "That is right, but it is not the whole solution.", "That is not right."}
    assert {line.strip() for line in person.file.getvalue().splitlines()} & sayings == {saying} - {""}


def test_letters_that_are_not_there_are_asked_for_again() -> None:
    person = Person(["z", "a1", "cc b"])
    (first,) = quiz(CHAPTERS[0], person, ask=True)["questions"]
    assert first["answer"] == "bc"
    assert (
        person.file.getvalue().count(
            translate("The answers have the letters `{first}` to `{last}`.", "en").format(first="a", last="c")
        )
        == 2
    )


def test_a_chapter_without_questions_is_wrong_use() -> None:
    with pytest.raises(WrongUse):
        quiz(replace(CHAPTERS[0], quiz=()), Person([]), ask=True)


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "course", "quiz", *arguments], capture_output=True, text=True, check=False, cwd=ROOT
    )


def test_in_a_pipe_nothing_is_asked_and_a_report_is_all_there_is(tmp_path: Path) -> None:
    plain = run("ch8", "--lang", "it")
    assert plain.returncode == 0
    reason = load_chapter("ch8").quiz[-1].options[0].reason
    assert bare(translate(reason, "it")) in bare(plain.stdout)
    told = json.loads(run("ch3", "--json", "-", "--lang", "ko").stdout)
    assert (told["chapter"], told["language"], len(told["questions"])) == ("ch3", "ko", len(load_chapter("ch3").quiz))
    assert run("ch8", "--json", str(tmp_path / "quiz.json")).returncode == 0
    assert (tmp_path / "quiz.json").is_file()


@pytest.mark.parametrize("arguments", [["ch99"], [], ["ch8", "--lang", "fr"], ["ch8", "--json", "/no/such/place"]])
def test_wrong_use_is_one_sentence(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_in_a_terminal_one_is_asked_and_may_leave() -> None:
    mine, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "course", "quiz", "ch8", "--lang", "en"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=ROOT,
    )
    os.close(theirs)
    os.write(mine, b"b\nq\n")
    said = b""
    try:
        while part := os.read(mine, 65536):
            said += part
    except OSError:
        # how a terminal ends on Linux
        pass
    assert process.wait() == 0
    assert b"That is right." in said
    assert b"Right: 1 of 8." in said
    os.close(mine)


@pytest.mark.parametrize(
    "question",
    [
        Question("a", "", (Option("b", "c", right=True), Option("d", "e"))),
        Question("a", "b", (Option("c", "d", right=True), Option("e", ""))),
        Question("a", "b", (Option("c", "d"), Option("e", "f"))),
        Question("a", "b", (Option("c", "d", right=True),)),
    ],
)
def test_the_audit_finds_questions_that_cannot_be_answered(question: Question) -> None:
    assert not [*quiz_complaints(CHAPTERS[0])]
    assert len([*quiz_complaints(replace(CHAPTERS[0], quiz=(question,)))]) == 1
    assert len([*quiz_complaints(replace(CHAPTERS[0], quiz=CHAPTERS[0].quiz[:1] * 2))]) == 2


# what the answers say, in the order of the questions; what shows in a whole script is in test_stages.py


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


def test_whoever_always_answers_1() -> None:
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
