"""A case is drawn for each student, and the grader knows whose it is."""

import ast
from pathlib import Path

import pytest
from support.commands import run
from support.intake import students_and_answers, write_tree

from course.cases.drawing import drawn_case, drawn_exercise, drawn_name, token_in, token_of
from course.cases.judging import broken_script, program_text
from course.contents import exercise_of_file, find_exercise, programs, starter_text
from course.exercise import Setting
from course.grading.intake.collect import collect
from course.grading.intake.recognize import match_name
from course.message import WrongUse

CLASS = [f"student-{number}" for number in range(300)]
FRAMEWORKS: list[Setting] = sorted({program.framework for program in programs()})


def drawn(student: str, setting: Setting, course: str = "nlp") -> tuple[str, str]:
    """The name of the file and the text of a student's own case."""
    exercise = find_exercise(drawn_name(token_of(course, student), setting))
    return exercise.file_name(setting), starter_text(exercise, setting)


@pytest.mark.parametrize("setting", FRAMEWORKS)
def test_no_two_of_a_class_have_the_same_case_and_each_always_has_their_own(setting: Setting) -> None:
    texts = {student: drawn(student, setting) for student in CLASS}
    assert len({text for _, text in texts.values()}) == len(CLASS)
    assert texts["student-7"] == drawn("student-7", setting)
    assert texts["student-7"] != drawn("student-7", setting, "other course")
    mistakes = {drawn_case(token_of("nlp", student), setting)[1].mistake for student in CLASS}
    assert len(mistakes) > len(CLASS) // 40


@pytest.mark.parametrize("setting", FRAMEWORKS)
def test_a_drawn_case_is_its_case_in_another_order_and_with_other_names(setting: Setting) -> None:
    for student in CLASS[:60]:
        program, case = drawn_case(token_of("nlp", student), setting)
        given = ast.parse(program_text(broken_script(program, case)))
        mine = ast.parse(drawn(student, setting)[1])
        assert shapes(mine) == shapes(given)
        functions = [node for node in mine.body if isinstance(node, ast.FunctionDef)]
        called = {
            node.func.id
            for node in ast.walk(functions[-1])
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert called <= {node.name for node in functions}
        assert functions[-1].name == "main"


def shapes(tree: ast.Module) -> list[str]:
    """What each function does, without the names that are drawn: in the order of the alphabet."""
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)} - {"main"}
    found = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name != "main":
            text = ast.dump(ast.Module(body=node.body, type_ignores=[]))
            for name in names:
                text = text.replace(f"id='{name}'", "id='…'")
            found.append(f"{ast.dump(node.args)} {text}")
    return sorted(found)


def test_a_drawn_case_is_known_by_the_name_of_its_file() -> None:
    file, _ = drawn("ana", "pt")
    found = exercise_of_file(Path(file))
    assert found is not None
    assert token_in(found[0].name) == token_of("nlp", "ana")
    match = match_name(f"ana_{file.removesuffix('.py')} (2).py")
    assert match is not None
    assert (match.exercise.name, match.setting, match.before) == (found[0].name, "pt", "ana")
    for name in ("drawn-case-00-pt", "drawn-case-00000000000g-pt", "drawn-case-000000000000-plain"):
        assert drawn_exercise(name) is None
        with pytest.raises(WrongUse):
            find_exercise(name)


def test_a_class_is_refused_the_cases_of_others_where_the_course_is_known(tmp_path: Path) -> None:
    file, text = drawn("ana", "pt")
    write_tree(tmp_path, {f"ana/{file}": text, f"bo/{file}": text})
    own = drawn_name(token_of("nlp", "ana"), "pt")
    assert students_and_answers(collect(tmp_path, course="nlp")) == [("ana", own), ("bo", "other-draw")]
    assert students_and_answers(collect(tmp_path)) == [("ana", own), ("bo", own)]


def test_start_draws_the_case_of_a_student_and_asks_for_both_names(tmp_path: Path) -> None:
    mine = ("start", "case", "--draw", "--student", "ana", "--course", "nlp", "--framework", "pt", "--to", tmp_path)
    environment = {"XDG_DATA_HOME": str(tmp_path / "home")}
    file, text = drawn("ana", "pt")
    assert run(*mine, env=environment).returncode == 0
    assert (tmp_path / file).read_text(encoding="utf-8") == text
    assert (tmp_path / file).with_suffix("").joinpath("data", "train.jsonl").is_file()
    for wrong in (("--draw", "--student", "ana"), ("--student", "ana", "--course", "nlp"), ()):
        done = run("start", "case", *wrong, "--to", tmp_path, env=environment)
        assert done.returncode == 2
        assert "start case --draw" in done.stderr
