"""Distil a fine-tuned 2-layer BERT (teacher) into a 1-layer BERT of a quarter the width (student), on SST-2."""
import os

os.environ.update(TF_USE_LEGACY_KERAS="1", TF_CPP_MIN_LOG_LEVEL="2")

from dataclasses import dataclass

import pandas as pd
import tensorflow as tf
import tf_keras
from transformers import BertConfig, BertTokenizerFast, TFBertForSequenceClassification


@dataclass(frozen=True)
class Settings:
    checkpoint: str = "checkpoints/bert"
    length: int = 24
    batch: int = 64
    teacher_epochs: int = 2
    teacher_lr: float = 1e-3
    student_epochs: int = 6
    student_lr: float = 4e-3
    temperature: float = 2.0
    alpha: float = 0.7  # share of the soft targets
    out: str = "outputs/o04"


cfg = Settings()
os.makedirs(cfg.out, exist_ok=True)
tf_keras.utils.set_random_seed(99)

# ------------------------------------------------------------------ data
final = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
pool = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
pool = pool[~pool.sentence.isin(set(final.sentence))].drop_duplicates("sentence")
dev = pool.groupby("label").sample(frac=0.1, random_state=99)
train = pool.drop(dev.index)
print(f"train {len(train)}, dev {len(dev)}, final {len(final)}")

tokenizer = BertTokenizerFast.from_pretrained(cfg.checkpoint)


def make(df, shuffle=False):
    enc = tokenizer(list(df.sentence), padding="max_length", truncation=True, max_length=cfg.length, return_tensors="np")
    features = {name: value.astype("int32") for name, value in enc.items()}
    ds = tf.data.Dataset.from_tensor_slices((features, df.label.to_numpy().astype("int32")))
    if shuffle:
        ds = ds.shuffle(len(df), seed=1)
    return ds.batch(cfg.batch).prefetch(2)


train_ds, dev_ds, final_ds = make(train, True), make(dev), make(final)

# ------------------------------------------------------------------ teacher
teacher = TFBertForSequenceClassification.from_pretrained(cfg.checkpoint, num_labels=2)
teacher.compile(
    optimizer=tf_keras.optimizers.Adam(cfg.teacher_lr, clipnorm=1.0),
    loss=tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[tf_keras.metrics.SparseCategoricalAccuracy("accuracy")],
)
teacher.fit(train_ds, validation_data=dev_ds, epochs=cfg.teacher_epochs, verbose=2)
teacher.trainable = False


# ------------------------------------------------------------------ student
class Distiller(tf_keras.Model):
    def __init__(self, student, teacher, temperature, alpha):
        super().__init__()
        self.student, self.teacher = student, teacher
        self.temperature, self.alpha = temperature, alpha
        self.hard_loss = tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.soft_loss = tf_keras.losses.KLDivergence()
        self.loss_tracker = tf_keras.metrics.Mean("loss")
        self.accuracy = tf_keras.metrics.SparseCategoricalAccuracy("accuracy")

    @property
    def metrics(self):
        return [self.loss_tracker, self.accuracy]

    def call(self, inputs, training=False):
        return self.student(inputs, training=training).logits

    def _loss(self, x, y, logits):
        t = self.temperature
        target = tf.nn.softmax(tf.stop_gradient(self.teacher(x, training=False).logits) / t)
        soft = self.soft_loss(target, tf.nn.softmax(logits / t)) * t**2
        return self.alpha * soft + (1.0 - self.alpha) * self.hard_loss(y, logits)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            loss = self._loss(x, y, logits)
        variables = self.student.trainable_variables
        self.optimizer.minimize(loss, variables, tape=tape)
        self.loss_tracker.update_state(loss)
        self.accuracy.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        logits = self(x, training=False)
        self.loss_tracker.update_state(self._loss(x, y, logits))
        self.accuracy.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}


small = BertConfig(
    vocab_size=len(tokenizer), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64,
    max_position_embeddings=cfg.length, pad_token_id=tokenizer.pad_token_id, num_labels=2,
)
student = TFBertForSequenceClassification(small)
distiller = Distiller(student, teacher, cfg.temperature, cfg.alpha)
distiller.compile(optimizer=tf_keras.optimizers.Adam(cfg.student_lr))
distiller.fit(train_ds, validation_data=dev_ds, epochs=cfg.student_epochs, verbose=2)
student.save_pretrained(cfg.out)


# ------------------------------------------------------------------ report
scores = {
    "teacher": teacher.evaluate(final_ds, verbose=0, return_dict=True)["accuracy"],
    "student": distiller.evaluate(final_ds, verbose=0, return_dict=True)["accuracy"],
}
print(f"parameters: teacher {teacher.count_params():,}, student {student.count_params():,}")
print(f"held-out accuracy: teacher {scores['teacher']:.3f}, student {scores['student']:.3f} (chance 0.5)")
