"""`doctor.look` looks at a compiled model of Keras that lives already, and leaves it as it was."""

import pytest
from support.marks import PINNED

pytestmark = PINNED["tf"]


@pytest.mark.parametrize(("logits", "look"), [(True, ""), (False, "logits-as-probabilities")])
def test_a_compiled_model_is_looked_at_with_its_batches(
    logits: bool, look: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    import numpy as np
    import tensorflow as tf

    from course import doctor

    # `tf.keras.utils.set_random_seed` would go on to set the weights of every later model in this process
    inputs = np.random.default_rng(0).normal(size=(64, 8)).astype("float32")
    batches = tf.data.Dataset.from_tensor_slices((inputs, (inputs[:, 0] > 0).astype("int64"))).batch(16)
    model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(2)])
    model.compile(optimizer="adam", loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=logits))
    model.build((None, 8))
    before = [weight.numpy() for weight in model.weights]
    report = doctor.look(model, batches, lang="ko")
    assert [finding["look"] for finding in report["findings"]][:1] == ([look] if look else [])
    assert capsys.readouterr().out
    assert all((old == new.numpy()).all() for old, new in zip(before, model.weights, strict=True))
    assert not tf.config.functions_run_eagerly()
