# Train two epochs, stop, and go on from the last checkpoint.
import shutil
from datasets import load_dataset
from transformers import AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification
from transformers import Trainer, TrainingArguments
from transformers.trainer_utils import get_last_checkpoint

OUT = "runs/raven"
shutil.rmtree(OUT, ignore_errors=True)
tok = AutoTokenizer.from_pretrained("checkpoints/tags")


def align(row):
    enc = tok(row["words"], is_split_into_words=True)
    labels, last = [], None
    for w in enc.word_ids():
        labels.append(-100 if w is None or w == last else row["tags"][w])
        last = w
    enc["labels"] = labels
    return enc


ds = load_dataset("data/tags").map(align, remove_columns=["words", "tags"])


def compute_metrics(p):
    keep = p.label_ids > 0
    return {"name_accuracy": float((p.predictions.argmax(-1)[keep] == p.label_ids[keep]).mean())}


def make_trainer(stop_after=None):
    from transformers import TrainerCallback

    class Stop(TrainerCallback):
        def on_epoch_end(self, args, state, control, **kwargs):
            if stop_after and state.epoch >= stop_after:
                control.should_training_stop = True

    args = TrainingArguments(
        output_dir=OUT, learning_rate=1e-3, num_train_epochs=7, per_device_train_batch_size=16,
        eval_strategy="epoch", save_strategy="epoch", save_total_limit=1, logging_strategy="epoch", report_to="none",
    )
    model = AutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=4)
    return Trainer(model=model, args=args, train_dataset=ds["train"], eval_dataset=ds["validation"],
                   processing_class=tok, data_collator=DataCollatorForTokenClassification(tok),
                   compute_metrics=compute_metrics, callbacks=[Stop()])


first = make_trainer(stop_after=2)
first.train()
print("after the break:", first.evaluate()["eval_name_accuracy"])

last = get_last_checkpoint(OUT)
print("resuming from", last)
second = make_trainer()
second.train(resume_from_checkpoint=last)
print("at the end:", second.evaluate()["eval_name_accuracy"])
