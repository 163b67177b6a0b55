import os
import shutil

import torch
from datasets import load_dataset
from transformers import (BartForConditionalGeneration, AutoTokenizer, DataCollatorForSeq2Seq, Seq2SeqTrainer,
                          Seq2SeqTrainingArguments, set_seed)
from transformers.trainer_utils import get_last_checkpoint

OUT = "out/od15"
shutil.rmtree(OUT, ignore_errors=True)
tok = AutoTokenizer.from_pretrained("checkpoints/dates")
raw = load_dataset("json", data_files={s: f"data/dates/{s}.jsonl" for s in ("train", "validation", "test")})
data = raw.map(lambda b: tok(b["date"], text_target=b["code"]), batched=True, remove_columns=["date", "code"])


def build(stop_after=None):
    set_seed(21)
    model = BartForConditionalGeneration.from_pretrained("checkpoints/dates")
    args = Seq2SeqTrainingArguments(
        OUT, num_train_epochs=14, learning_rate=2e-3, lr_scheduler_type="cosine", warmup_steps=40,
        per_device_train_batch_size=8, gradient_accumulation_steps=2,
        per_device_eval_batch_size=80, weight_decay=0.0, label_smoothing_factor=0.05,
        eval_strategy="epoch", save_strategy="epoch", save_total_limit=1, logging_strategy="no", report_to="none",
        disable_tqdm=True)
    trainer = Seq2SeqTrainer(model, args, train_dataset=data["train"], eval_dataset=data["validation"],
                             data_collator=DataCollatorForSeq2Seq(tok, model=model))
    if stop_after is not None:
        from transformers import TrainerCallback

        class Stop(TrainerCallback):
            def on_epoch_end(self, args, state, control, **kw):
                if state.epoch >= stop_after:
                    control.should_training_stop = True
                return control

        trainer.add_callback(Stop())
    return trainer


def score(model, rows):
    model.eval()
    right = 0
    for i in range(0, len(rows), 40):
        part = rows[i:i + 40]
        enc = tok(part["date"], padding=True, return_tensors="pt")
        with torch.no_grad():
            out = model.generate(**enc, max_new_tokens=10, num_beams=4, early_stopping=True)
        right += sum(a == b for a, b in zip(tok.batch_decode(out, skip_special_tokens=True), part["code"]))
    return right / len(rows)


# the machine is handed back after 5 epochs ...
first = build(stop_after=5)
first.train()
print("after the first part", score(first.model, raw["test"]))

# ... and the same run goes on from its checkpoint on another day
last = get_last_checkpoint(OUT)
print("going on from", os.path.basename(last))
second = build()
second.train(resume_from_checkpoint=last)
print("epochs", second.state.epoch, "eval loss", second.evaluate()["eval_loss"])

second.save_model(f"{OUT}/final")
tok.save_pretrained(f"{OUT}/final")
again = BartForConditionalGeneration.from_pretrained(f"{OUT}/final")
print("test exact match", score(again, raw["test"]))
